"""Puzzles of somebody's words: a page of the workbench on which teachers make sheets.

For teachers. A list with clues becomes a crossword or a word search, shown as it is printed at
every change. Begin with `worksheets`, which makes them; `files` is what they are as pages and
files; `served` answers the requests of the page, which is in `page/`. It takes layouts from
`satcross.apps.freeform`, word searches from `satcross.apps.wordsearch`, and the server from
`satcross.apps.workbench`.
"""
