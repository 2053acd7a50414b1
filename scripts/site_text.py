"""Our docstrings as those of Google, for the site's reference of the library."""

from __future__ import annotations

import re

_JOINT = re.compile(r"^( +)(\w+(?:, \w+)+): ", re.MULTILINE)
_INLINE = re.compile(r"^(Args|Returns|Raises|Source|Fields): (?=\S)(.+(?:\n(?!\n|\w+:).+)*)", re.M)


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
    text = _JOINT.sub(lambda match: f"{match[1]}{match[2].split(', ')[0]}: ", text)
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


def _indented(match: re.Match[str]) -> str:
    body = re.sub(r"\n *", " ", match[2])
    return f"{match[1]}:\n    {body}"
