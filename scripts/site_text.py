"""Our docstrings as those of Google, for the site's reference of the library."""

from __future__ import annotations

import re
from functools import partial

_JOINT = re.compile(r"^( +)(\w+(?:, \w+)+)(: .*(?:\n\1 +\S.*)*)", re.MULTILINE)
_INLINE = re.compile(r"^(Args|Returns|Raises|Source|Fields): (?=\S)(.+(?:\n(?!\n|\w+:).+)*)", re.M)
_ROW = re.compile(r"^\|.*$", re.MULTILINE)
_CODE = re.compile(r"`[^`]+`")


def rewritten(text: str) -> str:
    """A docstring of ours as one of Google's.

    >>> print(rewritten("Args: a: one.\\n\\n>>> 1 + 1\\n2\\n"))
    Args:
        a: one.
    <BLANKLINE>
    Examples:
        >>> 1 + 1
        2
    """
    text = _INLINE.sub(_indented, text)
    text = _JOINT.sub(_one_by_one, text)
    text = text.replace("see the module.", "see above.")
    text = re.sub(r"^(Fields|Source):$", r"Note: \1:", text, flags=re.M)
    out: list[str] = []
    in_example = False
    for line in text.rstrip().split("\n"):
        if line.startswith(">>> ") and not in_example:
            in_example = True
            out.append("Examples:")
        elif not line.strip():
            in_example = False
        out.append(f"    {line}" if in_example else line)
    return "\n".join(out)


def with_plain_bars(text: str) -> str:
    """A page without backslashes before bars in code in tables, which Python-Markdown would show.

    >>> with_plain_bars("| `A\\\\|B` | a\\\\|b |")
    '| `A|B` | a\\\\|b |'
    """
    plain = partial(_CODE.sub, lambda code: code[0].replace("\\|", "|"))
    return _ROW.sub(lambda row: plain(row[0]), text)


def _one_by_one(match: re.Match[str]) -> str:
    """An entry for each of the parameters that are explained together."""
    return "\n".join(f"{match[1]}{name}{match[3]}" for name in match[2].split(", "))


def _indented(match: re.Match[str]) -> str:
    body = re.sub(r"\n *", " ", match[2])
    return f"{match[1]}:\n    {body}"
