"""The folder that is served: names of crosswords, reading and writing them, words of its own.

Nothing that a page sends reaches the disk but through `checked_name`.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import time
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross import (
    Crossword,
    FormatError,
    InputError,
    OptionError,
    WordList,
    file_of,
    grid_of,
    load_crossword,
)
from satcross.apps.workbench.conversion import crossword_of, document_of
from satcross.apps.workbench.document import BUILTIN, Data, Document, new_document
from satcross.apps.workbench.engine.lists import OVERRIDES, WordOptions, file_state
from satcross.apps.workbench.history import OUTSIDE, History
from satcross.extend import (
    MAX_FILE,
    Format,
    cannot,
    format_named,
    format_of_file,
    parse_crossword,
    pattern_of,
    read_file,
    write_file,
)

if TYPE_CHECKING:
    from satcross.apps.houses.earlier import Earlier

SUFFIX, HIDDEN = ".json", ".satcross"
CONFIGS = ("satcross.toml", "pyproject.toml")  # which are no houses
TRASH = "trash"
DELETED = ".deleted"  # after the name, so that nobody takes it for a crossword
HISTORY = "history"
MAX_NAME = 80
MAX_LISTED = 2000
_NAME = re.compile(r"\w[\w .-]*", re.UNICODE)
# Names that mean a device on some systems.
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def checked_name(name: object) -> str:
    """A crossword's name, once it is one that cannot lead out of the folder.

    Raises:
        OptionError: it is something else.
    """
    if (
        not isinstance(name, str)
        or not 0 < len(name) <= MAX_NAME
        or not _NAME.fullmatch(name)
        or name[-1] in ". "
        or ".." in name
        or _DEVICES.fullmatch(name)
        or len(name.encode()) > 2 * MAX_NAME
    ):
        raise OptionError(
            "the name of a crossword has letters, digits, blanks and - _ . only",
            hint=f"at most {MAX_NAME} characters, the first a letter or digit",
        )
    return unicodedata.normalize("NFC", name)


def name_for(text: str) -> str:
    """A name for a crossword, made of whatever text there is."""
    kept = "".join(c if c.isalnum() or c in " -_" else " " for c in text)
    kept = " ".join(kept.split())[:40].strip(" -_")
    with suppress(OptionError):
        return checked_name(kept)
    return "crossword"


class Folder:
    """A folder of crosswords.

    Args:
        path: it exists.
        words: the word lists.

    Fields:
        overrides: by word, the score that outranks all lists; 0 is a ban.

    Raises:
        InputError: the folder's words cannot be read.
    """

    def __init__(self, path: Path, words: WordOptions) -> None:
        self.path = path.resolve()
        self.words = replace(words, folder=self.path)
        self._overrides_state = file_state(self.path / OVERRIDES)
        self._earlier: tuple[object, Earlier | None] = (), None
        self.overrides: dict[str, int] = self._read_overrides()
        # Of files that were taken in, until the page shows them: what their readers left out.
        self.remarks: dict[str, tuple[str, ...]] = {}

    def new(self, rows: int = 1, cols: int = 1, **settings: Any) -> Document:
        """An empty grid with the settings of new crosswords; raises as `new_document`."""
        usual = {
            "lists": tuple(self.words.files) or (BUILTIN,),
            "min_score": self.words.min_score,
            "overrides": self.overrides,
            "rules": self.words.rules,
        }
        return new_document(rows, cols, **usual | settings)

    def file(self, name: str) -> Path:
        """The file of a crossword."""
        return self.path / f"{checked_name(name)}{SUFFIX}"

    def _history(self, name: str) -> Path:
        return self.path / HIDDEN / f"{checked_name(name)}.history"

    def listed(self) -> list[Data]:
        """The crosswords there are, latest first."""
        files = itertools.islice(self.files(), MAX_LISTED)
        out = [self._description(path, name, stat.st_mtime) for name, path, stat in files]
        return sorted(out, key=lambda item: -item["changed_at"])

    def files(self, others: Collection[str] = ()) -> Iterator[tuple[str, Path, os.stat_result]]:
        """The files of crosswords, by name: what they are called, and their status.

        Args: others: endings of other files that are wanted too.
        """
        for entry in sorted(os.scandir(self.path), key=lambda entry: entry.name):
            path = Path(entry.path)
            is_known = Format.name_of(entry.name) not in (None, "text", "hex")
            if entry.name.startswith(".") or not (is_known or path.suffix in others):
                continue
            with suppress(OptionError, OSError):
                name = checked_name(path.stem if path.suffix == SUFFIX else path.name)
                if entry.is_file():
                    yield name, path, entry.stat()

    def _description(self, path: Path, name: str, changed_at: float) -> Data:
        out: Data = {"name": name, "changed_at": changed_at, "problem": ""}
        try:
            crossword = load_crossword(path).crossword
        except InputError as error:
            return out | {"title": "", "rows": 0, "cols": 0, "problem": str(error)}
        pattern = grid = pattern_of(crossword)
        with suppress(InputError):  # letters of another alphabet
            grid = grid_of(crossword, alphabet=self.words.alphabet)
        return out | {
            "title": crossword.title,
            "rows": crossword.n_rows,
            "cols": crossword.n_cols,
            "pattern": [] if crossword.board else pattern.lines(),
            "grid": [] if crossword.board else grid.rectangle().lines(),
        }

    def free_name(self, wanted: str) -> str:
        """The name, or one like it that no crossword has."""
        wanted = checked_name(wanted)
        taken = {path.stem.casefold() for path in self.path.glob(f"*{SUFFIX}")}
        names = [wanted, *(f"{wanted[: MAX_NAME - 5]}-{n}" for n in range(2, 1000))]
        for name in names:
            if name.casefold() not in taken:
                return name
        raise OptionError(f"there are too many crosswords called {wanted}")

    # Reading

    def read_only(self, name: str) -> str:
        """Why a crossword cannot be changed; "" where it can."""
        path, hidden = self.file(name), self.path / HIDDEN
        for found in (path, self.path, hidden, self._history(name)):
            if found.exists() and not _is_writable(found):
                what = "the folder" if found == self.path else found.relative_to(self.path)
                return f"{what} is read-only"
        return ""

    def state(self, name: str) -> object:
        """Something that is another once the file of a crossword has been written."""
        return file_state(self.file(name))

    def content(self, name: str) -> tuple[bytes, str] | None:
        """The bytes of a crossword's file, and their digest; None where there is none.

        Raises FormatError: it cannot be read.
        """
        path = self.within(self.file(name))
        if not path.is_file():
            return None
        data = read_file(path, FormatError, limit=MAX_FILE)
        return data, _digest(data)

    def document(self, name: str, data: bytes) -> Document:
        """The crossword in the bytes of its file.

        Raises InputError: it cannot be read.
        """
        source = self.file(name).name
        crossword = parse_crossword(data, format_named("satcross"), source, self.words.alphabet)
        return document_of(crossword, self.new(), source=source)

    def open(self, name: str) -> History:
        """The history of a crossword, up to what its file has now.

        A file of another format is read under its whole name, and kept without its extension.

        Raises:
            InputError: there is no such crossword, or it cannot be read.
        """
        found = self.content(name)
        if found is None:
            raise OptionError(f"there is no crossword {name!r}", hint="see the list of files")
        data, digest = found
        document = self.document(name, data)
        history_path = self.within(self._history(name))
        is_kept = not self.read_only(name)
        if not History.exists(history_path):
            hidden = self.path / HIDDEN
            try:
                if is_kept:
                    hidden.mkdir(exist_ok=True)
            except OSError as problem:
                raise cannot("written", hidden, problem, FormatError) from None
            history = History(history_path, document, is_kept=is_kept)
            history.note_saved(history.revision, digest)
            return history
        history = History(history_path, is_kept=is_kept)
        if digest not in history.digests:
            # Somebody else has written the file since: that is an edit, which undo takes back.
            history.change(document, OUTSIDE)
            history.note_saved(history.revision, digest)
        elif digest != history.digests[-1]:
            history.saved = 0  # killed before the file was written
        if history.document.overrides != self.overrides:
            with_words = replace(history.document, overrides=dict(self.overrides))
            history.change(with_words, "words of the folder", "other")
        return history

    def own_name(self, name: str) -> str:
        """The name under which a file of the folder is kept: files of other formats are imported.

        Raises:
            InputError: there is no such file, or it cannot be read.
        """
        name = checked_name(name)
        if self.file(name).is_file():
            return name
        path = self.within(self.path / name)
        if Format.name_of(name) in (None, "satcross") or not path.is_file():
            raise OptionError(f"there is no crossword {name!r}", hint="see the list of files")
        stem = name_for(path.stem)
        if self.file(stem).is_file():
            return stem
        return self._taken_in(stem, load_crossword(path, alphabet=self.words.alphabet).crossword)

    def add(self, name: str, crossword: Crossword) -> str:
        """Write a new crossword; returns the name that it got."""
        if not isinstance(crossword, Document):
            crossword = document_of(crossword, self.new(), source=name)
        name = self.free_name(name)
        self.write_bytes(name, content_of(crossword)[0])
        return name

    def imported(self, name: str, data: bytes) -> str:
        """Add the crossword in the bytes of a file of any format; returns its name.

        Raises:
            InputError: it cannot be read.
        """
        chosen = format_named(format_of_file(name, data))
        crossword = parse_crossword(data, chosen, name[:MAX_NAME], self.words.alphabet)
        return self._taken_in(name_for(Path(name).stem or crossword.title), crossword)

    def _taken_in(self, name: str, crossword: Crossword) -> str:
        name = self.add(name, crossword)
        if crossword.remarks:
            self.remarks[name] = crossword.remarks
        return name

    def houses(self) -> dict[str, str]:
        """The titles of houses by name: those that satcross has, and files of the folder."""
        from satcross.apps.houses.houses import house_names, load_house

        found = {name: load_house(name).title for name in house_names()}
        for path in sorted(self.path.glob("*.toml"))[:MAX_LISTED]:
            if path.name not in CONFIGS and path.is_file():
                found[path.name] = path.stem
                with suppress(InputError):  # the check says what is wrong with it
                    found[path.name] = load_house(str(path)).title
        return found

    def house(self, name: object) -> str:
        """The name of a house, or the path of its file, for `load_house`.

        Raises:
            OptionError: there is no such house.
        """
        from satcross.apps.houses.houses import house_names

        if name in house_names():
            return str(name)
        if name not in self.houses():
            raise OptionError(f"there is no house {name!r:.60}", hint="see the list of houses")
        return str(self.within(self.path / str(name)))

    def earlier(self, name: str) -> Earlier | None:
        """What the other crosswords of the folder have; None where there are none.

        Args: name: of the crossword that is compared with them.

        Raises:
            OptionError: there are too many files.
        """
        from satcross.apps.houses.earlier import earlier_in, files_in

        own = self.file(name)
        others = [(path, file_state(path)) for path in files_in(self.path) if path != own]
        if self._earlier[0] != others:
            found = None
            with suppress(OptionError):  # none has letters
                found = earlier_in(self.path, self.words.alphabet, but=own)
            self._earlier = others, found
        return self._earlier[1]

    def within(self, path: Path) -> Path:
        """A path, once it is in the folder, wherever links may lead.

        Raises:
            OptionError: it is not.
        """
        if not path.resolve().is_relative_to(self.path):
            raise OptionError("the file is not in the folder")
        return path

    # Renaming and deleting

    def _path_of(self, name: str) -> Path:
        """The file of a crossword, of any format. Raises OptionError: there is none."""
        name = checked_name(name)
        for path in (self.file(name), self.path / name):
            if path.is_file() and Format.name_of(path.name) not in (None, "text", "hex"):
                return self.within(path)
        raise OptionError(f"there is no crossword {name!r}", hint="see the list of files")

    def renamed(self, name: str, wanted: object) -> str:
        """Check that a crossword can have another name; returns that, as the list will show it.

        Raises:
            OptionError: there is no such crossword, or the name is none, or is taken.
        """
        path = self._path_of(name)
        new = path.with_name(f"{checked_name(wanted)}{path.suffix}")
        taken = {each.name.casefold() for each in self.path.iterdir() if each != path}
        if new.name.casefold() in taken:
            raise OptionError(f"there is a file {new.name} already", hint="choose another name")
        self._check_writable()
        return new.stem if new.suffix == SUFFIX else new.name

    def rename(self, name: str, new: str) -> None:
        """Give a crossword, with its history, the name that `renamed` has returned.

        Raises:
            OptionError: the files cannot be moved.
        """
        path = self._path_of(name)
        is_own = path.suffix == SUFFIX
        _move(path, self.path / (f"{new}{SUFFIX}" if is_own else new))
        if is_own and self._history(name).exists():
            _move(self._history(name), self._history(new))

    def delete(self, name: str) -> str:
        """Put a crossword, with its history, into the trash; returns by what `restore` knows it.

        Raises OptionError: there is no such crossword, or it cannot be moved.
        """
        path = self._path_of(name)
        trash = self.discard(path)
        if path.suffix == SUFFIX and self._history(name).exists():
            _move(self._history(name), trash / HISTORY)
        return trash.name

    def discard(self, path: Path) -> Path:
        """Put a file of the folder into the trash; its folder there. Raises as `delete`."""
        self._check_writable()
        trash = self.path / HIDDEN / TRASH / f"{time.time_ns():x}"
        try:
            trash.mkdir(parents=True)
        except OSError as problem:
            raise cannot("written", trash, problem, OptionError) from None
        _move(path, trash / f"{path.name}{DELETED}")
        return trash

    def restore(self, key: object) -> str:
        """Take a file out of the trash; returns its name, another one if that is taken.

        Raises OptionError: it is not there, or cannot be moved.
        """
        trash = self.path / HIDDEN / TRASH / str(key)
        is_key = isinstance(key, str) and re.fullmatch("[0-9a-f]{1,20}", key)
        found = sorted(trash.glob(f"*{DELETED}")) if is_key else []
        if not found:
            raise OptionError("there is no such file in the trash")
        path = self.path / found[0].name.removesuffix(DELETED)
        name = path.name
        if path.suffix == SUFFIX:
            name = self.free_name(path.stem)
            path = self.file(name)
        elif path.exists():
            raise OptionError(f"there is a file {path.name} already", hint="rename that one first")
        _move(found[0], path)
        if (trash / HISTORY).exists():
            _move(trash / HISTORY, self._history(name))
        with suppress(OSError):
            trash.rmdir()
        return name

    def _check_writable(self) -> None:
        if not _is_writable(self.path):
            raise OptionError("the folder is read-only")

    # Writing

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write the bytes of a crossword's file. Raises FormatError: it cannot be written."""
        write_file(self.within(self.file(name)), data, FormatError)

    def _read_overrides(self) -> dict[str, int]:
        path = self.path / OVERRIDES
        if not path.is_file() or not read_file(path, OptionError).strip():
            return {}
        return dict(sorted(WordList.load(path, alphabet=self.words.alphabet).words()))

    def set_overrides(self, overrides: Mapping[str, int]) -> None:
        """Keep the overrides in their file.

        Raises:
            OptionError: it cannot be written.
        """
        text = "".join(f"{word};{score}\n" for word, score in sorted(overrides.items()))
        write_file(self.within(self.path / OVERRIDES), text.encode(), OptionError)
        self._overrides_state = file_state(self.path / OVERRIDES)
        self.overrides = dict(overrides)

    def reread_overrides(self) -> bool:
        """Read the overrides again if another program has written them; whether they differ.

        Raises:
            InputError: they cannot be read.
        """
        state = file_state(self.path / OVERRIDES)
        if state == self._overrides_state:
            return False
        before, self.overrides = self.overrides, self._read_overrides()
        self._overrides_state = state
        return before != self.overrides


def _move(path: Path, target: Path) -> None:
    try:
        if target.exists() and not target.samefile(path):
            raise OptionError(f"there is a file {target.name} already")
        path.rename(target)
    except OSError as problem:
        raise cannot("moved", path, problem, OptionError) from None


def content_of(document: Document) -> tuple[bytes, str]:
    """The bytes of a crossword's file, and their digest."""
    data = file_of(crossword_of(document), "satcross").data
    return data, _digest(data)


def _is_writable(path: Path) -> bool:
    # The first is for a file that its owner protects against root as well.
    return bool(path.stat().st_mode & 0o222) and os.access(path, os.W_OK)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
