"""Free-form crosswords: given words that cross, in a small box."""
