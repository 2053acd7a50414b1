"""Child processes: the one way to start them, to talk with them, and to end them.

`child` has both kinds: `Child` runs a function of ours in another Python, `Crew` listens to several
of them. `programs` runs foreign programs under one such child.
"""
