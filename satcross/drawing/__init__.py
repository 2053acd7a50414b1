"""Pictures of crosswords: one drawing, and what writes it as SVG, PNG and PDF."""
