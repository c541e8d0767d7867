"""The archive: records under a hash chain, appended whole or not at all."""
