"""How notebooks display grids and objects that have one."""

from __future__ import annotations

TYPE_CHECKING = False  # that of `typing`, whose import would be most of `import satcross`
if TYPE_CHECKING:
    from collections.abc import Callable

_drawings: list[Callable[[object], str]] = []


def draw_by(svg_of: Callable[[object], str]) -> None:
    """Let notebooks display what this function draws; `satcross/__init__.py` says which it is.

    The model must not import the drawing code, a higher layer.
    """
    _drawings[:] = [svg_of]


class Picture:
    """Base of classes that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        (svg_of,) = _drawings
        return svg_of(self)
