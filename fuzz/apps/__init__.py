"""Attacks on the rooms in `satcross/apps`."""
