"""Free-form crosswords: given words that cross, in large squares."""
