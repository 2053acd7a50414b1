"""Letters for the cells in which no word stands."""
