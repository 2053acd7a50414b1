"""A child process from the inside: one function, its messages, and its end with the parent.

The function's first argument is its `Channel`. To the parent go any number of `("news", data)`,
and at last `("answer", value)` or `("failed", exception)`; a child that dies omits the last one.
This module imports little, as it is a part of the start of every child.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import threading
import warnings
from contextlib import suppress

from satcross.errors import SatcrossError, SolverError
from satcross.processes.channel import Codec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import Any, NoReturn

NO_REQUESTS = -1  # for a copy of the parent: it knows what to do

_CHUNK_BYTES = 1 << 16  # as much as a pipe holds; a larger buffer takes 15 us


class Channel:
    """The child's end of what it says and hears.

    Args:
        requests: a pipe to read; `NO_REQUESTS` where there is none.
        answers: a pipe to write.
    """

    def __init__(self, requests: int, answers: int) -> None:
        self._requests, self._answers = requests, answers
        self._codec = Codec()
        self._heard: list[Any] = []
        self._lock = threading.Lock()

    @property
    def requests(self) -> int:
        """The pipe with messages from the parent."""
        return self._requests

    def send(self, news: object) -> None:
        """Send news to the parent. From any thread."""
        self.say("news", news)

    def say(self, kind: str, data: object) -> None:
        """Send a message of a kind; end the process if the parent is gone."""
        with self._lock:
            try:
                for piece in self._codec.frame((kind, data)):
                    while piece:
                        piece = piece[os.write(self._answers, piece) :]  # noqa: PLW2901
            except BrokenPipeError:
                os._exit(1)

    def __iter__(self) -> Iterator[Any]:
        """The parent's messages until it has no more."""
        while (message := self.receive()) is not None:
            yield message

    def receive(self) -> Any:
        """The next message from the parent; None when there are no more."""
        while not self._heard:
            if not self.hear():
                return None
        return self._heard.pop(0)

    def hear(self) -> bool:
        """Wait for some bytes of a message; False when there are no more."""
        chunk = os.read(self._requests, _CHUNK_BYTES)
        self._heard += self._codec.feed(chunk)
        return bool(chunk)

    def take(self) -> list[Any]:
        """The messages that have been heard."""
        heard, self._heard = self._heard, []
        return heard

    def first(self) -> Any:
        """The first message; None if the parent is gone before."""
        received = self.receive()
        return None if received is None else self._codec.take_first(received)


if sys.platform == "win32":

    def obey_parent(lifeline: int, moment_s: float) -> None:
        """Leave interrupts to the parent. A job object ends this process with it."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)

else:
    HELD = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM}
    """Blocked while a child is forked off, in which the parent's handlers would run otherwise."""

    def obey_parent(lifeline: int, moment_s: float) -> None:
        """Leave interrupts to the parent; end when it asks, and when it dies.

        Args:
            lifeline: a pipe whose other end closes with the parent.
            moment_s: how long the process may take to end what it has started; 0 to end at once.
        """

        def unwind(_number: int, _frame: FrameType | None) -> None:
            """Let every `finally` do what it has to; but not for long."""
            for number in (signal.SIGTERM, signal.SIGIO):
                signal.signal(number, signal.SIG_IGN)
            signal.setitimer(signal.ITIMER_REAL, moment_s)
            raise SystemExit

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        # A parent that is about to end may ignore these, and what is ignored stays so over `exec`.
        for number in (signal.SIGTERM, signal.SIGIO):
            signal.signal(number, unwind if moment_s else signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD)
        _die_with_parent(lifeline)

    def _die_with_parent(lifeline: int) -> None:
        """Ask for SIGIO, which ends the process, when the other end of a pipe closes.

        A solver in C never looks at its messages, so this must not depend on Python running.
        """
        import fcntl

        if not hasattr(fcntl, "F_SETOWN"):
            return
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
        if select.select([lifeline], [], [], 0)[0]:  # the parent died before we got here
            os._exit(1)


def run(channel: Channel, function: Callable[..., Any], arguments: tuple[Any, ...]) -> NoReturn:
    """Call the function, say what it returns or raises, and end the process."""
    try:
        said = "answer", function(channel, *arguments)
    except Exception as error:
        said = "failed", portable(error)
    channel.say(*said)
    os._exit(0)  # without a clean-up, which can take long


def portable(error: Exception) -> Exception:
    """The exception, or one that says the same, where it cannot be sent."""
    with suppress(Exception):
        pickle.loads(pickle.dumps(error))
        return error
    return SolverError(reason_of(error))


def reason_of(error: Exception) -> str:
    """What to say of an error of a child, in one line."""
    if isinstance(error, MemoryError):
        return "out of memory"
    return str(error) if isinstance(error, SatcrossError) else f"{type(error).__name__}: {error}"


def main() -> None:
    """Run the function that comes first on standard input: see `child.CODE`."""
    lifeline, moment_s = int(sys.argv[1]), float(sys.argv[2])
    obey_parent(lifeline, moment_s)
    # What a function or a library prints must not get between the messages.
    channel = Channel(os.dup(0), os.dup(1))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    warnings.simplefilter("ignore")  # the last line there is to say how it died
    run(channel, _call_first, ())


def _call_first(channel: Channel) -> Any:
    first = channel.first()
    if first is None:
        os._exit(1)
    function, arguments = first
    return function(channel, *arguments)
