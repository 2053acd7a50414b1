"""Commands, one a file."""
