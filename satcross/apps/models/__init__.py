"""A puzzle as a model of constraint solvers: MiniZinc and XCSP3, and their answers read back.

For researchers who compare SAT with Gecode, ACE, Choco, OR-tools and others. `tables` makes a model
of slots that hold rows of tables, which `minizinc` and `xcsp3` write. `instance` reads such a file,
and `solutions` what a solver prints for it, and checks that each constraint holds. `models` is what
`satcross export` and `satcross decode` call; without this room they refuse these formats.

From the core it takes domains after arc consistency, the clauses of rules, and comments of exports.
"""
