"""The words of a document: its lists in order, what outranks them, and the minimum score."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from satcross import LATIN, Alphabet, EntryRules, InputError, OptionError, WordList
from satcross.apps.workbench.document import BUILTIN, Document
from satcross.apps.workbench.messages import shown_error
from satcross.extend import Rule, Scale

OVERRIDES = "overrides.txt"
SUFFIXES = (".txt", ".dict")  # of lists in the folder
_SCALED = re.compile(r"(.+\.(?:txt|dict))(.*)", re.DOTALL)
MAX_KEPT = 4  # combinations of lists and minimum scores that are kept ready


@dataclass(frozen=True, slots=True)
class WordOptions:
    """The words that the crosswords of a folder are filled with, as the command line gives them.

    Args:
        files: word lists by name, in order of precedence; the built-in list is there without.
        min_score: of new crosswords; None for none.
        exclude: files of words to leave out.
        max_words: keep only the best; None for all.
        alphabet: the letters.
        rules: of new crosswords.
        folder: whose lists there are too; None for none.
    """

    files: Mapping[str, Path] = field(default_factory=dict)
    min_score: int | None = None
    exclude: tuple[Path, ...] = ()
    max_words: int | None = None
    alphabet: Alphabet = LATIN
    rules: tuple[Rule, ...] = ()
    folder: Path | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What the lists are called, without scales."""
        return (*self.paths, BUILTIN)

    @property
    def paths(self) -> dict[str, Path]:
        """By name, without its scale, the file of each list but the built-in one."""
        found = self._given()
        if self.folder is not None:
            for path in sorted(self.folder.iterdir()):
                if is_list_name(path.name) and path.is_file():
                    found.setdefault(path.name, path)
        return found

    def _given(self) -> dict[str, Path]:
        """The same for those that were named at the start."""
        found: dict[str, Path] = {}
        for name, path in self.files.items():
            bare = Scale.split(path)[0]
            found.setdefault(name.removesuffix(str(path)[len(str(bare)) :]), bare)
        return found

    def own_path(self, name: str) -> Path | None:
        """The file of a list in the folder, named without its scale; None where it is not there."""
        if self.folder is None or not is_list_name(name) or Path(name).name != name:
            return None
        path = self._given().get(name, self.folder / name)
        return path if path.parent == self.folder and path.is_file() else None

    def path_of(self, name: str) -> Path | None:
        """The file of a list, with the scale of its name, as in `mine.txt@0-50`.

        Returns: None for the built-in list, and where there is no such list.

        Raises:
            OptionError: it is a list, but what follows is no scale.
        """
        if name in self.files:
            return self.files[name]
        given = self._given()
        found = _SCALED.fullmatch(name)
        bares = {*given, found[1] if found else name}
        for bare in sorted(bares, key=len, reverse=True):
            path = given.get(bare) or self.own_path(bare)
            if path is not None and name.startswith(bare):
                suffix = name[len(bare) :]
                if suffix:
                    Scale.parse(suffix, name)
                return Path(f"{path}{suffix}")
        return None

    def check(self, name: object) -> None:
        """Let the name of a list pass, which may have a scale.

        Raises:
            OptionError: there is no such list, or what follows its name is no scale.
        """
        is_known = isinstance(name, str) and (name == BUILTIN or self.path_of(name) is not None)
        if not is_known:
            hint = f"there are {', '.join(self.names)}"
            raise OptionError(f"there is no word list {name!r:.60}", hint=hint)


def is_list_name(name: str) -> bool:
    """Whether a file of the folder with this name may be a word list."""
    is_shown = not name.startswith(".") and name != OVERRIDES
    return is_shown and name.endswith(SUFFIXES)


