"""Grids from a theme or from scratch: patterns and fills together."""
