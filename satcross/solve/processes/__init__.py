"""Child processes: how they start, what they say, and how they end."""
