"""Standard output on which an interrupt leaves whole lines."""

from __future__ import annotations

import io
import sys
from typing import BinaryIO, cast

from satcross.cli import interrupts


class WholeLines(io.TextIOWrapper):
    """A text stream that completes a line before an interrupt is raised."""

    @classmethod
    def install(cls) -> None:
        """Put it in the place of standard output."""
        old = sys.stdout
        if not isinstance(old, io.TextIOWrapper):  # it is closed, for one
            return
        new = cls(
            cast(BinaryIO, old.detach()),
            encoding=old.encoding,
            errors=old.errors,
            line_buffering=old.line_buffering,
            write_through=old.write_through,
        )
        sys.stdout = sys.__stdout__ = new  # type: ignore[misc]

    def write(self, text: str, /) -> int:
        """Write text; an interrupt waits until a line end is written."""
        interrupts.hold()
        try:
            return super().write(text)
        finally:
            interrupts.release(may_raise=text.endswith("\n"))

    def flush(self) -> None:
        """Write what is in the buffers; an interrupt waits until that is done."""
        interrupts.hold()
        try:
            super().flush()
        finally:
            interrupts.release(may_raise=True)
