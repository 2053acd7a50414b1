"""Pictures and sounds in clues, written as in Markdown, from files beside the list.

    apple: ![](apple.png)
    bell: [Listen](bell.mp3)
    horse: It runs ![a horse](horse.jpg)

A `!` before the brackets shows a picture, and what is in the brackets describes it. Without it, the
file is a sound. Addresses in the web are not loaded: what a clue needs is kept in the crossword.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from satcross.checks import some_of
from satcross.errors import FormatError
from satcross.files import read_file
from satcross.model.crossword import Clue, Crossword

EXTRAS, KEY = "satcross", "media"  # where `Clue.extras` has them
MAX_SOUND = 8 << 20  # bytes
_WRITTEN = re.compile(r"(!?)\[([^\[\]]*)\]\(\s*<?([^()<>]+?)>?\s*\)")
_SOUNDS: Mapping[str, tuple[str, tuple[bytes, ...]]] = {
    ".mp3": ("audio/mpeg", (b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"\xff\xfa")),
    ".ogg": ("audio/ogg", (b"OggS",)),
    ".oga": ("audio/ogg", (b"OggS",)),
    ".opus": ("audio/ogg", (b"OggS",)),
    ".wav": ("audio/wav", (b"RIFF",)),
    ".m4a": ("audio/mp4", (b"\0\0\0",)),
}


@dataclass(frozen=True, slots=True)
class Medium:
    """A picture or a sound of a clue.

    Args:
        kind: its media type, as in "image/png" or "audio/mpeg".
        about: what describes it; "" for nothing.
        data: the file.
    """

    kind: str
    about: str
    data: bytes

    @property
    def is_picture(self) -> bool:
        """Whether it is no sound."""
        return self.kind.startswith("image/")

    @classmethod
    def all_of(cls, clue: Clue) -> tuple[Medium, ...]:
        """The pictures and sounds of a clue. Raises FormatError: its file has damaged ones."""
        kept = clue.extras.get(EXTRAS, {}).get(KEY, ())
        try:
            found = tuple(
                cls(
                    str(one["kind"]),
                    str(one["about"]),
                    base64.b64decode(one["data"], validate=True),
                )
                for one in kept
            )
        except (TypeError, KeyError, ValueError, binascii.Error):
            raise FormatError("a clue has a damaged picture or sound") from None
        known = {"image/png", "image/jpeg", *(kind for kind, _ in _SOUNDS.values())}
        if any(one.kind not in known or not isinstance(one.about, str) for one in found):
            raise FormatError("a clue has a damaged picture or sound")
        return found

    @classmethod
    def all_in(
        cls, clue: str, folder: Path, picture_of: Callable[[Path], bytes]
    ) -> tuple[Medium, ...]:
        """The pictures and sounds that a clue names as it is written.

        Args, Raises: of `with_all`.
        """
        found = []
        for mark, text, name in _WRITTEN.findall(clue):
            path, about = _inside(folder, name), text.strip()
            if mark:
                data = picture_of(path)
                kind = "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"
                found.append(cls(kind, about, data))
            else:
                found.append(_sound(path, about))
        return tuple(found)

    @property
    def url(self) -> str:
        """The file itself as a `data:` URL."""
        return f"data:{self.kind};base64,{base64.b64encode(self.data).decode()}"

    @staticmethod
    def are_in(clue: str) -> bool:
        """Whether a clue, as it is written, has pictures or sounds."""
        return _WRITTEN.search(clue) is not None

    @staticmethod
    def with_all(
        crossword: Crossword,
        folder: Path,
        picture_of: Callable[[Path], bytes],
        *,
        names: tuple[str, str],
    ) -> Crossword:
        """The crossword with the pictures and sounds that its clues name, from files of a folder.

        Args:
            folder: beside which files are named.
            picture_of: reads a picture.
            names: what a clue of a picture alone, and one of a sound alone, say instead of a text.

        Raises:
            FormatError: a file cannot be read, is none of the kinds, or is not in the folder.
        """
        clues = [
            _with_media(clue, folder, picture_of, names) if Medium.are_in(clue.text) else clue
            for clue in crossword.clues
        ]
        return replace(crossword, clues=tuple(clues))

    @classmethod
    def sounds_lost(cls, crossword: Crossword) -> list[str]:
        """What paper leaves out: nothing, or a line that names the clues with sounds.

        Raises: FormatError: as `all_of`.
        """
        lost = [
            f"{clue.label} {clue.direction}"
            for clue in crossword.clues
            if not all(one.is_picture for one in cls.all_of(clue))
        ]
        return [f"sounds, which no paper has ({some_of(lost, 3)})"] if lost else []


def _with_media(
    clue: Clue, folder: Path, picture_of: Callable[[Path], bytes], names: tuple[str, str]
) -> Clue:
    media = Medium.all_in(clue.text, folder, picture_of)
    text = _WRITTEN.sub(lambda found: "" if found[1] else found[2], clue.text)
    text = " ".join(text.split())
    if not re.sub(r"\([\d,-]+\)", "", text).strip():  # but for the lengths of a phrase
        text = f"{names[not media[0].is_picture]} {text}".strip()
    kept = [
        {"kind": one.kind, "about": one.about, "data": base64.b64encode(one.data).decode()}
        for one in media
    ]
    own = {**clue.extras.get(EXTRAS, {}), KEY: kept}
    return replace(clue, text=text, markup="", extras={**clue.extras, EXTRAS: own})


def _inside(folder: Path, name: str) -> Path:
    if "://" in name:
        raise FormatError(
            f"{name[:60]} is in the web", hint="save it beside the list, and name that"
        )
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise FormatError(f"{name[:60]} is not beside the list", hint="copy it there")
    return path


def _sound(path: Path, about: str) -> Medium:
    known = _SOUNDS.get(path.suffix.lower())
    if known is None:
        endings = ", ".join(_SOUNDS)
        raise FormatError(
            f"a sound must be one of {endings}",
            hint="write ! before the brackets if it is a picture",
            source=str(path),
        )
    data = read_file(path, FormatError, limit=MAX_SOUND)
    kind, beginnings = known
    if not data.startswith(beginnings):
        raise FormatError(f"is no {path.suffix.lower()} file", source=str(path))
    return Medium(kind, about, data)


def without_media(crossword: Crossword) -> tuple[Crossword, list[Clue]]:
    """The crossword without the pictures and sounds of its clues, and the clues that had some."""
    had: list[Clue] = []
    clues: list[Clue] = []
    for clue in crossword.clues:
        own = clue.extras.get(EXTRAS, {})
        if KEY in own:
            had.append(clue)
            rest = {name: value for name, value in own.items() if name != KEY}
            others = {name: value for name, value in clue.extras.items() if name != EXTRAS}
            clues.append(replace(clue, extras={**others, EXTRAS: rest} if rest else others))
        else:
            clues.append(clue)
    return (replace(crossword, clues=tuple(clues)), had) if had else (crossword, had)
