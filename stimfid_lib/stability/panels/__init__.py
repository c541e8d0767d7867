"""The instrument: scenarios, panels, protocols, the gates that admit them, and their registration."""
