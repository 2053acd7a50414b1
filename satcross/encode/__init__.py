"""Puzzles as formulas: one function per constraint. Knows no solver."""

from typing import TYPE_CHECKING, Any

from satcross.encode.letters import LetterVars

if TYPE_CHECKING:
    from satcross.encode.encoding import ENCODINGS, Encoding, EncodingName, encode

__all__ = ["ENCODINGS", "Encoding", "EncodingName", "LetterVars", "encode"]


def __getattr__(name: str) -> Any:
    # The lazy engine shares the letters' variables, and has no use for the rest.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from satcross.encode import encoding

    return getattr(encoding, name)
