"""What can be asked about a puzzle: fill it, enumerate its fills, export it; and what tasks share.

Begin with `fill`. `prepared` is what all tasks begin with, `checking` what every fill passes,
`process` runs any task in a child process. `making` and `maker` make puzzles of other kinds.
Other questions are rooms, such as `satcross.apps.explain`.
"""
