"""Arrow words, which have their clues in the blocks."""
