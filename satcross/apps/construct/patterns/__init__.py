"""Block patterns that obey rules: their clauses, listings, estimates and certificates."""
