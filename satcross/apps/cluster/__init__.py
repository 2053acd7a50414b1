"""Work on several processes or machines: cubes, the ledger of their results, and pools of workers.

A puzzle is split into *cubes* (`satcross.tasks.cubes`): the same puzzle with more letters given, no
two alike, all together the whole. Workers of a *pool* (`pools`) do them (`work`). What they return
is committed to a *ledger* (`ledger`), a file of SQLite; nothing is believed that is not there.
`campaign` gives them out, `runs` has tasks that do all that, and `batch` the lists of independent
jobs.

For SAT researchers with a cluster, and for whoever fills many grids. `workers.py` is what
`--cluster` of other commands asks for, `commands/batch.py` the command for many jobs. Without it
`batch` is gone, and `--cluster` is refused; no room needs it.

From the core it takes puzzles, tasks and cubes, from other rooms counts and the best fill.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satcross.extend import checked

if TYPE_CHECKING:
    from satcross.apps.cluster.pools import Pool


@checked
def connect(address: str | None = None) -> Pool:
    """Workers for the functions that take a `pool`. Use it in a `with` statement.

    Args:
        address: "local" or "local:N", processes of this machine; "tcp://HOST:PORT",
            "tls://HOST:PORT" or "file:scheduler.json", a Dask cluster that runs; None for as many
            processes as this machine has CPUs.

    Raises:
        OptionError: there is no such cluster, or Dask is not installed.
    """
    here = re.fullmatch(r"local(?::(\d{1,4}))?", address or "local")
    if here is not None:
        from satcross.apps.cluster.local import LocalPool

        return LocalPool(int(here[1] or 0))
    assert address is not None
    from satcross.apps.cluster.dask import DaskPool

    return DaskPool(address)
