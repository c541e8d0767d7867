"""What is asked: cells, their wording, the frozen suite."""
