"""Why a puzzle has no fill, and which changes would give it one.

For constructors who are stuck, and SAT people who want a minimal set of reasons. `explain` finds a
minimal set of slots, letters and rules (`rules`) that cannot hold together, by `shrink`; `every`
proves that no other is smaller, or finds it. `corrections` lists the `changes` that help, smallest
first, each tried before it is offered (`trial`, `completing`), `scores` those of the minimum score.
`api` has the public functions; `commands/explain.py` is `satcross explain`; `clash` says in a few
words what `fill` says of a puzzle without a fill.

From the core it takes puzzles, tasks and the lazy engine under assumptions.
"""
