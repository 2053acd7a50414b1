"""Kinds of puzzles beside the crossword, a folder for each or for a few that are alike.

A folder declares its kinds in `KINDS`, as traits (`satcross.model.kinds.PuzzleKind`), and imports
nothing else; what a kind does differently is in `behaviour.py`, which is imported when a puzzle of
the kind is at hand. What makes and solves puzzles is what a kind names as its `make`. `faults.py`
checks them, and shares no code with that. Its commands are in `commands/`, one a file. Nothing
outside names a folder: `satcross.model.kinds` and `satcross.cli.commands` find them, so a folder
that is deleted takes its kinds and commands with it, and nothing else.
"""
