"""Two years of an archive on a virtual clock: invented providers and models, and the very code that works each day."""
