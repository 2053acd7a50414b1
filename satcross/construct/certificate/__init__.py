"""Certificates of grids: that none can be made from a list of words, or none with fewer blocks."""
