"""The .puz format."""
