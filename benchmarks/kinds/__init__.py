"""Benchmarks of kinds of puzzles."""
