"""What it means: rates, intervals, tables, the figure."""
