"""Pools of workers, and what a worker knows of its pool.

A pool, of this machine (`local`) or of a Dask cluster (`dask`), runs functions of a module with
data that can be pickled. What all calls need, as a puzzle with its word list, is given to the pool
once, as *payloads*, by their digest; a worker that joins later gets them too. A call may run twice,
or on a worker that dies; exactness is up to the ledger.
"""

from __future__ import annotations

import hashlib
import pickle
import queue
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from satcross import SolverError, __version__

_HEAD = f"satcross {__version__}\n".encode()  # of payloads

T = TypeVar("T")

# In a worker: what it was given, by digest, the objects made of it, and whether to stop.
_payloads: dict[str, bytes] = {}
_objects: dict[str, Any] = {}
_ends: list[Callable[[], bool]] = []


class PoolError(SolverError):
    """Workers that cannot be used: another release or other data, too many deaths, or no way."""


class WorkerDiedError(SolverError):
    """A call under which worker after worker died."""


@dataclass(frozen=True, slots=True)
class CallDone:
    """The end of a call.

    Args:
        ticket: what `Pool.submit` returned.
        value: what the function returned.
        error: why there is none: its exception, or that of the worker.
    """

    ticket: int
    value: Any = None
    error: BaseException | None = None


class Pool(ABC):
    """Workers. Use it in a `with` statement.

    Fields:
        name: for messages.
        dashboard: the address of a page that shows the workers; "" where there is none.
        n_deaths: workers that died, or left, so far.
        warnings: what is unsafe or slow about them, a line each.
    """

    name = ""
    dashboard = ""
    warnings: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.n_deaths = 0
        self._ended: queue.SimpleQueue[CallDone] = queue.SimpleQueue()
        self._n_calls = 0

    @property
    @abstractmethod
    def n_workers(self) -> int:
        """Calls that can run at the same time now."""

    @abstractmethod
    def give(self, payload: bytes) -> str:
        """Give data to all workers, those that come later included; its digest."""

    @abstractmethod
    def submit(self, function: Callable[..., Any], *args: Any) -> int:
        """Begin a call; its ticket."""

    def renew(self, ticket: int) -> bool:
        """Begin a call anew that does not end, in another worker; False where that is not possible.

        It counts as one under which a worker died.
        """
        return False

    @abstractmethod
    def stop(self) -> None:
        """Ask all calls so far to stop, as far as they look at `is_stopped`."""

    @abstractmethod
    def close(self) -> None:
        """Let the workers go. May be called twice."""

    def ended(self, wait_s: float) -> list[CallDone]:
        """The calls that have ended since the last time; waits for one up to `wait_s` seconds.

        Raises:
            PoolError: the workers cannot be used any more.
        """
        done: list[CallDone] = []
        with suppress(queue.Empty):
            done.append(self._ended.get(timeout=wait_s))
            while True:
                done.append(self._ended.get_nowait())
        for one in done:
            if isinstance(one.error, PoolError):
                raise one.error
        return done

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Calls(Generic[T]):
    """Calls of a pool that have not ended, each with what it is about.

    Args:
        pool: does them.
        n_each: calls for each worker at the same time.
    """

    def __init__(self, pool: Pool, n_each: int = 1) -> None:
        self._pool, self._n_each = pool, n_each
        self._about: dict[int, T] = {}

    def __len__(self) -> int:
        return len(self._about)

    def __iter__(self) -> Iterator[T]:
        return iter(self._about.values())

    @property
    def has_room(self) -> bool:
        """Whether there is a worker for another call."""
        return len(self) < self._n_each * max(1, self._pool.n_workers)

    def begin(self, about: T, function: Callable[..., Any], *args: Any) -> None:
        """Begin a call."""
        self._about[self._pool.submit(function, *args)] = about

    def ended(self, wait_s: float) -> Iterator[tuple[T, CallDone]]:
        """Those that have ended since the last time; raises as `Pool.ended`."""
        for done in self._pool.ended(wait_s):
            if done.ticket in self._about:
                yield self._about.pop(done.ticket), done

    def stop(self) -> None:
        """Ask them to stop."""
        if self._about:
            self._pool.stop()


def receive(digest: str, payload: bytes) -> None:
    """In a worker: take a payload."""
    _payloads[digest] = payload


def payload_of(value: Any) -> bytes:
    """An object as a payload, for workers of the same release."""
    return _HEAD + pickle.dumps(value, protocol=5)


def digest_of(payload: bytes) -> str:
    """The name of a payload."""
    return hashlib.sha256(payload).hexdigest()


def unpacked(digest: str) -> Any:
    """In a worker: the object of a payload.

    Raises:
        SolverError: it was not given.
        PoolError: it is not what was given, or is for another release.
    """
    if digest not in _objects:
        if digest not in _payloads:
            raise SolverError("the worker has not received the puzzle")
        payload = _payloads[digest]
        if digest_of(payload) != digest:
            raise PoolError("a worker has received another puzzle or word list")
        head, _, pickled = payload.partition(b"\n")
        if head + b"\n" != _HEAD:
            theirs = head.decode("ascii", "replace")
            raise PoolError(_two_releases(theirs, _HEAD.decode().strip()))
        _objects[digest] = pickle.loads(pickled)
    return _objects[digest]


def _two_releases(ours: str, theirs: str) -> str:
    return f"a worker has {theirs}, and this is {ours}; install the same release on all machines"


def stop_when(is_over: Callable[[], bool]) -> None:
    """In a worker: its next call should end when this is true."""
    _ends[:] = [is_over]


def is_stopped() -> bool:
    """In a worker: whether its call should end."""
    return any(is_over() for is_over in _ends)
