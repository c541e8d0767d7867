"""What is shown of an archive: rows of small tables, and two figures."""
