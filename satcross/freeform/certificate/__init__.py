"""Certificates of layouts: that there is none, no better one, or no other one."""
