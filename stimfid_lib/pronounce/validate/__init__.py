"""The L2-ARCTIC harness: what annotators perceived beside what a recogniser hears, one row an annotated token."""
