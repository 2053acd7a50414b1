"""Word searches: words hidden in a square of letters, in up to eight directions.

For teachers with a list of words. Begin with `make`, the tasks; `commands/wordsearch.py` is the
command, `options` and `cli/` its options. `search/` places the words (`layouts` first), `fit` finds
the smallest rectangle, `refute` says why a list does not fit, `letters/` fills the other cells, and
`verify` checks the result independently. `files`, `drawing`, `page` and `printed` write it.

From the core it takes lists of words, alphabets and drawing, from other rooms lists with clues
(`apps/clues`), pictures, pages to solve, books and files for platforms.
"""
