"""Certificates: what a search has proved, in a file that others can check."""
