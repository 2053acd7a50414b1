"""Word lists of the folder: adding them, and changing scores in them, with a journal of why."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from satcross import Alphabet, InputError, OptionError, WordList, WordListError
from satcross.apps.lists.changes import differences
from satcross.apps.lists.journal import Note, add_notes, edit_list, notes_of, read_journal
from satcross.apps.lists.records import Record, read_lines
from satcross.apps.workbench.document import BUILTIN, Data
from satcross.apps.workbench.engine.lists import OVERRIDES, SUFFIXES, is_list_name
from satcross.apps.workbench.folder import Folder, checked_name
from satcross.apps.workbench.messages import integer, shown_error, word_of
from satcross.extend import Scale, write_file

MAX_NOTES = 20  # the latest, which the page shows
MAX_WHY = 200


def listed(folder: Folder) -> list[Data]:
    """The lists there are, and the latest notes of the journals of those in the folder."""
    found: list[Data] = []
    for name in folder.words.names:
        path = folder.words.own_path(name)
        found.append({"name": name, "is_own": path is not None})
        if path is not None:
            found[-1] |= {"n_bytes": path.stat().st_size, **_journal(path)}
    return found


def _journal(path: Path) -> Data:
    try:
        notes = read_journal(path)[-MAX_NOTES:]
    except WordListError as error:
        return {"notes": [], "problem": shown_error(error, path.parent)}
    return {"notes": [note._asdict() for note in reversed(notes)], "problem": ""}


def add_list(folder: Folder, name: str, data: bytes, *, replaces: bool) -> Data:
    """Keep a list in the folder, once it has been read.

    Args: name: of its file, as the page says; replaces: whether there may be such a list.

    Raises:
        InputError: the name is none for a list, or is taken; or the list cannot be read.
    """
    name = checked_name(name.replace("\\", "/").rpartition("/")[2])
    if not is_list_name(name):
        hint = (
            "overrides.txt has the words changed on the page" if name == OVERRIDES else "rename it"
        )
        raise OptionError(f"a list ends with {' or '.join(SUFFIXES)}, got {name!r}", hint=hint)
    path = folder.within(folder.path / name)
    if path.exists() and not replaces:
        raise OptionError(f"there is a file {name} in the folder already", hint="replace it")
    if name in folder.words.paths and folder.words.own_path(name) is None:
        raise OptionError(f"{name} is the name of another list", hint="rename it")
    with tempfile.TemporaryDirectory(prefix="satcross-") as scratch:
        tried = Path(scratch) / name
        tried.write_bytes(data)
        try:
            words = WordList.load(tried, alphabet=folder.words.alphabet, min_letters=1)
        except InputError as error:
            raise OptionError(shown_error(error, tried.parent)) from None
    write_file(path, data, OptionError)
    return {"name": name, "n": len(words)}


def delete_list(folder: Folder, name: str) -> str:
    """Put a list of the folder into the trash; returns by what `Folder.restore` knows it.

    Its journal stays. Raises OptionError: there is no such list, or it cannot be moved.
    """
    bare, _ = _own(folder, name)
    return folder.discard(bare).name


def rescored(folder: Folder, reference: str, said: Mapping[str, Any]) -> Data:
    """Give an entry of a list of the folder another score, and note it in the list's journal.

    Args:
        reference: the list, perhaps with a scale, by which the score is meant.
        said: `word`; `score`, None to remove the entry; `why`, optional.

    Raises:
        InputError: there is no such list, or it cannot be changed; or there is no such word.
    """
    bare, scale = _own(folder, reference)
    letters = folder.words.alphabet
    word, score = _asked(said, letters)
    if scale.fixed is not None:
        problem = f"every word of {reference} has the score {scale.fixed}"
        raise OptionError(problem, hint="change its scale first")
    lines = read_lines(bare, letters)
    before = lines.entries()
    old = before.get(word)
    if old is None and score is None:
        raise OptionError(f"{bare.name} does not have {word}")
    new = None
    if score is not None:
        raw = _unscaled(score, scale)
        new = old._replace(score=raw) if old else Record(word, str(said["word"]).strip(), raw)
    changes = edit_list(lines, bare, {word: new}, before)
    why = " ".join(str(said.get("why") or "").split())[:MAX_WHY]
    add_notes(bare, notes_of(changes, date.today(), why))
    return {"word": word, "before": old and old.score, "after": new and new.score}


def _own(folder: Folder, reference: str) -> tuple[Path, Scale]:
    """The file of a list of the folder, and its scale."""
    path = folder.words.path_of(reference)
    bare, scale = Scale.split(path) if path is not None else (None, Scale())
    if bare is None or folder.words.own_path(bare.name) != bare:
        raise OptionError(f"there is no word list {reference!r:.60} in the folder")
    return folder.within(bare), scale


def _asked(said: Mapping[str, Any], letters: Alphabet) -> tuple[str, int | None]:
    word = word_of(said.get("word"), letters)
    return word, None if said.get("score") is None else integer(said, "score", 0, Scale.MOST)


def _unscaled(score: int, scale: Scale) -> int:
    """The score in a list that the scale makes this one, or the nearest one."""
    value = Fraction(score - scale.shift)
    if scale.low is not None and scale.high is not None:
        value = scale.low + value * (scale.high - scale.low) / 100
        value = min(max(value, Fraction(scale.low)), Fraction(scale.high))
    return int(min(max(round(value), 0), Scale.MOST))


def note_overrides(folder: Folder, before: Mapping[str, int], after: Mapping[str, int]) -> None:
    """Note the changes of the folder's own words in their journal.

    Raises:
        WordListError: the journal cannot be read or written.
    """
    records = [
        {word: Record(word, word, score) for word, score in some.items()}
        for some in (before, after)
    ]
    notes: list[Note] = notes_of(differences(*records), date.today(), "")
    if notes:
        add_notes(folder.path / OVERRIDES, notes)


def list_files(paths: Sequence[Path]) -> dict[str, Path]:
    """Word lists by the names that the page shows: the files' names, made different."""
    out: dict[str, Path] = {}
    for path in paths:
        name = path.name
        number = 2
        while name in out or name == BUILTIN:
            name = f"{path.name} ({number})"
            number += 1
        out[name] = path.resolve()
    return out
