"""The .xd format."""
