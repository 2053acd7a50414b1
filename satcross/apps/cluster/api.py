"""Many independent jobs: the public function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from satcross import OptionError
from satcross.extend import public

if TYPE_CHECKING:
    from satcross.apps.cluster.batch import Batch
    from satcross.apps.cluster.pools import Pool


@public
def run_batch(
    jobs: Iterable[Mapping[str, Any]],
    *,
    pool: Pool | None = None,
    time_limit_s: float | None = None,
) -> Batch:
    """An iterator over the results of many independent jobs, in their order.

    Args:
        jobs: mappings, as the lines of a file of `satcross batch` have them, with "grid", a path or
            rows, or "grids", several; and, if wanted, "words", a path or several, or "lists";
            "seed", or "seeds", a list or how many; "task", "fill" or "count"; "time_limit", in
            seconds; "min_score"; "id"; and rules, as "allow_repeats", "min_length" and "rebus".
        pool: who does them, as `connect` opens it; by default a process for each CPU.
        time_limit_s: seconds for each job that has no limit of its own.

    Returns: an iterator of plain data, schema `satcross.batch/1`. Of jobs that cannot be run, as
        where a file is missing, the result is an error.

    Raises:
        OptionError: something is no job; the error has its number.

    >>> results = run_batch([{"grid": "missing.txt"}])
    >>> [result["result"] for result in results]
    ['error']
    """
    from satcross.apps.cluster.batch import Batch
    from satcross.apps.cluster.jobs import numbered_jobs
    from satcross.apps.cluster.local import LocalPool
    from satcross.apps.cluster.pools import Pool

    if pool is not None and not isinstance(pool, Pool):
        raise OptionError("must be a pool, as `connect` gives", parameter="pool")
    wanted = numbered_jobs(jobs)
    return Batch(wanted, pool or LocalPool(), time_limit_s=time_limit_s, owns_pool=pool is None)
