"""A pool of processes of this machine."""

from __future__ import annotations

import os
import pickle
import queue
import threading
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from satcross.apps.cluster.pools import (
    CallDone,
    Pool,
    PoolError,
    WorkerDiedError,
    digest_of,
    receive,
    stop_when,
)
from satcross.extend import Channel, Child, Crew, Message
from satcross.processes.inside import portable, reason_of

_MOST_DEATHS = 100  # of workers in one run; then something is wrong with the machine
_MOST_DEATHS_OF_CALL = 3  # as Dask's `allowed-failures`
_WAIT_S = 60.0  # for a message, again and again


class LocalPool(Pool):
    """Processes of this machine.

    Args:
        n_workers: how many; 0 for one for each CPU.
    """

    def __init__(self, n_workers: int = 0) -> None:
        super().__init__()
        self._n = Crew.size_of(n_workers)
        self.name = f"{self._n} local processes"
        self._crew = Crew()
        self._workers: dict[int, _Worker] = {}  # by number
        self._n_started = 0
        self._n_stops = 0  # calls have the number of the stop that ends them
        self._given: dict[str, bytes] = {}
        self._calls: dict[int, tuple[Any, ...]] = {}  # by ticket, what a worker is told
        self._waiting: deque[int] = deque()  # tickets of calls that no worker has begun
        self._n_deaths_of: Counter[int] = Counter()  # by ticket
        self._lock = threading.RLock()
        self._is_closed = False
        self._listener = threading.Thread(target=self._listen, daemon=True)

    @property
    def n_workers(self) -> int:
        """The number of processes."""
        return self._n

    def give(self, payload: bytes) -> str:
        """See `Pool`."""
        digest = digest_of(payload)
        with self._lock:
            self._given[digest] = payload
            for worker in self._workers.values():
                worker.give(digest, payload)
        return digest

    def submit(self, function: Callable[..., Any], *args: Any) -> int:
        """See `Pool`."""
        with self._lock:
            self._n_calls += 1
            self._calls[self._n_calls] = (self._n_stops + 1, function, args)
            self._waiting.append(self._n_calls)
            self._give_out()
            return self._n_calls

    def _give_out(self) -> None:
        """Give calls that wait to workers that have none."""
        while self._waiting:
            idle = next((one for one in self._workers.values() if not one.ticket), None)
            if idle is None and len(self._workers) == self._n:
                return
            worker = idle or self._start()
            worker.ticket = self._waiting.popleft()
            worker.child.send(("call", self._calls[worker.ticket]))

    def _start(self) -> _Worker:
        self._n_started += 1
        child = self._crew.start(self._n_started, _serve, self._n_stops, purpose="a worker")
        worker = self._workers[self._n_started] = _Worker(child)
        for digest, payload in self._given.items():
            worker.give(digest, payload)
        if self._listener.ident is None:
            self._listener.start()
        return worker

    def _listen(self) -> None:
        """In a thread: hear the workers, and give each its next call at once."""
        try:
            while not self._is_closed and self._crew.working:
                for message in self._crew.listen(_WAIT_S):
                    with self._lock:
                        if not self._is_closed:
                            self._hear(message)
        except Exception as error:  # or nobody would know that nothing comes any more
            self._ended.put(CallDone(0, error=PoolError(reason_of(error))))

    def _hear(self, message: Message) -> None:
        worker = self._workers[message.number]
        ticket, worker.ticket = worker.ticket, 0
        if message.kind == "news":
            self._end(ticket, *message.data)
        else:
            self._lose(message.number, ticket)
        self._give_out()

    def _lose(self, number: int, ticket: int) -> None:
        """A worker has died: another does its call."""
        self._crew.drop(number)
        del self._workers[number]
        self.n_deaths += 1
        if self.n_deaths > _MOST_DEATHS:
            raise PoolError(f"{self.n_deaths} workers of this machine died")
        self._start()
        if not ticket:
            return
        n = self._n_deaths_of[ticket] = self._n_deaths_of[ticket] + 1
        if n < _MOST_DEATHS_OF_CALL:
            self._waiting.appendleft(ticket)
        else:
            self._end(ticket, None, WorkerDiedError(f"{n} workers died of it, or hung"))

    def _end(self, ticket: int, value: Any, error: Exception | None) -> None:
        del self._calls[ticket]
        self._ended.put(CallDone(ticket, value, error))

    def renew(self, ticket: int) -> bool:
        """See `Pool`. The worker is killed; a call that no worker has begun just waits on."""
        with self._lock:
            for worker in self._workers.values():
                if worker.ticket == ticket:
                    worker.child.kill()
        return True

    def stop(self) -> None:
        """See `Pool`."""
        with self._lock:
            self._n_stops += 1
            for worker in self._workers.values():
                worker.child.send(("stop", self._n_stops))

    def close(self) -> None:
        """See `Pool`. All processes are killed."""
        with self._lock:
            self._is_closed = True
            for worker in self._workers.values():
                worker.child.kill()
        if self._listener.ident is not None:  # it runs since the first worker
            self._listener.join()
        self._crew.close()


@dataclass(slots=True, eq=False)
class _Worker:
    """A local worker, from the outside. Args: child: it; ticket: of its call, or 0."""

    child: Child
    ticket: int = 0

    def give(self, digest: str, payload: bytes) -> None:
        """Send a payload, which needs no copy."""
        self.child.send(("give", (digest, pickle.PickleBuffer(payload))))


def _serve(channel: Channel, latest_stop: int) -> None:
    """In a local worker: do call after call. Args: latest_stop: the number of the latest stop."""
    calls: queue.SimpleQueue[tuple[int, Callable[..., Any], tuple[Any, ...]]] = queue.SimpleQueue()

    def listen() -> None:
        nonlocal latest_stop
        for kind, data in channel:
            match kind:
                case "give":
                    digest, payload = data
                    receive(digest, bytes(payload))
                case "stop":
                    latest_stop = data
                case "call":
                    calls.put(data)
        os._exit(1)  # the pool is gone

    def is_over(stop: int) -> bool:
        return latest_stop >= stop

    threading.Thread(target=listen, daemon=True).start()
    while True:
        stop, function, args = calls.get()
        stop_when(partial(is_over, stop))
        try:
            channel.send((function(*args), None))
        except Exception as error:
            channel.send((None, portable(error)))
