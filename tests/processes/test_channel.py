"""Messages between parent and child: whole, in whatever pieces they come, and without copies."""

from __future__ import annotations

import pickle
import random
import struct
from typing import Any

import numpy as np
import pytest

from satcross.errors import OptionError, SolverError
from satcross.processes.channel import Codec
from satcross.processes.child import DiedError
from satcross.processes.inside import portable, reason_of

ARRAYS = (np.arange(10_000), np.zeros(0, dtype=np.int32), np.arange(12).reshape(3, 4)[:, ::2])


def joined(pieces: list[memoryview]) -> bytes:
    return b"".join(pieces)


@pytest.mark.parametrize("most", [1, 7, 1000, 1 << 20])
def test_messages_arrive_in_whatever_pieces(most: int) -> None:
    rng = random.Random(most)
    sent: list[Any] = [None, "text", {"a": [1, 2]}, *ARRAYS, b"x" * 5000, 2**200]
    here, there = Codec(), Codec()
    data = b"".join(joined(here.frame(("news", one))) for one in sent)
    received: list[Any] = []
    while data:
        n = rng.randint(1, most)
        received += there.feed(data[:n])
        data = data[n:]
    assert [kind for kind, _ in received] == ["news"] * len(sent)
    for (_, got), one in zip(received, sent, strict=True):
        assert type(got) is type(one)
        assert np.array_equal(got, one) if isinstance(one, np.ndarray) else got == one
    assert there.feed(b"") == []


def test_arrays_are_sent_as_they_are_and_can_be_written_to() -> None:
    array = np.arange(100_000)
    pieces = Codec().frame(array)
    assert np.shares_memory(np.frombuffer(pieces[1], dtype=array.dtype), array)
    (received,) = Codec().feed(joined(pieces))
    received[0] = 5
    assert array[0] == 0


def test_half_a_message_is_none() -> None:
    data = joined(Codec().frame("text"))
    assert Codec().feed(data[:-1]) == []
    assert struct.unpack_from("<QI", data) == (len(data) - 12, 0)


def test_large_objects_are_sent_once() -> None:
    class_of_large = bytearray
    large, here, there = bytearray(10_000), Codec(), Codec()
    (first,) = there.feed(joined(here.first([large, "task"], (class_of_large,))))
    copy, task = there.take_first(first)
    assert (task, copy) == ("task", large)
    assert len(joined(here.frame({"again": large}))) < 100
    (again,) = there.feed(joined(here.frame({"again": large})))
    assert again["again"] is copy
    (back,) = here.feed(joined(there.frame([copy])))
    assert back[0] is large


def test_errors_that_cannot_be_sent_say_the_same() -> None:
    class LocalError(Exception):
        pass

    error = OptionError("bad", hint="do", parameter="seed")
    assert portable(error) is error
    died = DiedError("glucose4", "signal 9")
    assert str(portable(died)) == str(pickle.loads(pickle.dumps(died))) == "glucose4 died: signal 9"
    other = portable(LocalError("why"))
    assert type(other) is SolverError
    assert str(other) == "LocalError: why"
    assert reason_of(MemoryError()) == "out of memory"
    assert reason_of(error) == str(error)
    assert reason_of(ValueError("x")) == "ValueError: x"
