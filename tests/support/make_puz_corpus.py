"""Makes the .puz files of the corpus, with puzpy or byte by byte. Run it in this folder's parent.

All puzzles are ours. `python tests/support/make_puz_corpus.py` writes
tests/apps/interchange/puz/corpus.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import puz

FOLDER = Path(__file__).parents[1] / "apps" / "interchange" / "puz" / "corpus"
MINI = [
    "CAT.",
    "AREA",
    "RENT",
    ".ADO",
]  # 1A CAT 4A AREA 6A RENT 7A ADO; 1D CAR 2D AREA 3D TEND 5D ATO
MINI_CLUES = ["It purrs", "Motor", "Region", "Square measure", "Care for", "Bit: pref.",
              "Money for a flat", "Fuss"]  # fmt: skip


def puzzle(rows: list[str], clues: Iterable[str] = MINI_CLUES, **fields: Any) -> puz.Puzzle:
    """A puzzle of these rows, nothing of it filled in."""
    out = puz.Puzzle(fields.pop("version", "1.3"))
    out.width, out.height = len(rows[0]), len(rows)
    out.solution = "".join(rows)
    out.fill = "".join(char if char in ".:" else "-" for char in out.solution)
    out.clues = list(clues)
    out.title, out.author, out.copyright = "Mini", "A. Setter", "(c) 2024 A. Setter"
    for name, value in fields.items():
        setattr(out, name, value)
    return out


def numbered(rows: list[str]) -> list[str]:
    """Clues that tell their slot, in the order of files."""
    bare = puzzle(rows, [])
    across, down = puz.get_grid_numbering(bare.fill, bare.width, bare.height)
    entries = sorted((*across, *down), key=lambda entry: int(entry["clue_index"]))
    return [f"Clue {entry['num']} {entry['dir']}" for entry in entries]


def sunday() -> puz.Puzzle:
    """A grid of 21x21, blocks in a lattice."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    rows = [
        "".join(
            "." if row % 2 and col % 2 else alphabet[(3 * row + 5 * col) % 26] for col in range(21)
        )
        for row in range(21)
    ]
    return puzzle(rows, numbered(rows), title="Lattice")


