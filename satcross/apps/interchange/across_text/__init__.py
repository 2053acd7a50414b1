"""The text format of Across Lite."""
