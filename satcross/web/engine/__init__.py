"""What the workbench works out about a crossword, in a process of its own."""
