"""All fills of a puzzle as a decision diagram: made once, then asked in milliseconds."""
