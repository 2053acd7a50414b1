"""A document whose figures are filled in between markers: `<!-- compare: NAME -->`."""

from __future__ import annotations

import re
from collections.abc import Mapping


def fill_in(document: str, parts: Mapping[str, str]) -> str:
    """Replace what stands between the markers.

    Args:
        document: Markdown with `<!-- compare: NAME -->` and, after it, `<!-- /compare -->`, each
            on its own line.
        parts: text by name.

    Raises:
        ValueError: a name that `parts` lacks, or no marker at all.

    >>> text = "Look:\\n<!-- compare: bars -->\\nold\\n<!-- /compare -->\\nSo.\\n"
    >>> print(fill_in(text, {"bars": "new"}), end="")
    Look:
    <!-- compare: bars -->
    <BLANKLINE>
    new
    <BLANKLINE>
    <!-- /compare -->
    So.
    """

    def replaced(found: re.Match[str]) -> str:
        name = found["name"]
        if name not in parts:
            raise ValueError(f"no part is called {name}; there are: {', '.join(parts)}")
        text = f"\n{parts[name]}\n" if parts[name] else ""
        return f"{found['begin']}\n{text}\n{found['end']}"

    filled, n_found = _MARKED.subn(replaced, document)
    if not n_found:
        raise ValueError("no marker <!-- compare: NAME --> to fill in")
    return filled


_MARKED = re.compile(
    r"^(?P<begin><!-- compare: (?P<name>[\w-]+) -->)$.*?^(?P<end><!-- /compare -->)$",
    re.M | re.S,
)
