"""Free-form crosswords: given words that cross, in large squares.

For teachers with a list, and for constructors who try what crosses. Begin with `make`: `local`
searches for layouts, `encode` and `exact` prove that there is one in a box or none, `bounds` and
`crossings` that there are no more words, `reasons` say why words are left out, `verify` checks.
`parts` makes several layouts of one list; `commands/freeform.py` is the command, `api` the public
function, `source` what puzzles of other kinds are made of.

From the core it takes words and formulas, from other rooms lists with clues (`apps/clues`) and
pictures. Fill-ins and worksheets are made with it.
"""
