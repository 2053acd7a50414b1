"""Benchmarks of the rooms in `satcross/apps`."""
