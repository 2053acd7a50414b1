"""The .jpz format."""
