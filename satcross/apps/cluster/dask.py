"""A pool of the workers of a Dask cluster."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from satcross import OptionError, __version__
from satcross.apps.cluster.pools import (
    CallDone,
    Pool,
    PoolError,
    WorkerDiedError,
    digest_of,
    receive,
    stop_when,
)
from satcross.checks import is_loopback
from satcross.extend import exists

INSTALL = "pip install 'satcross[cluster]'"
_HINT = "local, local:4, tcp://HOST:PORT, tls://HOST:PORT, or file:scheduler.json"


class DaskPool(Pool):
    """The workers of a Dask cluster.

    Args:
        address: of a scheduler, "tcp://..." or "tls://..."; or "file:NAME" for a file that a
            scheduler wrote.
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

    def ended(self, wait_s: float) -> list[CallDone]:
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
        self._ended.put(CallDone(ticket, value, error))

    def stop(self) -> None:
        """See `Pool`."""
        if not self._is_closed:
            with suppress(Exception):  # where the scheduler has gone, nothing is left to stop
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
        with suppress(Exception):
            self._client.close()


def _flag_name() -> str:
    return "satcross-stop-" + os.urandom(8).hex()


def _client(distributed: Any, address: str) -> Any:
    kind, _, rest = address.partition(":")
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

    stop_when(stopped.is_set)
    threading.Thread(target=look, daemon=True).start()
    try:
        return function(*args)
    finally:
        ended.set()
