"""What the workbench works out about a crossword, in its own process."""
