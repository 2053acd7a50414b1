"""Layouts by local search."""
