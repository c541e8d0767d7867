"""How the rows of a validation are judged: variants against errors, recogniser against annotator."""
