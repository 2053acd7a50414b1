"""Puzzles as formulas: one function per constraint. Knows no solver."""

from satcross.encode.encoding import ENCODINGS, Encoding, EncodingName, encode
from satcross.encode.letters import LetterVars

__all__ = ["ENCODINGS", "Encoding", "EncodingName", "LetterVars", "encode"]
