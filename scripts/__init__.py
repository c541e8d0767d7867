"""Commands for contributors; nothing here belongs to the library."""
