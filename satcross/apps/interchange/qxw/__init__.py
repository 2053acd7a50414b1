"""Qxw's own files."""
