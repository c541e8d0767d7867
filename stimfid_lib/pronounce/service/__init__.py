"""The service: an HTTP interface and a page, for one machine and the people at it."""
