"""An extension of griffe: our docstrings as those of Google, which mkdocstrings knows.

Ours have examples without a heading, one entry for parameters that are explained together, and
those of public functions leave out what its functions share.
"""

from __future__ import annotations

import re
from typing import Any

import griffe
from site_text import rewritten

from satcross.functions import with_shared


class Docstrings(griffe.Extension):  # type: ignore[misc, unused-ignore]
    """Rewrites each docstring before it is parsed."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            text = obj.docstring.value
            if isinstance(obj, griffe.Function) and re.match(r"satcross[\w.]*\.api\.", obj.path):
                text = with_shared(text, [parameter.name for parameter in obj.parameters])
            obj.docstring.value = rewritten(text)
