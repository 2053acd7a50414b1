"""Counting: our own frontier method, and external model counters."""
