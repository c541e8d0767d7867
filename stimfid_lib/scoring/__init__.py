"""What came back, item by item."""
