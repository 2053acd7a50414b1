"""The option set of what can run on a cluster.

Who does the work is a room's, in a file `workers.py`: `connect` opens a pool of workers, and
`PoolFills`, `PoolCount` and `PoolOptimise` are tasks for one.
"""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

from satcross import rooms
from satcross.cli.errors import echo_err
from satcross.cli.options.command import flag, option, option_set


@option_set("Cluster")
class ClusterOptions:
    """Where the work is done."""

    cluster: str | None = option(
        "local[:N]|ADDRESS",
        "Do the work in N processes of this machine, or on a Dask cluster: tcp://HOST:PORT,"
        " tls://HOST:PORT, file:scheduler.json.",
    )

    @staticmethod
    def workers() -> ModuleType:
        """The module `workers` of the room that has it. Raises OptionError: no room has one."""
        return rooms.only("workers", "works on a cluster", "leave it out", "cluster")

    def pool_if_named(self) -> "AbstractContextManager[Any]":
        """The workers of a cluster, as `pool`; None where no cluster is named."""
        return nullcontext() if self.cluster is None else self.pool()

    def pool(self) -> Any:
        """The workers, by default of this machine. Raises OptionError: there is no such cluster."""
        pool = self.workers().connect(self.cluster)
        for warning in pool.warnings:
            echo_err(f"warning: {warning}")
        if pool.dashboard:
            echo_err(f"dashboard: {pool.dashboard}")
        return pool


@option_set("Cluster", exclusions="state !cluster: is for work on a cluster; add --cluster local")
class LedgerOptions(ClusterOptions):
    """A cluster, and where the results of cubes are kept."""

    state: Path | None = option(
        "FOLDER",
        "With --cluster: continue the work that FOLDER records, and record progress there.",
    )

    @property
    def saved(self) -> dict[str, Any]:
        """The same as keywords of a task of `workers`."""
        return {"state": self.state, "resume": self.state is not None}


@option_set("Cluster")
class CubeOptions(ClusterOptions):
    """What is divided into cubes, which a cluster does."""

    ordered: bool = flag(
        "With --cluster: give the fills in the order of the cubes, not as they come."
    )
