"""Tests of the archive's years: calendar, money, succession, coverage, the day's work."""
