"""Crossword files: one module a format, each a reader and a writer of `Crossword`.

Here are plain formats and our own, and what formats share: `registry` has the list, `reading` finds
the format of a file, `losses` says what one cannot hold. Those of other programs are a room,
`satcross.apps.interchange`.
"""
