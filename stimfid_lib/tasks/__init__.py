"""Labelled corpora for every place where the project asks a model for an answer: cases, scorers, one runner."""
