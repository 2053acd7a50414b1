"""What can be asked about a puzzle."""
