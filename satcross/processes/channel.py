"""The messages between parent and child: objects, as pickles in frames.

A frame is `<n_bytes: u64> <n_buffers: u32>`; then `n_bytes` bytes, which are the sizes of the
buffers as u64 and a pickle; then the buffers of its arrays, which are neither copied nor joined.
Integers are little-endian. This module is small because a child imports it before anything else.
"""

from __future__ import annotations

import io
import pickle
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    NumberOf = Callable[[object], int | None]

_PROTOCOL = 5  # the first with buffers that are not part of the pickle
_HEAD = struct.Struct("<QI")
_SIZE_BYTES = 8


class Codec:
    """Messages as frames and back: one end of a channel.

    Large objects that came with the first message, such as puzzles and word lists, are not sent
    again: later messages, in both directions, have their numbers.
    """

    def __init__(self) -> None:
        self._objects: list[object] = []
        self._numbers: dict[int, int] = {}  # by id
        # Of the message that is being received: head, body and buffers, as far as they are known;
        # the one that is being filled, and how far.
        self._parts = [bytearray(_HEAD.size)]
        self._part = 0
        self._n_filled = 0

    def first(self, message: object, share: tuple[type, ...] = ()) -> list[memoryview]:
        """The first message of a channel, for `take_first` at its other end.

        Args:
            message: can be pickled.
            share: the types of what is not sent again.
        """

        def learn(found: object) -> None:
            if isinstance(found, share):
                self._learn(found)

        # One pickle, in which the list, complete by then, refers to parts of the message.
        return _frame((message, self._objects), learn if share else None)

    def take_first(self, received: Any) -> Any:
        """The message that `first` has sent, given what was received."""
        message, objects = received
        for found in objects:
            self._learn(found)
        return message

    def frame(self, message: object) -> list[memoryview]:
        """A message as what is to be written, piece by piece."""
        numbers = self._numbers
        return _frame(message, (lambda found: numbers.get(id(found))) if numbers else None)

    def feed(self, chunk: bytes) -> list[Any]:
        """The messages that are complete with some more bytes."""
        rest = memoryview(chunk)
        messages: list[Any] = []
        while True:
            part = self._parts[self._part]
            n = min(len(part) - self._n_filled, len(rest))
            part[self._n_filled : self._n_filled + n] = rest[:n]
            self._n_filled += n
            rest = rest[n:]
            if self._n_filled < len(part):
                return messages
            self._part += 1
            self._n_filled = 0
            if self._part == 1:
                self._parts.append(bytearray(_HEAD.unpack(part)[0]))
            elif self._part == 2:
                n = _HEAD.unpack(self._parts[0])[1]
                self._parts += map(bytearray, struct.unpack_from(f"<{n}Q", part))
            if self._part == len(self._parts):
                messages.append(self._read(*self._parts[1:]))
                self._parts = self._parts[:1]
                self._part = 0

    def _read(self, body: bytearray, *buffers: bytearray) -> Any:
        data = memoryview(body)[_SIZE_BYTES * len(buffers) :]
        if not self._objects:
            return pickle.loads(data, buffers=buffers)
        return _Unpickler(io.BytesIO(data), buffers, self._objects).load()

    def _learn(self, found: object) -> None:
        if id(found) not in self._numbers:
            self._numbers[id(found)] = len(self._objects)
            self._objects.append(found)


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, buffers: Any, objects: list[object]) -> None:
        super().__init__(file, buffers=buffers)
        self._objects = objects

    def persistent_load(self, number: Any) -> object:
        return self._objects[number]


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, take: Any, number_of: NumberOf) -> None:
        super().__init__(file, _PROTOCOL, buffer_callback=take)
        self._number_of = number_of

    def persistent_id(self, found: object) -> int | None:
        return self._number_of(found)

    def reducer_override(self, found: Any) -> Any:
        # A fill that is kept takes along only its own words; here both ends have its puzzle.
        whole = getattr(type(found), "reduce_whole", None)
        return NotImplemented if whole is None else whole(found)


def _frame(message: object, number_of: NumberOf | None) -> list[memoryview]:
    """A message in pieces. Args: number_of: what is sent in place of an object, if not None."""
    buffers: list[pickle.PickleBuffer] = []
    if number_of is None:
        data = pickle.dumps(message, _PROTOCOL, buffer_callback=buffers.append)
    else:
        file = io.BytesIO()
        _Pickler(file, buffers.append, number_of).dump(message)
        data = file.getvalue()
    pieces = [buffer.raw() for buffer in buffers]
    body = struct.pack(f"<{len(pieces)}Q", *map(len, pieces)) + data
    return [memoryview(_HEAD.pack(len(body), len(pieces)) + body), *pieces]
