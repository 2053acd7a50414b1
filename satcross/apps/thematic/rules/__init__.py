"""Rules, one a file."""
