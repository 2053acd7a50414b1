"""A listing that goes on where an earlier run stopped, as a file says."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross.cli.output.grids import CSV, JSON, TEXT, FillOutputOptions, GridSink
from satcross.cli.output.sink import digest_of_end
from satcross.errors import OptionError
from satcross.files import exists, read_file, write_file
from satcross.tasks.listed import checked_state, with_digest

if TYPE_CHECKING:
    from satcross.tasks.enumerate import Fills

SAVE_EVERY_S = 1.0
MAX_STATE = 128 << 20  # bytes; 10,000 fills of a large grid have 20 MB


class SavedListing:
    """Where a listing is, in a file.

    What is written to a file of grids is cut off where the state was saved, so that no fill is
    lost or there twice, even after a crash. Standard output cannot be cut off; there the state is
    saved after each array of fills, and at the end.

    Args:
        path: the file of the state; it need not be there.
        out: where the fills go.

    Fields:
        state: what the file says; {} where it is not there.

    Raises:
        OptionError: the file is damaged, or the earlier run wrote to another place or in another
            form.
    """

    def __init__(self, path: Path, out: FillOutputOptions) -> None:
        self._path = path
        self._output = out.output
        self._saved_s = 0.0
        self.state = self._read()
        format_ = out.chosen_format()
        if format_ not in (TEXT, JSON, CSV) or "{}" in (out.output or ""):
            raise OptionError(
                "a listing can be continued as text, CSV or JSON, in one place", parameter="state"
            )
        to_file = out.output not in (None, "-")
        if self.state.get("n_fills") and (self.state.get("n_bytes") is not None) != to_file:
            raise OptionError(
                f"the earlier run wrote to {'standard output' if to_file else 'a file'}",
                hint="write to the same place again",
                parameter="output",
            )
        self._form = f"--format {format_}{' --entries' * out.entries}"
        if self.state.get("form", self._form) != self._form:
            raise OptionError(
                f"the earlier run wrote {self.state['form']!s:.40}",
                hint="give that again, or another state and output",
                parameter="state",
            )

    def place(self) -> dict[str, Any]:
        """Where the output goes on, as keywords of `OutputOptions.open`."""
        return {"at": self.state.get("n_bytes") or 0, "end": self.state.get("end")}

    def listing(self, *arguments: Any, **keywords: Any) -> Fills:
        """The task that goes on from there. Args: of `Fills`, but `state`."""
        from satcross.tasks.enumerate import Fills

        with self.naming():
            task = Fills(*arguments, **keywords, state=self.state)
            if self.state:
                task.state()  # before anything of the output is cut off
        return task

    def save(self, task: Fills, sink: GridSink, *, at_once: bool = False) -> None:
        """Write down where the listing is, unless that was done in the last second.

        Args: at_once: whether to do it in any case.
        """
        now, position = time.monotonic(), sink.position()
        if at_once or position is None or now >= self._saved_s + SAVE_EVERY_S:
            self._saved_s = now
            written = {"n_bytes": position, "form": self._form}
            if position is not None and self._output:
                written["end"] = digest_of_end(Path(self._output), position)
            data = with_digest({**task.state(), **written})
            write_file(self._path, json.dumps(data).encode() + b"\n", OptionError)

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Have errors about the content of the file name it."""
        try:
            yield
        except OptionError as error:
            if error.parameter == "state" and exists(self._path):
                error.source = str(self._path)
            raise

    def _read(self) -> dict[str, Any]:
        if not exists(self._path):
            return {}
        data = read_file(self._path, OptionError, limit=MAX_STATE)
        try:
            state = json.loads(data)
        except (ValueError, RecursionError):
            state = None
        with self.naming():
            return checked_state(state)
