"""Solvers that are given the whole formula: PySAT's, and external programs."""
