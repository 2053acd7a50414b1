"""What an editor looks for in a crossword before it is published, by the rules of a house."""
