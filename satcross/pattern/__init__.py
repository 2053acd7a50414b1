"""What the core knows of block patterns: their rules, presets, symmetry and checker."""
