"""The form of a certificate, which its writer and its checker agree on.

A line that says what it is, `MAGIC`; a line of JSON; and the steps of the search, as numbers. See
docs/internals/certificates.md.
"""

SCHEMA = "satcross.certificate/1"
MAGIC = b"satcross certificate\n"
NO_FILL = "no fill"
NO_OTHER_FILL = "no other fill"
NO_OTHER_LETTER = "no other letter"
NO_HIGHER_LOWEST = "no higher lowest score"
NO_HIGHER_TOTAL = "no higher total"
CLAIMS = (NO_FILL, NO_OTHER_FILL, NO_OTHER_LETTER, NO_HIGHER_LOWEST, NO_HIGHER_TOTAL)
MAX_FILE = 4 << 30  # bytes
MAX_LETTERS = 64  # and strings; a checker has what a cell may hold in one machine word
