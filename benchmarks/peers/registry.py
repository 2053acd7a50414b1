"""The peers of the tables, in their order."""

from __future__ import annotations

from benchmarks.peers.base import Peer
from benchmarks.peers.blacksquare import BLACKSQUARE
from benchmarks.peers.clingo_asp import CLINGO
from benchmarks.peers.constraint2 import CONSTRAINT2
from benchmarks.peers.cp_sat import CP_SAT
from benchmarks.peers.cs50 import Cs50
from benchmarks.peers.ingrid import Ingrid
from benchmarks.peers.minizinc_gecode import Minizinc
from benchmarks.peers.qxw import Qxw
from benchmarks.peers.satcross import Satcross

PEERS: tuple[Peer, ...] = (Qxw(), BLACKSQUARE, Cs50(), CONSTRAINT2)
EAGER: tuple[Satcross, ...] = (Satcross("cadical195"), Satcross("glucose4"), Satcross("kissat404"))
ALL: tuple[Peer, ...] = (
    Qxw(), Ingrid(), BLACKSQUARE, Minizinc(), Cs50(), CP_SAT, CLINGO, CONSTRAINT2, *EAGER,
)  # fmt: skip
