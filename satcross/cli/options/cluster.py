"""The option set of what can run on a cluster."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satcross.checks import check_integer
from satcross.cli.errors import echo_err
from satcross.cli.options.command import option_set
from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.cluster.pools import Pool


@option_set("Cluster")
class ClusterOptions:
    """Where the work is done."""

    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="local[:N]|ADDRESS",
            help="Do the work on a Dask cluster: on this machine, or tcp://HOST:PORT,"
            " tls://HOST:PORT, file:scheduler.json.",
            show_default=False,
        ),
    ] = None

    def pool(self) -> "Pool":
        """The workers. Raises OptionError: there is no such cluster."""
        from satcross.cluster import connect

        pool = connect(self.cluster)
        if pool.dashboard:
            echo_err(f"dashboard: {pool.dashboard}")
        return pool


@option_set("Cluster")
class LedgerOptions(ClusterOptions):
    """A cluster, and where the results of cubes are kept."""

    state: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="With --cluster: continue the count that FOLDER records, and record progress"
            " there.",
        ),
    ] = None

    def check(self) -> None:
        """Whether the options go together. Raises OptionError."""
        if self.state is not None and self.cluster is None:
            raise OptionError(
                "is for work on a cluster", hint="add --cluster local", parameter="state"
            )


@option_set("Cluster")
class CubeOptions(ClusterOptions):
    """What is divided into cubes, which a cluster does."""

    ordered: Annotated[
        bool,
        typer.Option(
            "--ordered",
            help="With --cluster: give the fills in the order of the cubes, not as they come.",
        ),
    ] = False
    seeds: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="With --cluster: search with N seeds, from --seed on; the first answer counts.",
        ),
    ] = None

    def check(self) -> None:
        """Whether the options go together. Raises OptionError."""
        for parameter, is_given in (("ordered", self.ordered), ("seeds", self.seeds is not None)):
            if is_given and self.cluster is None:
                raise OptionError(
                    "is for work on a cluster", hint="add --cluster local", parameter=parameter
                )
        if self.seeds is not None:
            check_integer(self.seeds, "seeds", at_least=1)
