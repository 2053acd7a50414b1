"""What checks fills for rules, one a file."""

import re


def is_light(name: str) -> bool:
    """Whether a slot has the name of one of the grid."""
    return bool(re.fullmatch(r"\d+[AD]", name))
