"""Who is asked, and the record of what came back."""
