"""Instances for who tries solvers: families with names, and of any grid over numbers of words.

`instances` has the families. `sweep` makes those of a grid, with seeds, encodings and formats, asks
solvers, and says what all of it is; `picture` draws how the answers change with the number of
words, and `proof` shows that there is none. `files` is what all have in common.

For SAT researchers. `commands/` has `satcross instances` and `satcross sweep`. From the core it
takes what `import satcross` and `satcross.extend` have.
"""
