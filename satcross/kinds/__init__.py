"""Kinds of puzzles beside the crossword, a folder for each or for a few that are alike."""
