"""Stands in for setuptools while pip downloads a source archive: nothing of the archive is run."""
