"""The vendors' batch interfaces: the same questions at a lower price, answered within a day, in the same journal."""
