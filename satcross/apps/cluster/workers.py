"""What options such as --cluster ask for: workers, and tasks that they do.

The command line finds this by the file's name: see `satcross.cli.options.cluster`.
"""

from satcross.apps.cluster import connect
from satcross.apps.cluster.best import PoolOptimise
from satcross.apps.cluster.runs import PoolCount, PoolFills

__all__ = ["PoolCount", "PoolFills", "PoolOptimise", "connect"]
