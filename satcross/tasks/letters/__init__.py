"""The letters and words that occur in some fill."""
