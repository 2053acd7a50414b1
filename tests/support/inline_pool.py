"""A pool without processes: calls are done one by one, in an order and with faults to choose."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from satcross.cluster.pools import Done, Pool, digest_of, receive


class InlinePool(Pool):
    """Does calls when results are asked for.

    Args:
        rng: chooses which call is next; None for the first.
        fault: given the function and its arguments in place of the call, returns what it does: the
            results that arrive, each a value or an exception; none if it hangs.
    """

    name = "inline"

    def __init__(
        self,
        rng: random.Random | None = None,
        fault: Callable[[Callable[..., Any], tuple[Any, ...]], list[Any]] | None = None,
    ) -> None:
        super().__init__()
        self._rng = rng
        self._fault = fault
        self._waiting: list[tuple[int, Callable[..., Any], tuple[Any, ...]]] = []

    @property
    def n_workers(self) -> int:
        return 2

    def give(self, payload: bytes) -> str:
        digest = digest_of(payload)
        receive(digest, payload)
        return digest

    def submit(self, function: Callable[..., Any], *args: Any) -> int:
        self._n_calls += 1
        self._waiting.append((self._n_calls, function, args))
        return self._n_calls

    def ended(self, wait_s: float) -> list[Done]:
        if not self._waiting:
            return []
        at = self._rng.randrange(len(self._waiting)) if self._rng else 0
        ticket, function, args = self._waiting.pop(at)
        outcomes = self._fault(function, args) if self._fault else [function(*args)]
        return [
            Done(ticket, error=one) if isinstance(one, BaseException) else Done(ticket, one)
            for one in outcomes
        ]

    def stop(self) -> None:
        self._waiting.clear()

    def close(self) -> None:
        self._waiting.clear()
