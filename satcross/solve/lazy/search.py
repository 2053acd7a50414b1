"""What a search says, and how its conflicts are spent.

The extension module has the search: `kernel/compiled.py`. `tests/oracles/lazy/search.py` is the
same in Python, and says what is done and why. They give the same answers, step by step.
"""

from __future__ import annotations

from typing import Final

FOUND: Final = 1
NONE: Final = -1
PAUSED: Final = 0

RESTART_UNIT = 400  # conflicts between restarts, times 1 1 2 1 1 2 4 ... (Luby et al., 1993)
REDUCE_FROM = 2000  # conflicts, and as many more as clauses were kept, between clearings
# When a learnt clause speaks of more than this share of the open cells, a mean of all between two
# restarts, learning prunes nothing: a chronological phase follows, which learns nothing but restart
# nogoods, of CHRONO_CONFLICTS conflicts, then twice as many.
# Not where answers come quickly one after the other: not before a restart's worth of conflicts.
CHRONO_CELLS = 0.4
CHRONO_CONFLICTS = 8000
