"""Names of slots as people write them: `17A`, and `17-Across`, `17 across` and `17 ac.` for it."""

from __future__ import annotations

import re

_WAYS = {"a": "A", "ac": "A", "across": "A", "d": "D", "dn": "D", "down": "D"}
_BETWEEN = r"[\s.\-\u2010\u2011\u2013]*"
_NAME = re.compile(rf"(~?\d{{1,9}}){_BETWEEN}({'|'.join(_WAYS)})\.?", re.IGNORECASE | re.ASCII)
# A letter alone after a blank may be something else.
_IN_TEXT = re.compile(
    rf"(?<!\w)(\d{{1,9}})(?:{_BETWEEN}(across|ac|down|dn)|-([ad]))\b\.?", re.IGNORECASE | re.ASCII
)


def slot_name(text: str) -> str:
    """The usual name of a slot across or down; any other text as it is.

    >>> slot_name("17-Across"), slot_name("17 dn."), slot_name("17a"), slot_name("corners")
    ('17A', '17D', '17A', 'corners')
    """
    found = _NAME.fullmatch(text.strip())
    return text.strip() if found is None else f"{found[1]}{_WAYS[found[2].lower()]}"


def with_slot_names(text: str) -> str:
    """A text in which slots have their usual names, so that none of these has a blank.

    >>> with_slot_names("17-Across 3 Down 54A")
    '17A 3D 54A'
    """
    return _IN_TEXT.sub(lambda found: slot_name(found[0]), text)
