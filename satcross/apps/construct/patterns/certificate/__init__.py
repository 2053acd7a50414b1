"""Certificates of patterns: that none obeys some rules, no other one, or none with fewer blocks."""
