"""The ground: files, digests, folders, errors. Knows nothing of words or sounds."""
