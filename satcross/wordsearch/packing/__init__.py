"""The smallest rectangle for a list of words."""
