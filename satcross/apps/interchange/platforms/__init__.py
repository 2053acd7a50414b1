"""Formats of learning platforms, which are only written."""
