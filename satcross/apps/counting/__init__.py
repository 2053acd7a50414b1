"""How many fills there are, exactly, approximately or at least, and fills drawn at random.

For SAT researchers who compare counts, and for who wants to know how open a grid is. `count` has
the task, and asks in turn what may succeed: `counter`, which goes through all fills, cell by cell,
or makes decision diagrams of them (`diagram/`); and Ganak and ApproxMC (`tools`). `sample` draws
fills, each as likely as any other. `api` has the public functions; `commands/` has `satcross count`
and `satcross sample`; `count_listed` is `satcross fill --count`. A listing asks `counter` how many
fills are still to come.

From the core it takes puzzles, the lists of whole regions (`satcross.solve.listing`) and formulas.
"""
