"""Pools without processes, for what a task makes of the ends of calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from satcross.cluster.pools import Done, Pool, digest_of, receive


class SerialPool(Pool):
    """Does a call, in this process, each time that ends are asked for.

    Args:
        n_workers: what it pretends to have.
        last_first: whether the last call ends first.

    Fields:
        calls: those that have not ended: ticket, function, arguments.
        ran: the arguments of those that have.
        is_stopped: whether it was told to stop.
    """

    def __init__(self, n_workers: int = 1, *, last_first: bool = False) -> None:
        super().__init__()
        self._n = n_workers
        self._last_first = last_first
        self.calls: list[tuple[int, Callable[..., Any], tuple[Any, ...]]] = []
        self.ran: list[tuple[Any, ...]] = []
        self.is_stopped = False

    @property
    def n_workers(self) -> int:
        """As it was told."""
        return self._n

    def give(self, payload: bytes) -> str:
        """See `Pool`."""
        receive(digest_of(payload), payload)
        return digest_of(payload)

    def submit(self, function: Callable[..., Any], *args: Any) -> int:
        """See `Pool`."""
        self._n_calls += 1
        self.calls.append((self._n_calls, function, args))
        return self._n_calls

    def ended(self, wait_s: float) -> list[Done]:
        """See `Pool`; without waiting."""
        del wait_s
        if not self.calls:
            return []
        ticket, function, args = self.calls.pop(-1 if self._last_first else 0)
        self.ran.append(args)
        try:
            return [Done(ticket, function(*args))]
        except MemoryError as error:
            return [Done(ticket, None, error)]

    def stop(self) -> None:
        """See `Pool`."""
        self.is_stopped = True

    def close(self) -> None:
        """See `Pool`."""
