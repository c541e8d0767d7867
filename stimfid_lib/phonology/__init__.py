"""What a sound is, and how far two are apart."""
