"""Exolve's text format."""
