"""Codewords, which have numbers for letters."""
