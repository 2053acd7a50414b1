"""Pools without processes, for what a task makes of the ends of calls."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from satcross.apps.cluster.pools import CallDone, Pool, digest_of, receive


class InlinePool(Pool):
    """Does calls when results are asked for.

    Args:
        rng: chooses which call is next; None for the first.
        fault: given the function and its arguments in place of the call, returns what it does: the
            results that arrive, each a value or an exception; none if it hangs.

    Fields:
        calls: those that have not ended: ticket, function, arguments.
    """

    name = "inline"

    def __init__(
        self,
        rng: random.Random | None = None,
        fault: Callable[[Callable[..., Any], tuple[Any, ...]], list[Any]] | None = None,
    ) -> None:
        super().__init__()
        self._next = 0
        self._rng = rng
        self._fault = fault
        self.calls: list[tuple[int, Callable[..., Any], tuple[Any, ...]]] = []

    @property
    def n_workers(self) -> int:
        return 2

    def give(self, payload: bytes) -> str:
        digest = digest_of(payload)
        receive(digest, payload)
        return digest

    def submit(self, function: Callable[..., Any], *args: Any) -> int:
        self._n_calls += 1
        self.calls.append((self._n_calls, function, args))
        return self._n_calls

    def ended(self, wait_s: float) -> list[CallDone]:
        if not self.calls:
            return []
        at = self._rng.randrange(len(self.calls)) if self._rng else self._next
        ticket, function, args = self.calls.pop(at)
        outcomes = self._fault(function, args) if self._fault else [function(*args)]
        return [
            CallDone(ticket, error=one) if isinstance(one, BaseException) else CallDone(ticket, one)
            for one in outcomes
        ]

    def stop(self) -> None:
        self.calls.clear()

    def close(self) -> None:
        self.calls.clear()


class SerialPool(InlinePool):
    """Does calls in the order in which they came, and keeps a record of them.

    Args:
        n_workers: what it pretends to have.
        last_first: whether the last call ends first.

    Fields:
        ran: the arguments of the calls that have ended.
        is_stopped: whether `stop` was called.
    """

    def __init__(self, n_workers: int = 1, *, last_first: bool = False) -> None:
        super().__init__(fault=self._run)
        self._n = n_workers
        self._next = -1 if last_first else 0
        self.ran: list[tuple[Any, ...]] = []
        self.is_stopped = False

    @property
    def n_workers(self) -> int:
        return self._n

    def _run(self, function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
        self.ran.append(args)
        try:
            return [function(*args)]
        except MemoryError as error:
            return [error]

    def stop(self) -> None:
        self.is_stopped = True

    def close(self) -> None:
        pass
