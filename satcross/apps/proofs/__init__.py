"""Proofs and certificates: that there is no fill, no other or no better one, checked once more.

For SAT researchers, and for whoever does not want to believe a program. `commands/prove.py` writes
a formula and its proof in DRAT or LRAT (`prove/`); `commands/verify.py` checks certificates, which
other commands write with `--certificate`. `checker/` follows proofs and shares no code with the
rest; `certificates` finds what a file claims, in a file `claim.py` of a room: `claim.py` here is
that of fills, with `certificate/` beside it. `testing` has the kit for claims.

From the core it takes grids, words, the checkers of fills and the frame of commands. Searches do
not need it to write a certificate (`satcross.tasks.certificate`).
"""