def files() -> dict[str, bytes]:
    """The corpus by name."""
    out: dict[str, puz.Puzzle | bytes] = {}
    out["plain"] = puzzle(MINI)
    out["version_1_2"] = puzzle(MINI, version="1.2", notes="Not in the checksum of 1.2")
    letter = puzzle(MINI)
    letter.fileversion = b"1.2c"
    out["version_1_2c"] = letter
    out["latin1"] = puzzle(
        ["CAÑA", "ÉTÉ."], ["Ça va", "Año", "Übung", "Ær", "Été"], title="Años & días", author="Ünal"
    )
    out["windows1252"] = puzzle(
        MINI, ["\x93Purrs\x94", "It\x92s a motor", *MINI_CLUES[2:]], title="Dash \x96 dots\x85"
    )
    out["unicode"] = puzzle(
        MINI, ["Кот ★", "日本", *MINI_CLUES[2:]], version="2.0", title="“Кот”", notes="Ω\nline two"
    )
    out["unicode_ascii"] = puzzle(MINI, version="2.0")
    hearts = puzzle(["HAT", "ACE", "TEN"], numbered(["HAT", "ACE", "TEN"]), title="Cards")
    hearts.rebus().add_rebus_squares([0, 8], "HEART")
    hearts.rebus().add_rebus_squares(4, "CLUB")
    out["rebus"] = hearts
    written = puzzle(["HAT", "ACE", "TEN"], numbered(["HAT", "ACE", "TEN"]))
    written.rebus().add_rebus_squares([0, 8], "HEART")
    written.rebus().set_rebus_fill(0, "HEART")
    written.fill = "HA--C---B"
    out["rebus_entries"] = written
    digits = puzzle(["1AT", "A1E", "TE1"], numbered(["1AT", "A1E", "TE1"]))
    digits.rebus().add_rebus_squares([0, 4, 8], "ONE")
    out["rebus_digit_stand_in"] = digits
    cyrillic = puzzle(["KOT", "OXO", "TOM"], numbered(["KOT", "OXO", "TOM"]), version="2.0")
    for cell, letter_ in ((0, "К"), (1, "О"), (2, "Т")):
        cyrillic.rebus().add_rebus_squares(cell, letter_)
    out["rebus_unicode"] = cyrillic
    circles = puzzle(MINI)
    circles.markup().set_markup_squares([0, 5, 15], puz.GridMarkup.Circled)
    out["circles"] = circles
    marks = puzzle(MINI, fill="CXT.-RE-RENT.--O")
    marks.markup().set_markup_squares([1], puz.GridMarkup.Incorrect)
    marks.markup().set_markup_squares([2, 5], puz.GridMarkup.PreviouslyIncorrect)
    marks.markup().set_markup_squares([5, 8], puz.GridMarkup.Revealed)
    marks.markup().set_markup_squares([8], puz.GridMarkup.Circled)
    out["marks"] = marks
    for name, text in (("timer_runs", b"75,0"), ("timer_stopped", b"3600,1")):
        timed = puzzle(MINI)
        timed.extensions[b"LTIM"] = text
        out[name] = timed
    out["notes"] = puzzle(MINI, notes="One\r\nTwo\r\n\r\nThree")
    out["entries"] = puzzle(MINI, fill="CAT.A---R---.ADO")
    out["unfilled"] = puzzle(
        ["A-C.", "-R--", "....", "----"], numbered(["A-C.", "-R--", "....", "----"])
    )
    out["no_solution_x"] = puzzle(["XXX.", "XXXX", "XXXX", ".XXX"], solution_state=2)
    locked = puzzle(["CATCH", "AREAS", "RENTS"], numbered(["CATCH", "AREAS", "RENTS"]))
    locked.lock_solution(7844)
    out["scrambled"] = locked
    locked = puzzle(["HATCH", "AREAS", "RENTS"], numbered(["HATCH", "AREAS", "RENTS"]))
    locked.rebus().add_rebus_squares(0, "HEART")
    locked.lock_solution(1234)
    out["scrambled_rebus"] = locked
    out["diagramless"] = puzzle(
        ["CAT:", "AREA", "RENT", ":ADO"],
        puzzletype=0x0401,
        fill="CAT:----------.-",
        title="No diagram",
    )
    out["runs_of_one"] = puzzle(["A.B", "..C", "DEF"], numbered(["A.B", "..C", "DEF"]))
    out["one_row"] = puzzle(["CAT"], ["It purrs"])
    out["all_blocks"] = puzzle(["..", ".."], [])
    out["fewer_clues"] = puzzle(MINI, MINI_CLUES[:5])
    out["more_clues"] = puzzle(MINI, [*MINI_CLUES, "And one more", "And two"])
    out["empty_clues"] = puzzle(
        MINI, ["It purrs", "", *[""] * 6], title="", author="", copyright=""
    )
    out["padded"] = puzzle(MINI, preamble=b"junk before", postscript=b"\r\n", unk1=b"\x01\x02")
    unknown = puzzle(MINI)
    unknown.extensions[b"XTRA"] = b"\x00\x01\xfe\xff of another program"
    unknown.extensions[b"LTIM"] = b"9,1"
    out["unknown_section"] = unknown
    out["sunday"] = sunday()
    out["by_hand"] = by_hand()
    return {name: made if isinstance(made, bytes) else made.tobytes() for name, made in out.items()}


def checksum(data: bytes, start: int = 0) -> int:
    """The format's checksum, from its description."""
    value = start
    for byte in data:
        value = ((value >> 1) | ((value & 1) << 15)) + byte & 0xFFFF
    return value


def by_hand() -> bytes:
    """A file of 2x3 with circles, made from the format's description alone."""
    solution, fill = b"ABCDEF", b"A-----"
    title, author, owner, notes = b"Hand\0", b"made\0", b"\0", b"\0"
    clues = [b"Across one", b"Down one", b"Down two", b"Down three", b"Across four"]
    sizes = struct.pack("<BBHHH", 3, 2, len(clues), 1, 0)
    texts = checksum(author, checksum(title))
    for clue in clues:
        texts = checksum(clue, texts)
    parts = [checksum(sizes), checksum(solution), checksum(fill), texts]
    whole = checksum(fill, checksum(solution, parts[0]))
    for text in (title, author, *clues):
        whole = checksum(text, whole)
    low = bytes(ord(a) ^ (part & 0xFF) for a, part in zip("ICHE", parts, strict=True))
    high = bytes(ord(a) ^ (part >> 8) for a, part in zip("ATED", parts, strict=True))
    marks = bytes([0x80, 0, 0, 0, 0, 0x80])
    header = struct.pack("<H11sxH4s4s4s", whole, b"ACROSS&DOWN", parts[0], low, high, b"1.3\0")
    strings = title + author + owner + b"".join(clue + b"\0" for clue in clues) + notes
    section = struct.pack("<4sHH", b"GEXT", len(marks), checksum(marks)) + marks + b"\0"
    return header + bytes(16) + sizes + solution + fill + strings + section


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, data in files().items():
        (FOLDER / f"{name}.puz").write_bytes(data)
