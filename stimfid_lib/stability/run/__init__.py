"""Asking a protocol: schedule, journal, condition profiles, and the way of a complete run into the archive."""
