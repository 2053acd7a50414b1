"""What a solver's parent and child process say to each other: frames of a head and numbers.

A frame is `<kind: u8> <n_bytes: u64> <payload>`, little-endian. This module is small because the
child imports it before anything else.
"""

from __future__ import annotations

import struct
from typing import BinaryIO

HEAD = struct.Struct("<BQ")

# Parent to child.
OPEN = b"O"[0]  # the solver's name in ASCII
PHASES = b"P"[0]  # int32 literals to try first
ADD = b"A"[0]  # int32 clauses, each closed by a 0
SOLVE = b"S"[0]  # int32: the number of variables, then the assumptions

# Child to parent. Each begins with the four counters as int64, except FAILED.
SAT = b"+"[0]  # then int32: the true variables
UNSAT = b"-"[0]  # then int32: the core
FAILED = b"!"[0]  # why, in UTF-8

COUNTERS = struct.Struct("<4q")


def frame(kind: int, payload: bytes | memoryview = b"") -> bytes:
    """The head of a frame with its payload."""
    return HEAD.pack(kind, len(payload)) + payload


def read_frame(stream: BinaryIO) -> tuple[int, bytes] | None:
    """The next frame from a blocking stream; None at its end."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    kind, n_bytes = HEAD.unpack(head)
    payload = stream.read(n_bytes)
    return (kind, payload) if len(payload) == n_bytes else None
