"""Making grids: block patterns, grids around a theme, the fewest blocks.

For constructors. `commands/` has `make`, `theme`, `pattern` and `densest`, `cli/` their options.
`patterns/` finds block patterns: `constraints` are their clauses, `listing` lists them, `minimum`
has the fewest blocks. `theme_search` puts theme entries into patterns, `judged` prefers those that
words fill; `make` (with `maker`, `stages` and `race`) fills them.

`sources.py` makes grids of a size for puzzles of other kinds, `claim.py` is the claim of
certificates of patterns. From the core it takes what a pattern is and its checker
(`satcross.pattern`), fills, solvers and the frame of commands.
"""
