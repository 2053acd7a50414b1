"""An extension of griffe: our docstrings as those of Google, which mkdocstrings knows.

Ours have examples without a heading, and one entry for parameters that are explained together.
"""

from __future__ import annotations

from typing import Any

import griffe
from site_text import rewritten


class Docstrings(griffe.Extension):  # type: ignore[misc, unused-ignore]
    """Rewrites each docstring before it is parsed."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = rewritten(obj.docstring.value)
