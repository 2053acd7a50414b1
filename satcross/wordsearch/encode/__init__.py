"""Word searches as formulas."""
