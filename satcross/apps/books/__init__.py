"""Books: puzzles of any kinds as one file, with their solutions at the back.

For teachers and publishers. `commands/book.py` is the command, `puzzles` collects what is in a
book, `book` lays out pages to print, `editions/` writes books whose text flows: documents, e-books,
text for screen readers and braille. `outputs.py` registers these, also for one puzzle.

From the core it takes crosswords and their drawing; puzzles of rooms are `Printable`.
"""

from typing import Final

BOOK: Final = "a book"
"""What the outputs of a book hold."""
