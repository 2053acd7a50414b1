"""All fills of a puzzle, as arrays of letters: searches that need no clause for each fill."""
