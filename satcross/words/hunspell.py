"""The words of a Hunspell dictionary: a list of stems, and the affixes that they take.

A `.dic` file has a stem and the flags of its affixes on each line; the `.aff` file beside it has
the affixes of each flag. Suffixes of suffixes are applied once; compounds are not made.

Source: hunspell(5).
"""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from satcross.errors import WordListError
from satcross.files import read_file

_LIMIT = 64 << 20
# Those of hunspell(5), by Python's names, and the other code pages of Windows. Python has others
# that are no encodings of text, or fail on some bytes whatever is asked.
_ENCODINGS = re.compile(r"utf-8|ascii|iso8859-\d+|koi8-[rtu]|cp125\d|tis-620")
MAX_FORMS = 20_000_000  # of all stems together; Brazilian Portuguese has 10 million


class Affix(NamedTuple):
    """One way to make a form. Args: is_crossed: whether a prefix and a suffix may meet."""

    strip: str
    add: str
    condition: re.Pattern[str]
    flags: tuple[str, ...]
    is_crossed: bool


@dataclass(slots=True)
class Affixes:
    """What the `.aff` file says."""

    style: str = "char"
    aliases: list[str] = field(default_factory=list)
    prefixes: dict[str, list[Affix]] = field(default_factory=lambda: defaultdict(list))
    suffixes: dict[str, list[Affix]] = field(default_factory=lambda: defaultdict(list))
    needs_affix: str = ""
    # Flags of stems that are no words of their own: wrong, never suggested, parts of compounds.
    left_out: set[str] = field(default_factory=set)

    def flags(self, text: str) -> tuple[str, ...]:
        """The flags in a field."""
        if self.aliases and text.isdigit():
            if not int(text):
                raise IndexError(text)
            text = self.aliases[int(text) - 1]
        if self.style == "long":
            return tuple(text[i : i + 2] for i in range(0, len(text), 2))
        if self.style == "num":
            return tuple(filter(None, text.split(",")))
        return tuple(text)


def hunspell_words(path: Path, *, stems: bool = False) -> Iterator[str]:
    """Every form of every stem, as written; the same may come more than once.

    Args:
        path: the `.dic` file; the `.aff` file is beside it.
        stems: whether to leave out all forms but the stems.

    Raises: WordListError: a file cannot be read, or there are more than `MAX_FORMS` forms.
    """
    rules = path.with_suffix(".aff")
    data = read_file(rules, WordListError, limit=_LIMIT)
    affixes = decoded_affixes(data, rules)
    text = read_file(path, WordListError, limit=_LIMIT).decode(_encoding(data), "replace")
    entries = (
        # Behind a tab, or a blank and letters with a colon, stands what the form means.
        re.split(r"\t|\s+(?=[a-z]{2}:)", line, maxsplit=1)[0].strip()
        for line in text.lstrip("\ufeff").splitlines()[1:]
        if line and line[0] not in "/\t #"
    )
    if stems:
        return (entry.partition("/")[0] for entry in entries)
    return affixed_words(entries, affixes, path)


def affixed_words(entries: Iterable[str], affixes: Affixes, path: Path) -> Iterator[str]:
    """Every form of some stems, as written; the same may come more than once.

    Args:
        entries: `stem/flags`, or a stem alone.
        path: the dictionary, for errors.

    Raises: WordListError: flags mean nothing, or there are more than `MAX_FORMS` forms.
    """
    n_forms = 0
    for entry in entries:
        stem, _, flags = entry.partition("/")
        try:
            own = affixes.flags(flags.strip())
        except (IndexError, ValueError):  # ² is a digit, but no number
            raise _unreadable(path, f"there is no alias {flags.strip()!r:.20}") from None
        for form in forms_of(stem, own, affixes):
            n_forms += 1
            if n_forms > MAX_FORMS:
                raise WordListError(
                    f"the dictionary has more than {MAX_FORMS:,} forms",
                    hint="give a plain list of words",
                    source=str(path),
                )
            yield form


def decoded_affixes(data: bytes, path: Path) -> Affixes:
    """The affixes in the bytes of an `.aff` file. Args: path: for errors.

    Raises: WordListError: they cannot be read.
    """
    try:
        return read_affixes(data.decode(_encoding(data), "replace"))
    except (LookupError, ValueError, IndexError, re.error) as problem:
        raise _unreadable(path, str(problem)) from None


