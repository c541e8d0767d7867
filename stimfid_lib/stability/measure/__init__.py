"""What an outsider needs to measure and to verify: the standard library only, and runs as a folder of its own."""
