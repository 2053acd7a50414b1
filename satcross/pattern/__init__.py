"""What the core knows of patterns of blocks or bars: their rules, presets, symmetry and checker.

`rules` says what a pattern must be, `presets` has the rules of newspapers and barred grids, and
`verify` checks a pattern for them. The search for patterns, with its clauses, is in
`satcross.apps.construct.patterns`.
"""
