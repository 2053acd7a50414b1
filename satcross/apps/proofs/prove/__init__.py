"""Proofs that a puzzle has no fill, for others to check."""
