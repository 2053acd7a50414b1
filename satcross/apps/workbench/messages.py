"""What messages of the page say: values of their fields, checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from satcross import Alphabet, InputError
from satcross.extend import from_html

MAX_TEXT = 20_000  # characters in a clue, a title or notes
MAX_SAID = 1_000_000_000  # of numbers that only choose a part of what there is

Message = Mapping[str, Any]
# What is raised where a message has fields of other types than it should, or infinite numbers.
UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_LENGTHS = re.compile(r"[1-9]\d?(?:[,-][1-9]\d?)*")


class EditError(InputError):
    """An edit that cannot be made.

    Args: code: of the protocol's error: "bad" or "refused".
    """

    def __init__(self, problem: str, *, hint: str = "", code: str = "bad") -> None:
        super().__init__(problem, hint=hint)
        self.code = code


# Advice for the command line: options, and commands of satcross.
_FOR_COMMANDS = re.compile(r"(?<![\w-])--?[a-z]|\bsatcross [a-z]")


def hint_of(error: InputError) -> str:
    """What an error advises, for people who see the page; "" where that is for the command line."""
    return "" if _FOR_COMMANDS.search(error.hint) else error.hint


def error_data(error: InputError) -> dict[str, str]:
    """An error as messages and answers have it."""
    return {"problem": error.problem, "hint": hint_of(error)}


def shown_error(error: Exception, folder: Path | None) -> str:
    """An error for the page, on which files of the folder are known by their names."""
    text = str(error)
    if isinstance(error, InputError) and not hint_of(error):
        text = text.removesuffix(f"; {error.hint}") if error.hint else text
    return text if folder is None else text.replace(f"{folder}/", "")


def is_on(message: Message) -> bool:
    """The field `on`. Raises EditError: it is no truth value."""
    on = message.get("on")
    if not isinstance(on, bool):
        raise EditError("on must be true or false")
    return on


def integer(message: Message, key: str, least: int, most: int, default: int | None = None) -> int:
    """A whole number in a range. Raises EditError: it is none."""
    value = message.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise EditError(f"{key} must be a whole number from {least} to {most}, got {value!r:.40}")
    return value


def text_in(message: Message, key: str) -> str:
    """A text without characters that no file can hold. Raises EditError: it is none."""
    text = message.get(key)
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise EditError(f"{key} must be a text of up to {MAX_TEXT:,} characters")
    # Control characters and lone surrogates could not be written into any file.
    clean = "".join(c for c in text if c in "\n\t" or (c.isprintable() or c.isspace()))
    return clean.encode("utf-8", "ignore").decode().replace("\r", "")


def clue_in(message: Message) -> dict[str, Any]:
    """Those of `text`, `annotation` and `enumeration` of a clue that are in a message.

    With its text comes its markup. Raises EditError: as `text_in` and `lengths_in`.
    """
    found: dict[str, Any] = {}
    if message.get("markup"):
        text, markup = from_html(text_in(message, "markup"))
        found = {"text": text, "markup": markup, "references": ()}
    elif "text" in message:
        found = {"text": text_in(message, "text"), "markup": "", "references": ()}
    if "annotation" in message:
        found["annotation"] = text_in(message, "annotation")
    if "enumeration" in message:
        found["enumeration"] = lengths_in(message)
    return found


def lengths_in(message: Message) -> str:
    """An enumeration as in 3,5 or 2-3; "" for none. Raises EditError: it is something else."""
    text = "".join(text_in(message, "enumeration").strip().strip("()").split())
    if text and not _LENGTHS.fullmatch(text):
        raise EditError(
            f"an enumeration is lengths as in 3,5 or 2-3, got {text!r:.40}", code="refused"
        )
    return text


def word_of(text: Any, alphabet: Alphabet) -> str:
    """A text as a word of an alphabet. Raises EditError: it is none."""
    is_short = isinstance(text, str) and len(text) <= 64
    word = alphabet.normalise(text) if is_short else None
    if not word or alphabet.size(word) < 2:
        raise EditError(f"{text!r:.42} is no word of the alphabet", code="refused")
    return word


def value_text(value: Any) -> str:
    """The value of a rule for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value) or "none"
    return "any" if value is None else str(value)
