"""Puzzles with one solution: whether it is one, and the fewest letters to give for that.

For setters of puzzles whose solver is given letters, and for the kinds that need one solution.
`unique` finds a fill and proves that there is no other; `givens` finds the fewest cells or slots
to give, as a smallest set that meets each of the `others`, by `hitting`. `api` has the public
functions; `commands/unique.py` is `satcross unique`.
Codewords, fill-ins, diagramless and quotations find what they give by it.

From the core it takes puzzles, sessions of the engine and formulas with sums.
"""