class Lists:
    """Word lists, each read when it is first needed.

    Args: words: which there are.
    """

    def __init__(self, words: WordOptions) -> None:
        self.words = words
        self._options: dict[str, Any] = {
            "alphabet": words.alphabet,
            "exclude": words.exclude,
            "max_words": words.max_words,
            "min_letters": 1,
        }
        self._read: dict[tuple[str, int | None], WordList] = {}
        self._states: dict[str, object] = {}  # of their files, when they were read
        self._made: dict[tuple[Any, ...], WordList] = {}
        self.scores: dict[tuple[tuple[str, ...], str], int | None] = {}  # that were looked up
        self.alphabet = words.alphabet

    def of(self, document: Document, *, every_score: bool = False) -> WordList:
        """The words that a document may be filled with.

        Args: every_score: whether to keep those below the minimum score.

        Raises:
            WordListError: a list cannot be read, or no word is left.
        """
        least = 0 if every_score else document.min_score
        self._forget_changed(document.lists)
        overrides = tuple(sorted(_overrides(document).items()))
        key = (document.lists, least, overrides, EntryRules(document.rules).min_length == 1)
        words = self._made.pop(key, None)
        if words is None:
            words = self._make(document, least)
            while len(self._made) >= MAX_KEPT:
                del self._made[next(iter(self._made))]
        self._made[key] = words
        return words

    def _make(self, document: Document, least: int | None) -> WordList:
        base = (document.lists, least)
        words = self._made.get(base)
        if words is None:
            lists = [self._list(name, least) for name in document.lists]
            words = self._made[base] = WordList.combined(*lists)
        overrides = _overrides(document)
        if overrides:
            bans = {
                word: None if score == 0 or (least is not None and score < least) else score
                for word, score in overrides.items()
                if self.alphabet.normalise(word) == word
            }
            words = words.with_scores(bans)
        return words if least is None else words.with_min_score(least)

    def _list(self, name: str, least: int | None) -> WordList:
        # The first list that has a word decides, so that only the last may lose words beforehand.
        if name == BUILTIN:
            if (name, least) not in self._read:
                self._read = {key: kept for key, kept in self._read.items() if key[0] != name}
                self._read[name, least] = WordList.builtin(min_score=least, **self._options)
            return self._read[name, least]
        if (name, None) not in self._read:
            self.words.check(name)
            path = self.words.path_of(name)
            assert path is not None  # or the check has raised
            self._states[name] = _list_state(path)
            self._read[name, None] = WordList.load(path, **self._options)
        return self._read[name, None]

    def _forget_changed(self, names: Sequence[str]) -> None:
        """Forget lists whose files have been written since they were read, and what has them."""
        for name in names:
            path = self.words.path_of(name) if name in self._states else None
            if path is not None and _list_state(path) != self._states[name]:
                del self._states[name]
                self.scores.clear()
                self._read.pop((name, None), None)
                self._made = {key: kept for key, kept in self._made.items() if name not in key[0]}

    def described(self, document: Document) -> list[dict[str, Any]]:
        """How many words each list of a document has, and their lowest and highest score."""
        self._forget_changed(document.lists)
        found: list[dict[str, Any]] = []
        for name in document.lists:
            try:
                words = self._list(name, document.min_score)
            except InputError as error:
                found.append({"name": name, "problem": shown_error(error, self.words.folder)})
                continue
            scores = [words.table(length).scores for length in words.lengths]
            low = min((int(some.min()) for some in scores), default=None)
            high = max((int(some.max()) for some in scores), default=None)
            found.append({"name": name, "n": len(words), "low": low, "high": high, "problem": ""})
        return found

    def source_of(self, document: Document, word: str) -> str:
        """The name of the list that decides about a word; "" where none has it."""
        if word in _overrides(document):
            return "overrides"
        for name in document.lists:
            if word in self._list(name, 0 if name == BUILTIN else None):
                return name
        return ""


def _list_state(path: Path) -> object:
    """The state of the file of a list, which is given with its scale."""
    return file_state(Scale.split(path)[0])


def file_state(path: Path) -> object:
    """Something that is another once a file has been written; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _overrides(document: Document) -> dict[str, int]:
    """The scores that outrank all lists: the folder's, and the bans of the file."""
    return {**dict.fromkeys(document.banned, 0), **document.overrides}
