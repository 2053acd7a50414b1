"""Grids from a theme or from nothing: patterns and fills together."""
