"""The peers of the table, in its order."""

from __future__ import annotations

from benchmarks.peers.base import Peer
from benchmarks.peers.blacksquare import Blacksquare
from benchmarks.peers.constraint2 import Constraint2
from benchmarks.peers.cs50 import Cs50
from benchmarks.peers.qxw import Qxw

PEERS: tuple[Peer, ...] = (Qxw(), Blacksquare(), Cs50(), Constraint2())
