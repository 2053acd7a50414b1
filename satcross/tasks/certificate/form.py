"""The names of the form of a certificate of fills, which its writer and its checker agree on.

See docs/internals/certificates.md.
"""

NAME = "certificate"  # its first line and its schema: see `satcross.proof.certificate`
NO_FILL = "no fill"
NO_OTHER_FILL = "no other fill"
NO_OTHER_LETTER = "no other letter"
NO_HIGHER_LOWEST = "no higher lowest score"
NO_HIGHER_TOTAL = "no higher total"
CLAIMS = (NO_FILL, NO_OTHER_FILL, NO_OTHER_LETTER, NO_HIGHER_LOWEST, NO_HIGHER_TOTAL)
MAX_LETTERS = 64  # and strings; a checker has what a cell may hold in one machine word
