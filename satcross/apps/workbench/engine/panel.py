"""Panels: questions of the workbench that have a dialog, each declared where its job is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from satcross.apps.workbench.engine.question import Data, Kind
from satcross.forms import fields_of

_OF_THE_ENGINE = ("kind", "place", "forms", "also")


class Form(NamedTuple):
    """A form. Args: kind, title: of what it is for, where a panel has several; options: of it."""

    options: type[Any]
    kind: str = ""
    title: str = ""


class Also(NamedTuple):
    """A button that asks another question with the same form. Args: note: the text beside it."""

    question: str
    kind: Kind
    text: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Panel:
    """A question of the workbench that has a dialog, a key and a place in a menu.

    Args:
        question: its name in the protocol.
        kind: what answers it.
        title: of the dialog, and in the menu.
        text, keys: as of commands in `page/commands.js`.
        menu, place: where it stands, by number.
        forms: gives its forms; of several, people choose one, and `kind` of the question names it.
        starts: the names of fields that begin as the crossword has them.
        shows: what draws its answers, by name: see `page/panel.js`.
        main: the main button: asks, or with `is_live` asks for another one.
        is_live: whether it is asked at each change of the form.
        step: how many seeds each answer takes.
        also: other questions.
    """

    question: str
    kind: Kind
    title: str
    text: str
    keys: str
    menu: str
    place: int
    forms: Callable[[], Sequence[Form]]
    shows: str
    main: str
    starts: tuple[str, ...] = ()
    is_live: bool = False
    step: int = 1
    also: tuple[Also, ...] = ()

    def described(self) -> Data:
        """What the page must know."""
        names = [each.name for each in fields(self) if each.name not in _OF_THE_ENGINE]
        forms = [
            {"kind": form.kind, "title": form.title, "fields": fields_of(form.options)}
            for form in self.forms()
        ]
        also = [{"question": it.question, "text": it.text, "note": it.note} for it in self.also]
        return {**{name: getattr(self, name) for name in names}, "forms": forms, "also": also}
