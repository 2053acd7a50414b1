"""Houses: what an editor looks for before a crossword is published.

For constructors and editors. A house is a TOML file, of `data/` or one's own (`houses`), which asks
for checks: each is a function of `patterns`, `entries`, `clues` or `freshness`, registered in
`findings`. `review` does them for a `page`; `refill` finds the fill that avoids a finding with the
fewest letters changed.

The option --house of other commands finds `house.py` by its name; `checking` is
`satcross check --house`. From the core it takes puzzles, fills and rules of patterns.
"""