def _encoding(data: bytes) -> str:
    found = re.search(rb"^\s*SET\s+(\S+)", data, re.MULTILINE)
    name = found[1].decode("ascii", "replace") if found else "latin-1"
    if not _ENCODINGS.fullmatch(codecs.lookup(name).name):
        raise ValueError(f"no dictionary has the encoding {name}")
    return name


def _unreadable(path: Path, why: str) -> WordListError:
    return WordListError(f"the affixes cannot be read: {why}", source=str(path))


def read_affixes(text: str) -> Affixes:
    """The affixes in the text of an `.aff` file."""
    affixes = Affixes()
    crossed: dict[tuple[str, str], bool] = {}
    for line in text.splitlines():
        fields = line.split()
        match fields:
            case ["FLAG", style, *_]:
                affixes.style = style
            case ["AF", alias, *_]:
                affixes.aliases.append(alias)
            case ["NEEDAFFIX" | "PSEUDOROOT", flag, *_]:
                affixes.needs_affix = flag
            case ["FORBIDDENWORD" | "NOSUGGEST" | "ONLYINCOMPOUND", flag, *_]:
                affixes.left_out.add(flag)
            case ["PFX" | "SFX" as kind, flag, "Y" | "N" as cross, number] if number.isdigit():
                crossed[kind, flag] = cross == "Y"
            case ["PFX" | "SFX" as kind, flag, strip, added, *rest]:
                add, _, flags = added.partition("/")
                if kind == "PFX" and ("'" in add or "’" in add):
                    continue  # an article before a vowel, l'amico: two words
                table = affixes.prefixes if kind == "PFX" else affixes.suffixes
                table[flag].append(
                    Affix(
                        "" if strip == "0" else strip,
                        "" if add == "0" else add,
                        _condition(rest[0] if rest else ".", kind == "PFX"),
                        affixes.flags(flags) if flags else (),
                        crossed.get((kind, flag), False),
                    )
                )
    if affixes.aliases:  # the first line has their number
        del affixes.aliases[0]
    return affixes


def _condition(text: str, is_prefix: bool) -> re.Pattern[str]:
    escaped = re.sub(r"[^\w\[\]^.]|(?<=\[)\[", lambda found: re.escape(found[0]), text)
    return re.compile(f"^{escaped}" if is_prefix else f"{escaped}$")


def forms_of(stem: str, flags: Sequence[str], affixes: Affixes) -> Iterator[str]:
    """The forms of one stem.

    >>> rules = read_affixes("SFX S Y 1\\nSFX S 0 s [^s]\\nPFX U Y 1\\nPFX U 0 un .")
    >>> sorted(forms_of("tie", "SU", rules))
    ['tie', 'ties', 'untie', 'unties']
    """
    if not affixes.left_out.isdisjoint(flags):
        return
    if affixes.needs_affix not in flags or not affixes.needs_affix:
        yield stem
    prefixes = [
        affix
        for flag in flags
        for affix in affixes.prefixes.get(flag, ())
        if affix.condition.search(stem) and stem.startswith(affix.strip)
    ]
    for affix in prefixes:
        yield affix.add + stem[len(affix.strip) :]
    for affix, form in _suffixed(stem, flags, affixes):
        if affixes.left_out.isdisjoint(affix.flags):
            if not affixes.needs_affix or affixes.needs_affix not in affix.flags:
                yield form
                if affix.is_crossed:
                    for prefix in prefixes:
                        if prefix.is_crossed:
                            yield prefix.add + form[len(prefix.strip) :]
            if affix.flags:
                for inner, twice in _suffixed(form, affix.flags, affixes):
                    if affixes.left_out.isdisjoint(inner.flags):
                        yield twice


def _suffixed(stem: str, flags: Sequence[str], affixes: Affixes) -> Iterator[tuple[Affix, str]]:
    for flag in flags:
        for affix in affixes.suffixes.get(flag, ()):
            if stem.endswith(affix.strip) and affix.condition.search(stem):
                yield affix, stem[: len(stem) - len(affix.strip)] + affix.add
