"""How far the recognisers can be trusted: measured on recordings of people, with right targets and with decoys."""
