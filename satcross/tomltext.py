"""Reading TOML that people write: errors are one line, with the place in the file."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from satcross.errors import OptionError


class TomlFile:
    """A file of TOML.

    Args:
        data: its bytes.
        source: names it in errors.

    Fields:
        said: what it says.

    Raises:
        OptionError: it is not UTF-8, or not TOML.
    """

    def __init__(self, data: bytes, source: str) -> None:
        self.source = source
        try:
            self._text = data.decode()
            self.said: dict[str, Any] = tomllib.loads(self._text)
        except UnicodeDecodeError:
            raise OptionError(
                "the file is not UTF-8", hint="save it as UTF-8", source=source
            ) from None
        except (ValueError, RecursionError) as error:  # also a number of thousands of digits
            place = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
            line, column = map(int, place.groups()) if place else (None, None)
            problem = (
                str(error)[: place.start()]
                if place
                else "it is nested too deep, ends too soon, or has too long numbers"
            )
            raise OptionError(
                f"the file is not TOML: {problem[:1].lower()}{problem[1:]}",
                hint="correct it there",
                source=source,
                line=line,
                column=column,
            ) from None

    def wrong(self, key: str, problem: str, hint: str, table: str = "") -> OptionError:
        """The error about a key, with its line if that is found.

        Args: table: the head of the table with the key, as in "[tool.satcross]"; "" for none.
        """
        return OptionError(problem, hint=hint, source=self.source, line=self._line_of(key, table))

    def _line_of(self, key: str, table: str) -> int | None:
        lines = self._text.splitlines()
        heads = [n for n, line in enumerate(lines) if line.strip() == table]
        wanted = re.compile(rf"\s*(?:\[(?:[\w.\"'-]*\.)?)?[\"']?{re.escape(key)}[\"']?\s*[].=]")
        for number in range(heads[0] if heads else 0, len(lines)):
            if wanted.match(lines[number]):
                return number + 1
        return None
