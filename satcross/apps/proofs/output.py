"""What is printed of proofs and certificates."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from satcross.commandline import echo_err


class Printer(NamedTuple):
    """Prints an answer. Args: schema: of its JSON form; as_json: whether to print that."""

    schema: str
    as_json: bool

    def __call__(self, answer: str, fields: Mapping[str, Any], text: str, note: str = "") -> None:
        """Print one object, or text, and to standard error a note.

        Args: answer: the `result` of the object; fields: all others.
        """
        if self.as_json:
            data = {"schema": self.schema, "result": answer, **fields}
            print(json.dumps(data, ensure_ascii=False))
            return
        if text:
            print(text)
        if note:
            echo_err(note)
