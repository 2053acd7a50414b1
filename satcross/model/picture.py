"""How notebooks display grids and objects that have one."""

from __future__ import annotations

from importlib import import_module


class Picture:
    """Base of classes that notebooks show as a picture.

    The model must not import the drawing code, a higher layer, so it is looked up by name when a
    picture is wanted.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        text: str = import_module("satcross.pictures").svg_of(self)
        return text
