"""Mutated inputs to everything that reads: `python -m fuzz --help`."""
