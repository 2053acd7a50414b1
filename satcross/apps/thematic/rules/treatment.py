"""Entries whose words are treated: what stands in the cells is made of a word, and is not it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from satcross import OptionError
from satcross.extend import CellList, EntriesRule, NamedCell, Need, counted, find_slots
from satcross.rules.base import ConditionRule, first_of, texts_in

if TYPE_CHECKING:
    from satcross import Alphabet, Grid, WordList
    from satcross.apps.thematic.treatments import Asked, Treatment
    from satcross.extend import Clauses, Slot
    from satcross.model.value import PuzzleValue
    from satcross.words.wordtable import TreatedTable

MAX_TREATMENTS = 8
MAX_KEYS = 500
CELLS = ("letters", "kinds")  # the fields that name cells, a cell for each slot
ONE_MESSAGE, PLAIN_FIRST = "one message", "plain first"
KEYS_APART = "|"  # as `forms` has it, whose import takes long
_KEY_HINT = "'treatment slot: vigenere; key in k1 k2 k3: CAT, DOG'"
_PARTS_HINT = (
    "write 'spells MESSAGE', 'treated spell MESSAGE', 'treated 3', 'letters in CELLS', 'kinds in"
    " CELLS', 'key in CELLS: KEYS', 'several readings', 'one message' or 'plain first'"
)


@dataclass(frozen=True, slots=True)
class Treated(ConditionRule):
    """The entries in some slots are made of words of the list by a treatment.

    The word is what rules about words mean, such as `min-score`, and what must not be used twice;
    a constraint such as `12A=*S` is about what stands in the cells.

    Args:
        slots: their names; () for all slots.
        treatments: one of them is applied to each word, as in ("misprint", "caesar 3").
        message: what the letters of the entries spell, slot after slot; "" if they may be any.
        several: whether an entry may have several readings under these treatments.
        one_message: whether it may have several with the same letter.
        plain_first: whether an entry that is a word is read as it is, beside "plain".
        letters: names of cells that hold the letters of the entries, in the order of the slots, or
            of one cell that holds that of all; "" for none. That of a plain word is the first of
            the alphabet.
        kinds: the same for the treatments: A in such a cell is the first of them, B the second.
        treated: messages, one of which the letters of those entries spell that are not "plain".
        number: how many entries are not "plain"; 0 for any number.
        key: names of cells that hold the key of ciphers without one, which all entries share.
        keys: it is one of these; shorter ones are repeated in the cells.

    Raises:
        OptionError: there is no such treatment, or one without letters beside a message, or without
            a key.
    """

    slots: tuple[str, ...]
    treatments: tuple[str, ...]
    message: str = ""
    several: bool = False
    letters: str = ""
    kinds: str = ""
    one_message: bool = False
    plain_first: bool = False
    treated: tuple[str, ...] = ()
    number: int = 0
    key: str = ""
    keys: tuple[str, ...] = ()

    kind: ClassVar[str] = "treatment"
    need: ClassVar[str] = "treatments"
    reads_list: ClassVar[bool] = True
    for_patterns: ClassVar[bool] = False
    shares_cells: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not 1 <= len(self.treatments) <= MAX_TREATMENTS:
            raise _bad(
                f"treatment needs 1 to {MAX_TREATMENTS} treatments",
                "write 'treatment 12A: misprint'",
            )
        has_plain = "plain" in self.treatments
        for treatment in self._each():
            spells = self.message or self.treated or self.one_message
            if treatment.has_letter or not (spells or self.letters):
                continue
            if treatment.name != "plain" or self.message:
                what = "spell a message" if spells else "have letters"
                raise _bad(
                    f"entries cannot {what} by {treatment}, which has no letter",
                    f"leave out '{'spells' if spells else 'letters in'}', or use misprint or"
                    " latent",
                )
        if has_plain < (self.plain_first or bool(self.treated or self.number)):
            raise _bad(
                "no entry can be plain",
                "write 'treatment slot: plain, misprint; treated spell MESSAGE', or 'treated 3'",
            )
        if self.number and (self.treated or self.kinds):
            raise _bad(
                f"'treated {self.number}' cannot be beside 'treated spell' or 'kinds in'",
                "a message says how many entries are treated, and letter-count counts kinds",
            )
        if self.treated and (self.letters or self.message):
            raise _bad("there are two messages", "leave out 'spells' and 'letters in'")
        self._check_keys()
        if self.several and self.one_message:
            raise _bad("entries cannot have one message and any readings", "name one of them")
        for what, names in self._extra.items():
            if (self.several and what == "key") or (self.one_message and what != "letters"):
                raise _bad(
                    "cells cannot say how entries are read that have several readings",
                    f"leave out '{'several readings' if self.several else 'one message'}'",
                )
            if names:
                CellList(names, "rules").names()

    def _check_keys(self) -> None:
        named = [name for name in self.treatments if _has_key(name) and " " in name]
        lacking = [name for name in self.treatments if _has_key(name) and " " not in name]
        if bool(self.key) != bool(self.keys):
            raise _bad("a key to be found needs cells and keys", _KEY_HINT)
        if lacking and not self.key:
            raise _bad(f"{lacking[0]} needs a key", f"write '{lacking[0]} KEY', or {_KEY_HINT}")
        if self.key and (named or not lacking):
            raise _bad(
                f"{named[0] if named else self.treatments[0]} does not use the key that is to be"
                " found",
                _KEY_HINT,
            )
        if len(self.keys) > MAX_KEYS:
            raise _bad(f"{len(self.keys)} keys are too many", f"give up to {MAX_KEYS}")

    @property
    def more_needs(self) -> frozenset[str]:
        """Conditions, if the entries that are treated spell a message or are counted."""
        return frozenset({Need.CONDITIONS}) if self.treated or self.number else frozenset()

    def __str__(self) -> str:
        where = ", ".join(self.slots) or "all slots"
        spells = f", which spell {self.message}" if self.message else ""
        several = ", with several readings" if self.several else ""
        letters = f", whose letters are in {self.letters}" if self.letters else ""
        kinds = f", whose treatments are in {self.kinds}" if self.kinds else ""
        treated = f", where those treated spell {first_of(self.treated, 'or')}"
        key = f", with the key in {self.key} of {first_of(self.keys, 'or')}" if self.key else ""
        more = f"{letters}{kinds}{treated * bool(self.treated)}{key}"
        more += f", {self.number} of them treated" * bool(self.number)
        more += ", with one message" * self.one_message + ", plain first" * self.plain_first
        return f"{' or '.join(self.treatments)} in {where}{spells}{several}{more}"

    def value(self) -> str:
        """The slots, the treatments, and the message."""
        parts = [", ".join(self.treatments)]
        if self.message:
            parts.append(f"spells {self.message}")
        if self.several:
            parts.append("several readings")
        parts += [text for text in (ONE_MESSAGE, PLAIN_FIRST) if getattr(self, _field(text))]
        parts += [f"{what} in {cells}" for what in CELLS if (cells := getattr(self, what))]
        if self.treated:
            parts.append(f"treated spell {', '.join(self.treated)}")
        if self.number:
            parts.append(f"treated {self.number}")
        if self.key:
            parts.append(f"key in {self.key}: {', '.join(self.keys)}")
        return f"{' '.join(self.slots) or 'slot'}: {'; '.join(parts)}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule that is written so, as in "12A 14D: misprint, latent; spells NO"."""
        slots, rest = EntriesRule.parts_of(text)
        treatments, *more = (part.strip() for part in rest.split(";"))
        given: dict[str, Any] = {}
        for part in more:
            name, _, value = part.partition(" ")
            where = value[3:] if value.startswith("in ") else ""
            cells, _, texts = where.partition(":")
            found: dict[str, Any] = {}
            if name == "spells" and value.strip():
                found["message"] = value.strip()
            elif part in (ONE_MESSAGE, PLAIN_FIRST, "several readings"):
                found["several" if part.startswith("several") else _field(part)] = True
            elif name in CELLS and where:
                found[name] = " ".join(where.lower().split())
            elif name == "key" and cells.strip() and texts_in(texts):
                found |= {"key": " ".join(cells.lower().split()), "keys": texts_in(texts)}
            elif part.startswith("treated spell"):
                found["treated"] = texts_in(part.removeprefix("treated spell").lstrip(" :"))
            elif name == "treated" and value.isdecimal() and len(value) < 5:
                found["number"] = int(value)
            if not found or not all(found.values()) or found.keys() & given.keys():
                raise _bad(f"{part[:60]!r} cannot follow treatments", _PARTS_HINT)
            given |= found
        names = tuple(str(_treatment(name)) for name in texts_in(treatments))
        return cls(slots, tuple(dict.fromkeys(names)), **given)

    @property
    def _extra(self) -> dict[str, str]:
        """By what stands in them, the names of the cells after those of an entry.

        "" for cells that are named for the slots.
        """
        found = {what: getattr(self, what) for what in (*CELLS, "key")}
        return {
            what: cells
            for what, cells in found.items()
            if cells or (what == "letters" and self.treated) or (what == "kinds" and self.number)
        }

    def cells_in(self, grid: Grid, min_length: int) -> Iterable[tuple[NamedCell, str]]:
        """Hidden cells, where it names other cells than those of the rectangle."""
        lists = (CellList(cells) for cells in self._extra.values() if cells)
        names = [name for cells in lists for name in cells.names()]
        if self.treated or self.number:
            lights = find_slots(grid, min_length)
            own = EntriesRule.slots_meant(self.slots, lights) or [light.name for light in lights]
            names += [
                _own_cell(what, name)
                for what, cells in self._extra.items()
                for name in own
                if not cells
            ]
        beside = (name for name in dict.fromkeys(names) if not NamedCell.place_of(name))
        return [(NamedCell(name), "") for name in beside]

    def with_extra_cells(self, slots: Sequence[Slot], grid: Grid) -> Sequence[Slot]:
        """Its slots with the cells of their letters, treatments and key."""
        by_name = {slot.name.upper(): slot.index for slot in slots}
        mine = [
            by_name.get(name.upper(), -1)
            for name in EntriesRule.slots_meant(self.slots, slots) or by_name
        ]
        out = list(slots)
        # A slot that is not there is reported later.
        for what, text in self._extra.items() if -1 not in mine else ():
            if text:
                cells = self._positions(text, grid)
            else:
                own = {_own_cell(what, slots[index].name): slots[index].name for index in mine}
                known = {cell.name for cell in grid.named}
                if others := [slot for name, slot in own.items() if name not in known]:
                    raise _bad(
                        f"{others[0]} is not an entry of the grid, so it cannot be treated here",
                        "name the entries, or *A and *D; leave out two readings with a number",
                    )
                cells = self._positions(" ".join(own), grid)
            each = [cells] * len(mine) if what == "key" or len(cells) == 1 else [*zip(cells)]
            if len(each) != len(mine):
                raise _bad(
                    f"there are {counted(len(cells), 'cell')} for {counted(len(mine), 'slot')}",
                    "name a cell for each slot, or one for all",
                )
            for index, more in zip(mine, each, strict=True):
                if not all(map(grid.is_square, more)):
                    block = next(cell for cell in more if not grid.is_square(cell))
                    raise _bad(f"{grid.cell_name(block)} is a block", "name open cells")
                old = out[index]
                out[index] = replace(
                    old, cells=(*old.cells, *more), n_extra=old.n_extra + len(more)
                )
        return out

    @staticmethod
    def _positions(cells: str, grid: Grid) -> tuple[int, ...]:
        return CellList(cells, "rules").positions(grid.n_rows, grid.n_cols, grid.named)

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule with its messages and keys as the alphabet has them."""
        return replace(
            self,
            message=_in_letters(self.message, "message", alphabet) if self.message else "",
            treated=tuple(_in_letters(text, "message", alphabet) for text in self.treated),
            keys=tuple(dict.fromkeys(_in_letters(text, "key", alphabet) for text in self.keys)),
        )

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule with the names of slots and cells as the puzzle has them."""
        meant = EntriesRule.slots_meant(self.slots, puzzle.every_slot)
        names = tuple(puzzle.slot(name).name for name in meant)
        if len(set(names)) < len(names):
            raise _bad("a slot is there twice", "name it once")
        if puzzle.has_rebus:
            raise _bad("cells may hold several letters", "use one letter in each cell")
        n = len(names) or len(puzzle.every_slot)
        alphabet = puzzle.listed.alphabet
        n_letters = alphabet.size(self.message)
        if self.message and n_letters != n:
            raise _bad(
                f"the message has {n_letters} letters, and there are {n} slots",
                "give each slot one letter",
            )
        if self.treated and min(map(alphabet.size, self.treated)) > n:
            raise _bad(
                f"the message {self.treated[0][:40]} has more letters than there are slots, {n}",
                "use a shorter one",
            )
        if self.number > n:
            raise _bad(
                f"{self.number} entries cannot be treated, as there are {counted(n, 'slot')}",
                f"write 'treated {n}', or fewer",
            )
        if self.treated and len(self._in_messages(alphabet)) == len(alphabet):
            raise _bad("the messages have all letters", "leave out those with a rare letter")
        if "kinds" in self._extra and len(self.treatments) > len(alphabet):
            raise _bad("there are more treatments than letters", "name fewer treatments")
        found: dict[str, Any] = {}
        for what, cells in self._extra.items():
            positions = self._positions(cells, puzzle.grid) if cells else ()
            if CellList(cells).has_paths:
                found[what] = " ".join(map(puzzle.grid.cell_name, positions))
            if what == "key":
                self._check_key(alphabet, len(positions))
        return replace(self, slots=names, **found)

    def _check_key(self, alphabet: Alphabet, n_cells: int) -> None:
        longest = max(map(alphabet.size, self.keys))
        if longest != n_cells:
            raise _bad(
                f"the longest key has {longest} letters, and there are {n_cells} cells for it",
                "name a cell for each letter of it",
            )
        held: dict[tuple[int, ...], str] = {}
        for key, codes in zip(self.keys, self._in_cells(alphabet), strict=True):
            other = held.setdefault(codes, key)
            if other != key:
                raise _bad(f"{other} and {key} are the same key", "leave out one of them")

    def _in_cells(self, alphabet: Alphabet) -> tuple[tuple[int, ...], ...]:
        """The letter codes of the keys in as many cells as the longest has letters."""
        every = [alphabet.codes(key) for key in self.keys]
        n = max(map(len, every), default=0)
        return tuple((codes * n)[:n] for codes in every)

    def _in_messages(self, alphabet: Alphabet) -> frozenset[int]:
        """The letter codes of what treated entries may spell."""
        return frozenset(code for text in self.treated for code in alphabet.codes(text))

    def _blank(self, alphabet: Alphabet) -> int:
        """The letter code of an entry that is not treated: the first in no message."""
        return min({*range(len(alphabet))} - self._in_messages(alphabet), default=0)

    def require(self, clauses: Clauses) -> None:
        """The letters of treated entries spell one of the messages, or they are counted.

        After each slot, the letters so far are the beginning of a message; a variable says which.
        Those that cannot be completed in the slots that are left are not followed.
        """
        puzzle = clauses.puzzle
        alphabet, names = puzzle.listed.alphabet, self.treated_in(puzzle)
        if self.number:
            plain = self.treatments.index("plain")
            kinds = [puzzle.grid.position(_own_cell("kinds", name)) for name in names]
            others = [-clauses.letters_of(cell)[plain] for cell in kinds]
            clauses.require_count(others, self.number, self.number)
        if not self.treated:
            return
        blank, texts = self._blank(alphabet), [alphabet.codes(text) for text in self.treated]
        so_far: dict[tuple[int, ...], int] = {(): clauses.all_of(())}
        for at, name in enumerate(names, start=1):
            letters = clauses.letters_of(puzzle.grid.position(_own_cell("letters", name)))
            ways: dict[tuple[int, ...], list[int]] = {}
            for begun, holds in so_far.items():
                ways.setdefault(begun, []).append(clauses.all_of([holds, letters[blank]]))
                longer = (text[: len(begun) + 1] for text in texts if len(text) > len(begun))
                for text in dict.fromkeys(longer):
                    if text[:-1] == begun:
                        one = clauses.all_of([holds, letters[text[-1]]])
                        ways.setdefault(text, []).append(one)
            left = len(names) - at
            so_far = {
                begun: -clauses.all_of(-one for one in ones)
                for begun, ones in ways.items()
                if any(
                    len(text) - len(begun) <= left and text[: len(begun)] == begun for text in texts
                )
            }
            clauses.require_any(*so_far.values())

    def about_slot(self, puzzle: PuzzleValue, slot: Slot) -> str:
        """The treatments of one of its slots."""
        is_mine = slot.name in self.treated_in(puzzle)
        return f"by {' or '.join(self.treatments)}" if is_mine else ""

    def about_slots(self, puzzle: PuzzleValue, slots: Collection[Slot]) -> str:
        """The message, or how many entries are treated."""
        names = self.treated_in(puzzle)
        if all(slot.name not in names for slot in slots):
            return ""
        are = f"{counted(self.number, 'entry')} {'is' if self.number == 1 else 'are'} treated"
        parts = [
            are * bool(self.number),
            f"their letters spell {self.message}" * bool(self.message),
            f"those treated spell {first_of(self.treated, 'or')}" * bool(self.treated),
        ]
        return " and ".join(filter(None, parts))

    def treated_in(self, puzzle: PuzzleValue) -> tuple[str, ...]:
        """The names of its slots, in the order of the message."""
        return self.slots or tuple(slot.name for slot in puzzle.every_slot)

    def table(self, puzzle: PuzzleValue, slot: Slot) -> TreatedTable:
        """What may stand in one of its slots.

        Raises:
            OptionError: there are too many forms.
        """
        from satcross.apps.thematic.treatments import Asked

        words, cells, alphabet = puzzle.listed, slot.n_letters, puzzle.listed.alphabet
        letters = self._in_messages(alphabet) if self.treated else None
        if self.message:
            codes = alphabet.codes(self.message)
            letters = frozenset([codes[self.treated_in(puzzle).index(slot.name)]])
        readings = "any" if self.several else "one letter" if self.one_message else "one"
        asked = Asked(
            letters,
            readings,
            self.plain_first,
            tuple(self._extra),
            self._blank(alphabet) if self.treated else 0,
            self._in_cells(alphabet),
        )
        made: TreatedTable = words._once(
            (f"forms of {self.treatments} {self.keys}; {asked}", cells),
            lambda: self._table(words, cells, asked),
        )
        return made  # slots with the same forms share it

    def _table(self, words: WordList, cells: int, asked: Asked) -> TreatedTable:
        from satcross.apps.thematic.treatments import treated_table

        return treated_table(words, cells, self._each(), asked)

    def _each(self) -> list[Treatment]:
        keys = f" {KEYS_APART.join(self.keys)}" if self.keys else ""
        return [_treatment(f"{text}{keys if _has_key(text) else ''}") for text in self.treatments]


def _treatment(text: str) -> Treatment:
    from satcross.apps.thematic.treatments import treatment_of

    return treatment_of(text)


def _has_key(text: str) -> bool:
    return text.partition(" ")[0] in ("vigenere", "playfair")


def _own_cell(what: str, slot: str) -> str:
    """The cell with the letter or the kind of an entry, where the solver says which are treated."""
    return f"{'m' if what == 'letters' else 't'}{slot.lower()}"


def _in_letters(text: str, what: str, alphabet: Alphabet) -> str:
    found = alphabet.normalise(text)
    if not found:
        raise _bad(
            f"the {what} {text[:40]!r} has letters that the alphabet lacks",
            "use letters of the list",
        )
    return found


def _field(text: str) -> str:
    """The field of a part of the text that has no value."""
    return text.replace(" ", "_")


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="rules")
