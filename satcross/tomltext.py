"""Reading TOML that people write: errors are one line, with the place in the file."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from satcross.errors import OptionError


def parse_toml(data: bytes, source: str) -> dict[str, Any]:
    """What a TOML file says.

    Args: source: names the file in errors.

    Raises:
        OptionError: it is not UTF-8, or not TOML.
    """
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise OptionError("the file is not UTF-8", hint="save it as UTF-8", source=source) from None
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


def line_of_key(key: str, data: bytes, table: str = "") -> int | None:
    """The line with a key, from 1; None if it is not found.

    Args: table: the head of the table with the key, as in "[tool.satcross]"; "" for none.
    """
    lines = data.decode().splitlines()
    heads = [n for n, line in enumerate(lines) if line.strip() == table]
    wanted = re.compile(rf"\s*(?:\[(?:[\w.\"'-]*\.)?)?[\"']?{re.escape(key)}[\"']?\s*[].=]")
    for number in range(heads[0] if heads else 0, len(lines)):
        if wanted.match(lines[number]):
            return number + 1
    return None
