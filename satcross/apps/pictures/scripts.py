"""Fonts of the machine for the scripts that ours lack, and lines that run from right to left.

A font is looked for by its file's name, in a fixed order, so that the same machine always draws
the same picture. Nothing here is read before a text has a character that our fonts lack.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, assert_never

from satcross import Crossword, OptionError
from satcross.extend import (
    Circle,
    Line,
    PlacedImage,
    Polygon,
    Rect,
    Shape,
    ShapeGroup,
    Sheet,
    Text,
    runs_right_to_left,
)

VARIABLE = "SATCROSS_FONTS"
RIGHT_TO_LEFT_MARK = "\u200f"
_OTHER: Mapping[Literal["start", "middle", "end"], Literal["start", "middle", "end"]] = {
    "start": "end",
    "end": "start",
    "middle": "middle",
}
_SUFFIXES = (".ttf", ".otf", ".ttc")


class Script(NamedTuple):
    """A script that our fonts lack.

    Args:
        name: for people.
        ranges: its blocks of Unicode, first and last character of each.
        files: files that have it, without `-Regular` and suffix, the best first.
        package: Debian's package of the first.
        is_shaped: whether letters change beside others, or run from right to left.
    """

    name: str
    ranges: tuple[tuple[int, int], ...]
    files: tuple[str, ...]
    package: str
    is_shaped: bool


def _indic(name: str, first: int) -> Script:
    ranges = ((first, first + 0x7F),)
    return Script(name, ranges, (f"NotoSans{name}", f"Lohit-{name}"), "fonts-noto-core", True)


SCRIPTS = (
    Script(
        "Hebrew", ((0x590, 0x5FF), (0xFB1D, 0xFB4F)),
        ("NotoSansHebrew", "DejaVuSans", "FreeSans", "Arial"), "fonts-noto-core", True,
    ),
    Script(
        "Arabic", ((0x600, 0x6FF), (0x750, 0x77F), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF)),
        ("NotoSansArabic", "NotoNaskhArabic", "DejaVuSans", "Arial"), "fonts-noto-core", True,
    ),
    _indic("Devanagari", 0x900), _indic("Bengali", 0x980), _indic("Gurmukhi", 0xA00),
    _indic("Gujarati", 0xA80), _indic("Oriya", 0xB00), _indic("Tamil", 0xB80),
    _indic("Telugu", 0xC00), _indic("Kannada", 0xC80), _indic("Malayalam", 0xD00),
    Script(
        "Korean", ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3)),
        ("NanumGothic", "NotoSansKR", "AppleSDGothicNeo", "malgun", "NotoSansCJK"),
        "fonts-nanum", False,
    ),
    Script(
        "Japanese", ((0x3000, 0x30FF), (0x4E00, 0x9FFF), (0xFF00, 0xFFEF)),
        ("NotoSansJP", "ipag", "VL-Gothic", "NotoSansCJK", "YuGothR", "msgothic"),
        "fonts-ipafont-gothic", False,
    ),
)  # fmt: skip


class Font(NamedTuple):
    """A font file, and the width of each of its characters, in font sizes."""

    path: Path
    family: str
    advances: dict[int, float]


def folders() -> list[Path]:
    """Where fonts are looked for: the folders that `SATCROSS_FONTS` names, then the system's."""
    given = [Path(one) for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
    if sys.platform == "win32":
        system = [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"]
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Fonts"
        system = [home, Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
        system = [data / "fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")]
    return given + system


@cache
def _files(where: tuple[Path, ...]) -> dict[str, Path]:
    """The font files in some folders by their names in small letters, without suffix."""
    found: dict[str, Path] = {}
    for folder in where:
        for root, inner, names in os.walk(folder):
            inner.sort()
            for name in sorted(names):
                path = Path(root, name)
                if path.suffix.lower() in _SUFFIXES:
                    found.setdefault(path.stem.lower(), path)
    return found


def script_of(char: str) -> Script | None:
    """The script of a character, if it is one of `SCRIPTS`."""
    code = ord(char)
    return next((one for one in SCRIPTS if any(a <= code <= b for a, b in one.ranges)), None)


def font_of(char: str, bold: bool = False) -> Font | None:
    """The font for a character of another script; None if it is of none, or none is found."""
    script = script_of(char) if ord(char) >= 0x590 else None
    font = None if script is None else _found(script, bold, tuple(folders()))
    return font if font is not None and ord(char) in font.advances else None


@cache
def _found(script: Script, bold: bool, where: tuple[Path, ...]) -> Font | None:
    files = _files(where)
    styles = ("-Bold", "Bold", "-Regular", "") if bold else ("-Regular", "")
    for name in script.files:
        for style in styles:
            path = files.get(f"{name}{style}".lower())
            font = None if path is None else _read(path)
            if font is not None and any(a <= code <= b for code in font.advances
                                        for a, b in script.ranges):  # fmt: skip
                return font
    return None


@cache
def _read(path: Path) -> Font | None:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        file = TTFont(path, fontNumber=0, lazy=True)
        per_em, widths = file["head"].unitsPerEm, file["hmtx"].metrics
        glyphs = file.getBestCmap() or {}
        family = file["name"].getDebugName(16) or file["name"].getDebugName(1) or path.stem
        return Font(path, family, {code: widths[name][0] / per_em for code, name in glyphs.items()})
    except (OSError, TTLibError, KeyError):  # no font, whatever its name
        return None


def fonts_for(texts: Iterable[str], known: Iterable[int], bold: bool = False) -> list[Font]:
    """The fonts that texts need beside one of ours, which knows some characters."""
    lacking = sorted(set("".join(texts)).difference(map(chr, known)))
    fonts = (font_of(char, bold) for char in lacking)
    return list({font.path: font for font in fonts if font is not None}.values())


def require_fonts(lacking: Iterable[str]) -> None:
    """Raise OptionError for letters that no font has. Args: lacking: what none has."""
    letters = [char for char in lacking if unicodedata.category(char)[0] in "LM"]
    if not letters:
        return
    script = script_of(letters[0])
    hint = f"put one into a folder that {VARIABLE} names"
    if script is not None:
        hint = f"install {script.files[0]} (on Debian: apt-get install {script.package}), or {hint}"
    shown = " ".join(letters[:8]) + (" …" if len(letters) > 8 else "")
    raise OptionError(f"no font on this machine has {shown}", hint=f"{hint}; or write .html")


def is_shaped(text: str) -> bool:
    """Whether a text needs shaping: letters that change beside others, or from right to left."""
    scripts = (script_of(char) for char in text if ord(char) >= 0x590)
    return len(text) > 1 and any(script is not None and script.is_shaped for script in scripts)


def is_right_to_left(crossword: Crossword, language: str = "en") -> bool:
    """Whether a crossword runs from right to left.

    Most letters do, or without any most clues, or without these the language of the page.
    """
    texts = [square.solution for square in crossword.squares if square.solution]
    texts = texts or [clue.text for clue in crossword.clues if clue.text]
    if not texts:
        return language in RIGHT_TO_LEFT
    return 2 * sum(map(runs_right_to_left, texts)) > len(texts)


def mirrored(sheet: Sheet) -> Sheet:
    """A sheet from right to left: the first column is on the right, and texts end where they began.

    Letters are not mirrored.
    """

    def turned(shapes: Iterable[Shape]) -> Iterator[Shape]:
        width = sheet.width
        for shape in shapes:
            match shape:
                case ShapeGroup(_, inner):
                    yield replace(shape, shapes=tuple(turned(inner)))
                case Rect(x, _, wide) | PlacedImage(x, _, wide):
                    yield replace(shape, x=width - x - wide)
                case Line(x1, _, x2):
                    yield replace(shape, x1=width - x1, x2=width - x2)
                case Circle(x):
                    yield replace(shape, x=width - x)
                case Polygon(points):
                    yield replace(shape, points=tuple((width - x, y) for x, y in points))
                case Text(x, _, text, _, anchor):
                    yield replace(shape, x=width - x, text=_directed(text), anchor=_OTHER[anchor])
                case _:
                    assert_never(shape)

    return replace(sheet, shapes=tuple(turned(sheet.shapes)))


def _directed(text: str) -> str:
    """A text whose marks and numbers go from right to left too, if it has such letters."""
    if not runs_right_to_left(text) or len(text) == 1:
        return text
    return f"{RIGHT_TO_LEFT_MARK}{text}{RIGHT_TO_LEFT_MARK}"


RIGHT_TO_LEFT = frozenset({"ar", "he"})
