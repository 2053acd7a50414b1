"""All fills of a puzzle in one compact store, kept in a file and asked in milliseconds."""
