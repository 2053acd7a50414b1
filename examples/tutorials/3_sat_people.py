# %% [markdown]
# # For SAT people
#
# A puzzle is a formula: variable `L[c,a]` says that cell c holds letter a.

# %%
import tempfile
from pathlib import Path

import satcross as sx

puzzle = sx.Puzzle(
    sx.Grid.parse("...\n...\n..."), ["cod", "are", "ben", "cab", "ore", "den", "tan"]
)
for encoding in ("support", "dawg"):
    formula = sx.encode(puzzle, encoding=encoding).formula
    print(encoding, formula.n_vars, "variables", formula.n_clauses, "clauses")

# %% [markdown]
# Exact counts, of the lazy engine's enumeration and of the counter.

# %%
fills = list(sx.enumerate_fills(puzzle))
count = sx.count(puzzle)
print(len(fills), count.value)
fills[0]

# %% [markdown]
# A grid that has no fill, and a proof that a separate checker follows line by line.

# %%
folder = Path(tempfile.mkdtemp())
none = sx.Puzzle(sx.Grid.parse("...\n...\n..."), ["cat", "dog", "tac", "god"])
print(sx.fill(none))
proved = sx.prove(none, folder / "proof")
print(proved)
print(sx.check_proof(folder / "proof" / "puzzle.cnf", folder / "proof" / "proof.drat"))

# %% [markdown]
# Why not, and what would help?

# %%
print(sx.explain(none))
