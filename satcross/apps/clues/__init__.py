"""Clues from the user's own files, and lists of words with clues.

For constructors with a database of clues, and teachers with a list. `book` reads clues of many
files (`lines`), `choose` gives each entry one. `lists` reads lists of words with clues, also as
`flashcards` and `spreadsheets`; `words` are what layouts and word searches hide, `listed` which
side of a line is asked for. `commands/clues.py` is `satcross clues`; `clue_files` is the option
`--clues` of all commands that write crosswords, `options` those of commands that take a list.

From the core it takes alphabets, crosswords and the frame of commands. Layouts, word searches,
fill-ins of lists, worksheets and the workbench read with it.
"""
