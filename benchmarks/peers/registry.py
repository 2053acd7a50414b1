"""The peers of the tables, in their order."""

from __future__ import annotations

from benchmarks.peers.base import Peer
from benchmarks.peers.blacksquare import Blacksquare
from benchmarks.peers.clingo_asp import Clingo
from benchmarks.peers.constraint2 import Constraint2
from benchmarks.peers.cp_sat import CpSat
from benchmarks.peers.cs50 import Cs50
from benchmarks.peers.ingrid import Ingrid
from benchmarks.peers.minizinc_gecode import Minizinc
from benchmarks.peers.qxw import Qxw
from benchmarks.peers.satcross import Satcross

PEERS: tuple[Peer, ...] = (Qxw(), Blacksquare(), Cs50(), Constraint2())
EAGER: tuple[Satcross, ...] = (Satcross("cadical195"), Satcross("glucose4"), Satcross("kissat404"))
ALL: tuple[Peer, ...] = (
    Qxw(), Ingrid(), Blacksquare(), Minizinc(), Cs50(), CpSat(), Clingo(), Constraint2(), *EAGER,
)  # fmt: skip
