"""What a word is, and what can be asked of it."""
