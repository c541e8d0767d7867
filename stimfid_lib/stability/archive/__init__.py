"""The archive over the years: calendar, money, succession of models, coverage, and the day's work that joins them."""
