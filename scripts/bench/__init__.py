"""`make bench`: the study's own figures, each beside a plain alternative in the same run."""
