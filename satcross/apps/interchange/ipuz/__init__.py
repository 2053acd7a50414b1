"""The .ipuz format."""
