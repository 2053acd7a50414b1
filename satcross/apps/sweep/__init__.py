"""Instances of any grid: over numbers of words, seeds, encodings and formats, with answers.

For who tries solvers. `sweep` writes the files, asks solvers, and says what all of it is;
`picture` draws how the answers change with the number of words. `commands/sweep.py` is `satcross
sweep`. From the core it takes what `import satcross` has.
"""
