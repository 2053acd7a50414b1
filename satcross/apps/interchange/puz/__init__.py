"""Across Lite's .puz."""
