"""Pools of workers: processes of this machine, or those of a Dask cluster.

A pool runs functions of a module with data that can be pickled. What all calls need, as a puzzle
with its word list, is given to the pool once, as *payloads*, by their digest; a worker that joins
later gets them too. A call may run twice, or on a worker that dies; exactness is up to the ledger.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import queue
import re
import threading
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Self, TypeVar
from urllib.parse import urlsplit

from satcross import __version__
from satcross.checks import is_loopback
from satcross.errors import OptionError, SolverError
from satcross.files import exists
from satcross.processes.child import Child, Crew, Message
from satcross.processes.inside import Channel, portable, reason_of
from satcross.tasks.jobs import number_of_jobs

INSTALL = "pip install 'satcross[cluster]'"
_HINT = (
    "local, local:4, tcp://HOST:PORT, tls://HOST:PORT, file:scheduler.json, or slurm:profile.yaml"
)
_MOST_DEATHS = 100  # of local workers in one run; then something is wrong with the machine
_MOST_DEATHS_OF_CALL = 3  # as Dask's `allowed-failures`

_MOST_FAILED_STARTS = 3  # of a cluster of this machine

_WAIT_S = 60.0  # for a message of local workers, again and again

_HEAD = f"satcross {__version__}\n".encode()  # of payloads

T = TypeVar("T")

# In a worker: what it was given, by digest, and the objects made of it.
_payloads: dict[str, bytes] = {}
_objects: dict[str, Any] = {}


class PoolError(SolverError):
    """Workers that cannot be used: another release or other data, too many deaths, or no way."""


class WorkerDiedError(SolverError):
    """A call under which worker after worker died."""


@dataclass(frozen=True, slots=True)
class Done:
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
        self._ended: queue.SimpleQueue[Done] = queue.SimpleQueue()
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

    def ended(self, wait_s: float) -> list[Done]:
        """The calls that have ended since the last time; waits for one up to `wait_s` seconds.

        Raises:
            PoolError: the workers cannot be used any more.
        """
        done: list[Done] = []
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

    def ended(self, wait_s: float) -> Iterator[tuple[T, Done]]:
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


class LocalPool(Pool):
    """Processes of this machine.

    Args:
        n_workers: how many; 0 for one for each CPU.
    """

    def __init__(self, n_workers: int = 0) -> None:
        super().__init__()
        self._n = number_of_jobs(n_workers)
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
        if self._n_started == 1:
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
            self._ended.put(Done(0, error=PoolError(reason_of(error))))

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
        self._ended.put(Done(ticket, value, error))

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
        if self._n_started:
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
        _stops[:] = [partial(is_over, stop)]
        try:
            channel.send((function(*args), None))
        except Exception as error:
            channel.send((None, portable(error)))


_stops: list[Callable[[], bool]] = []


def is_stopped() -> bool:
    """In a worker: whether its calls should end."""
    return any(stop() for stop in _stops)


class DaskPool(Pool):
    """The workers of a Dask cluster.

    Args:
        address: "local" or "local:N" for a cluster of this machine, started and ended with the
            pool; the address of a scheduler, "tcp://..." or "tls://..."; "file:NAME" for a file
            that a scheduler wrote; or "slurm:NAME", a profile: see `satcross.cluster.slurm`.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        try:
            import distributed as dask_distributed
        except ImportError:
            raise OptionError("a cluster needs Dask", hint=INSTALL, parameter="cluster") from None
        distributed: Any = dask_distributed
        self.name = address
        self._client: Any = _client(distributed, address)
        self.dashboard = str(self._client.dashboard_link or "")
        self.warnings = tuple(_warnings(self._client))
        self._addresses: set[str] = set()  # of the workers
        self._futures: dict[int, Any] = {}
        self._lock = threading.Lock()
        self._new_flag = partial(distributed.Event, client=self._client)
        self._flag = self._new_flag(_flag_name())
        self._is_closed = False
        self._check_releases()

    def _check_releases(self) -> None:
        """Raises OptionError: a worker has another release of satcross, or none."""
        # By value: a worker without satcross can run it too.
        found = self._client.run(lambda: __import__("satcross").__version__, on_error="return")
        for worker, release in sorted(found.items()):
            if isinstance(release, str | ImportError) and release != __version__:
                theirs = f"satcross {release}" if isinstance(release, str) else "no satcross"
                self.close()
                raise OptionError(
                    f"the worker {worker} has {theirs}, and this is satcross {__version__}",
                    hint="install the same release on all machines",
                    parameter="cluster",
                )

    def ended(self, wait_s: float) -> list[Done]:
        """See `Pool`."""
        done = super().ended(wait_s)
        if not done and self._client.status in ("closing", "closed"):
            raise self._gone()
        return done

    def _gone(self) -> PoolError:
        return PoolError(f"the scheduler of {self.name} has gone, and what it was doing is lost")

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Raises PoolError: the scheduler is not there any more."""
        try:
            yield
        except (OSError, RuntimeError) as error:  # also where Dask has closed the client
            raise self._gone() from error

    @property
    def n_workers(self) -> int:
        """The threads of all workers now."""
        with self._reached():
            threads = self._client.nthreads()
        # One that is started again has another address.
        self.n_deaths += len(self._addresses.difference(threads))
        self._addresses = set(threads)
        return sum(threads.values())

    def give(self, payload: bytes) -> str:
        """See `Pool`."""
        digest = digest_of(payload)
        self._client.register_plugin(_plugin(digest, payload), name=f"satcross-{digest[:16]}")
        return digest

    def submit(self, function: Callable[..., Any], *args: Any) -> int:
        """See `Pool`."""
        with self._lock:
            self._n_calls += 1
            ticket = self._n_calls
        key = f"satcross-{os.urandom(8).hex()}"
        with self._reached():
            future = self._client.submit(
                _call, self._flag.name, function, args, pure=False, key=key
            )
        self._futures[ticket] = future
        future.add_done_callback(lambda ended: self._end(ticket, ended))
        return ticket

    def _end(self, ticket: int, future: Any) -> None:
        if self._futures.pop(ticket, None) is None:
            return
        error = future.exception() if future.status == "error" else None
        if future.cancelled():  # not by this pool: the connection was lost
            error = self._gone()
        if type(error).__name__ == "KilledWorker":  # after `allowed-failures` of them
            error = WorkerDiedError("worker after worker died of it")
        value = None
        if error is None:
            try:
                value = future.result()
            except Exception as lost:
                error = lost
        self._ended.put(Done(ticket, value, error))

    def stop(self) -> None:
        """See `Pool`."""
        if not self._is_closed:
            self._flag.set()
            self._flag = self._new_flag(_flag_name())

    def close(self) -> None:
        """See `Pool`."""
        if self._is_closed:
            return
        self._is_closed = True
        with suppress(Exception):
            self._flag.set()
        futures = list(self._futures.values())
        self._futures.clear()
        with suppress(Exception):
            self._client.cancel(futures, force=True)
        cluster = self._client.cluster
        with suppress(Exception):
            self._client.close()
        if cluster is not None:
            with suppress(Exception):
                cluster.close()


def _flag_name() -> str:
    return "satcross-stop-" + os.urandom(8).hex()


def _client(distributed: Any, address: str) -> Any:
    local = re.fullmatch(r"local(?::(\d{1,4}))?", address)
    if local:
        cluster = _local_cluster(distributed, number_of_jobs(int(local[1] or 0)))
        return distributed.Client(cluster, set_as_default=False)
    kind, _, rest = address.partition(":")
    if kind == "slurm" and rest:
        from satcross.cluster.slurm import slurm_cluster

        return distributed.Client(slurm_cluster(rest), set_as_default=False)
    try:
        if kind in ("tcp", "tls") and rest.startswith("//"):
            return distributed.Client(address, set_as_default=False, timeout=10)
        if kind == "file" and rest:
            if not exists(rest):  # Dask would wait for it
                raise FileNotFoundError(f"there is no file {rest!r}")
            return distributed.Client(scheduler_file=rest, set_as_default=False, timeout=10)
    except TypeError:  # what Dask raises where it is not told of certificates
        raise OptionError(
            f"{address} needs certificates",
            hint="set distributed.comm.tls in Dask's configuration, as examples/cluster/tls has it",
            parameter="cluster",
        ) from None
    except (OSError, TimeoutError, ValueError) as error:
        raise OptionError(
            f"no scheduler answers at {address}: {error or type(error).__name__}",
            hint="start one with `dask scheduler`",
            parameter="cluster",
        ) from None
    raise OptionError(f"{address!r} is not a cluster", hint=_HINT, parameter="cluster")


def _local_cluster(distributed: Any, n_workers: int) -> Any:
    """A cluster of this machine; started anew where a worker dies before it has begun.

    Raises:
        PoolError: they die again and again.
    """
    for n_failures in range(1, _MOST_FAILED_STARTS + 1):
        try:
            return distributed.LocalCluster(
                n_workers=n_workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
        except RuntimeError as error:  # Dask closes the others
            if n_failures == _MOST_FAILED_STARTS:
                raise PoolError(f"the workers of this machine did not start: {error}") from error
    raise AssertionError


def _warnings(client: Any) -> Iterator[str]:
    """What to know about the workers of a client."""
    url = urlsplit(str(client.scheduler.address))
    if url.scheme == "tcp" and not is_loopback(url.hostname or ""):
        yield (
            f"{client.scheduler.address} is neither encrypted nor authenticated: whoever reaches"
            " it can run any code on its workers; use it on a network of your own, or tls://"
        )
    if any(n > 1 for n in client.nthreads().values()):
        yield (
            "workers have several threads, which get the time of one core; start them with"
            " --nthreads 1"
        )


def _plugin(digest: str, payload: bytes) -> Any:
    """What puts a payload into each worker, when it joins."""
    import distributed

    from satcross.cluster.pools import receive  # by name: the class is pickled by value

    def setup(_: Any, worker: Any) -> None:
        receive(digest, payload)

    return type("Payload", (distributed.WorkerPlugin,), {"setup": setup})()


def _call(flag: str, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """In a worker of Dask: a call, with the flag of its pool looked at four times a second."""
    import distributed

    dask: Any = distributed
    event = dask.Event(flag, client=dask.get_client())
    ended = threading.Event()
    stopped = threading.Event()

    def look() -> None:
        while not ended.wait(0.25):
            with suppress(Exception):
                if event.is_set():
                    stopped.set()
                    return

    _stops[:] = [stopped.is_set]
    threading.Thread(target=look, daemon=True).start()
    try:
        return function(*args)
    finally:
        ended.set()
