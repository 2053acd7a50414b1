"""The best fill, and the proof that there is no better one.

For constructors with a scored list. `optimise` has the task, `several` the best fills in falling
order, all of it in `ranked`. The largest lowest score is found in `lowest`; the largest `total` by
the scored search of the engine, by `clusters` of slots whose letters have `prices`, and `anew` from
fills that a beam found. What a fill is worth is in `satcross.tasks.objective`. `api` has the public
functions; `commands/optimise.py` is `satcross optimise`.

From the core it takes puzzles, the engine with its lists of whole regions, and certificates.
"""
