"""The option set of what can run on a cluster."""

from pathlib import Path
from typing import TYPE_CHECKING

from satcross.checks import check_integer
from satcross.cli.errors import echo_err
from satcross.cli.options.command import flag, option, option_set
from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.cluster.pools import Pool


@option_set("Cluster")
class ClusterOptions:
    """Where the work is done."""

    cluster: str | None = option(
        "local[:N]|ADDRESS",
        "Do the work on a Dask cluster: on this machine, or tcp://HOST:PORT, tls://HOST:PORT,"
        " file:scheduler.json, slurm:profile.yaml.",
    )

    def need_cluster(self, **given: bool) -> None:
        """Raises OptionError: an option is given that has no meaning without `--cluster`."""
        for parameter, is_given in given.items():
            if is_given and self.cluster is None:
                raise OptionError(
                    "is for work on a cluster", hint="add --cluster local", parameter=parameter
                )

    def pool(self) -> "Pool":
        """The workers. Raises OptionError: there is no such cluster."""
        from satcross.cluster import connect

        pool = connect(self.cluster)
        for warning in pool.warnings:
            echo_err(f"warning: {warning}")
        if pool.dashboard:
            echo_err(f"dashboard: {pool.dashboard}")
        return pool


@option_set("Cluster")
class LedgerOptions(ClusterOptions):
    """A cluster, and where the results of cubes are kept."""

    state: Path | None = option(
        "FOLDER",
        "With --cluster: continue the work that FOLDER records, and record progress there.",
    )

    def check(self) -> None:
        """Whether the options go together. Raises OptionError."""
        self.need_cluster(state=self.state is not None)


@option_set("Cluster")
class CubeOptions(ClusterOptions):
    """What is divided into cubes, which a cluster does."""

    ordered: bool = flag(
        "With --cluster: give the fills in the order of the cubes, not as they come."
    )
    seeds: int | None = option(
        "N", "With --cluster: search with N seeds, from --seed on; the first answer counts."
    )

    def check(self) -> None:
        """Whether the options go together. Raises OptionError."""
        self.need_cluster(ordered=self.ordered, seeds=self.seeds is not None)
        if self.seeds is not None:
            check_integer(self.seeds, "seeds", at_least=1)


@option_set("Cluster")
class SeedRaceOptions(ClusterOptions):
    """Seeds that search at the same time: in processes of this machine, or on a cluster."""

    jobs: int = option(
        "N",
        "Search with N seeds at once, from --seed on, each in its own process; the grid that takes"
        " the least work counts, whatever the timing. 0: one for each CPU.",
        default=1,
        panel="Search",
    )

    seeds: int | None = option(
        "N",
        "With --cluster: N seeds, from --seed on, one a worker at a time. Default: as many as are"
        " needed.",
    )
    keep_best: bool = flag(
        "With --cluster: of the grids of all seeds, or of those made within the time limit, those"
        " with the best scores; not the first."
    )

    def check(self, time_limit_s: float | None) -> None:
        """Whether the options go together. Raises OptionError."""
        if self.jobs != 1 and self.cluster is not None:
            raise OptionError("--jobs and --cluster do not go together", hint="give one of them")
        self.need_cluster(seeds=self.seeds is not None, keep_best=self.keep_best)
        if self.seeds is not None:
            check_integer(self.seeds, "seeds", at_least=1)
        if self.keep_best and self.seeds is None and time_limit_s is None:
            raise OptionError(
                "there is no end to seeds", hint="add --seeds or --time-limit",
                parameter="keep_best",
            )  # fmt: skip


@option_set("Cluster")
class ProofClusterOptions(LedgerOptions):
    """A cluster that refutes cubes, and how their proofs are written."""

    combined: bool = flag(
        "With --cluster: write one DRAT proof of the whole, which other checkers read, instead of"
        " one for each cube."
    )

    def check(self) -> None:
        """Whether the options go together. Raises OptionError."""
        super().check()
        self.need_cluster(combined=self.combined)
