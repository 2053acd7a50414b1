"""All fills of a puzzle in one compact file, which is asked in milliseconds.

For setters who choose among all fills, and for SAT researchers. `commands/` has `compile` and
`query`; `compile` makes a `store`, which `file` reads and writes, and `nnf` writes as d-DNNF for
other programs.

From the core it takes puzzles and the frame of commands, from `apps/counting` decision diagrams.
"""
