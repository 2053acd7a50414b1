"""Word searches as formulas, and back."""
