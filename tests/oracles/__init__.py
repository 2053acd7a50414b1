"""Readable versions in Python of what is compiled, which the tests compare step by step with it."""
