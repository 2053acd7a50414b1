"""The option set of what can run on a cluster."""

from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli.errors import echo_err
from satcross.cli.options.command import option_set

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
            " tls://HOST:PORT, file:scheduler.json. Default: the cores of this machine, without"
            " Dask.",
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
