"""Files of other programs: read with a remark, never in silence, and never refused for trifles."""

from __future__ import annotations

import json
from dataclasses import replace

import puz as puzpy
import pytest

from satcross.apps.interchange.jpz import format as jpz
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Clue, Crossword, SquareKind


def a_puz(version: str = "1.3", **fields: object) -> bytes:
    opened = puzpy.Puzzle(version)
    opened.width = opened.height = 3
    opened.solution, opened.fill = "CATA.ONEW", "----.----"
    opened.clues = ["Pet", "Tin", "Drag", "Fresh"]
    for name, value in fields.items():
        setattr(opened, name, value)
    return bytes(opened.tobytes())


def read(data: bytes, name: str = "puz") -> Crossword:
    return parse_crossword(data, format_named(name), "x")


def test_hidden_squares_are_no_part_of_the_grid() -> None:
    data = a_puz(width=4, solution="CAT:A.O:NEW:", fill="---:-.-:---:")
    crossword = read(data)
    kinds = [square.kind for square in crossword.squares]
    assert kinds[3::4] == [SquareKind.VOID] * 3
    assert kinds[5] is SquareKind.BLOCK
    assert file_of(crossword, "puz").data == data


def test_utf_8_in_version_1() -> None:
    utf8 = [text.encode().decode("latin-1") for text in ("“Meow”", "It’s tin", "€", "Café")]
    for version in ("1.2", "1.3"):
        crossword = read(a_puz(version, clues=[utf8[0], *utf8[1:]], author=utf8[3]))
        assert {clue.text for clue in crossword.clues} == {"“Meow”", "It’s tin", "€", "Café"}
        assert crossword.author == "Café"
        assert crossword.remarks == (
            f"read as UTF-8, though the version is {version}, since these texts are valid UTF-8:"
            " 1 Across, 1 Down, 2 Down and 2 more",
        )
        assert read(file_of(crossword, "puz").data).remarks == ()


def test_windows_1252_stays_what_it_is() -> None:
    crossword = read(a_puz(title="Caf\xe9 \x93a\x94"))
    assert (crossword.title, crossword.remarks) == ("Café “a”", ())


def test_text_that_looks_like_utf_8_is_written_in_version_2() -> None:
    crossword = replace(read(a_puz()), title="Â©")
    assert read(file_of(crossword, "puz").data).title == "Â©"


def test_a_timer_and_entries_do_not_block_a_conversion() -> None:
    crossword = replace(read(a_puz(fill="C---.----")), timer_s=600)
    content = file_of(crossword, "ipuz")
    assert "a timer" in content.dropped
    assert "letters written so far (r1c1)" in file_of(crossword, "xd").dropped


def test_a_wrong_checksum_is_a_remark() -> None:
    data = bytearray(a_puz())
    data[0] ^= 1
    crossword = read(bytes(data))
    assert crossword.squares[0].solution == "C"
    remark = "read though the global checksum does not match: the file may be damaged"
    assert crossword.remarks == (remark,)


def test_a_grid_full_of_x_has_no_solution() -> None:
    crossword = read(a_puz(solution="XXXX.XXXX"))
    assert not any(square.solution for square in crossword.squares)
    assert crossword.remarks == ("every square holds X: read as a file without its solution",)


def test_a_locked_solution_names_the_key() -> None:
    opened = puzpy.load(a_puz())
    opened.solution_state, opened.scrambled_cksum = 4, 1
    (remark,) = read(opened.tobytes()).remarks
    assert "locked" in remark
    assert "key of four digits" in remark


@pytest.mark.parametrize(
    ("clues", "remark"),
    [
        (["Pet", "Tin"], "2 clues for 4 entries: none for 2 Down, 3 Across"),
        (list("abcde"), "5 clues for 4 entries: the further ones are kept for .puz files"),
    ],
)
def test_another_number_of_clues_than_entries(clues: list[str], remark: str) -> None:
    assert read(a_puz(clues=clues)).remarks == (remark,)


def test_clues_that_across_lite_cuts_off_are_named() -> None:
    crossword = read(a_puz(clues=["Pet", "y" * 505, "x" * 506, "Fresh"]))
    (note,) = file_of(crossword, "puz").notes
    assert note == "in Across Lite, what is beyond 505 characters of a clue: 2 Down"


IPUZ = {
    "version": "http://ipuz.org/v2",
    "kind": ["http://ipuz.org/crossword#1"],
    "dimensions": {"width": 1, "height": 1},
    "puzzle": [[0]],
}


@pytest.mark.parametrize(
    ("texts", "notes"),
    [
        ({"notes": "", "intro": "Read me."}, "Read me."),
        ({"notes": None, "intro": "Read me."}, "Read me."),
        ({"intro": "Read me.", "notes": "Later."}, "Read me.\n\nLater."),
        ({"intro": "Same.", "notes": "Same."}, "Same."),
        ({"intro": "", "notes": "Later."}, "Later."),
    ],
)
def test_both_places_for_notes_in_ipuz(texts: dict[str, str], notes: str) -> None:
    crossword = read(json.dumps(IPUZ | texts).encode(), "ipuz")
    assert crossword.notes == notes
    again = json.loads(file_of(crossword, "ipuz").data)
    assert {key: again[key] for key in texts} == texts
    changed = replace(crossword, notes="New.")
    assert read(file_of(changed, "ipuz").data, "ipuz").notes == "New."


def a_jpz(metadata: str = "", after: str = "", settings: str = "") -> bytes:
    return (
        f"<crossword-compiler-applet><applet-settings>{settings}</applet-settings>"
        f"<rectangular-puzzle><metadata>{metadata}</metadata>{after}<crossword>"
        '<grid width="1" height="1"><cell x="1" y="1" solution="A"/></grid></crossword>'
        "</rectangular-puzzle></crossword-compiler-applet>"
    ).encode()


DESCRIPTION = "<description>About.</description>"
INSTRUCTIONS = "<instructions>Read me.</instructions>"


@pytest.mark.parametrize(
    ("metadata", "after", "notes"),
    [
        (INSTRUCTIONS, "", "Read me."),
        ("", INSTRUCTIONS, "Read me."),
        ("<description/>" + INSTRUCTIONS, "", "Read me."),
        (DESCRIPTION, INSTRUCTIONS, "About.\n\nRead me."),
        (DESCRIPTION + INSTRUCTIONS, "", "About.\n\nRead me."),
        (INSTRUCTIONS, "<instructions>More.</instructions>", "More.\n\nRead me."),
        (DESCRIPTION + "<description>More.</description>", "", "About.\n\nMore."),
        (DESCRIPTION, "<description>More.</description>", "About.\n\nMore."),
        ("", INSTRUCTIONS + "<instructions>More.</instructions>", "Read me.\n\nMore."),
        (INSTRUCTIONS + "<instructions>More.</instructions>", "", "Read me.\n\nMore."),
    ],
)
def test_all_places_for_notes_in_jpz(metadata: str, after: str, notes: str) -> None:
    crossword = read(a_jpz(metadata, after), "jpz")
    assert crossword.notes == notes
    again = file_of(crossword, "jpz").data
    assert jpz.read(again, "x") == crossword
    changed = replace(crossword, notes="New.")
    assert jpz.read(file_of(changed, "jpz").data, "x").notes == "New."


def test_what_jpz_says_beside_the_puzzle_is_in_its_notes() -> None:
    settings = f"<instructions>At last.</instructions>{DESCRIPTION}"
    crossword = read(a_jpz(INSTRUCTIONS, settings=settings), "jpz")
    assert crossword.notes == "About.\n\nRead me.\n\nAt last."
    assert jpz.read(file_of(crossword, "jpz").data, "x").notes == crossword.notes


def test_metadata_of_jpz_that_are_there_twice_are_all_kept() -> None:
    authors = "<creator>A</creator><creator>B</creator><creator>A</creator>"
    crossword = read(a_jpz(f"{authors}<help>H</help><help>I</help>"), "jpz")
    assert crossword.author == "A, B"
    assert b"<help>H<br/><br/>I</help>" in file_of(crossword, "jpz").data


@pytest.mark.parametrize(
    "attributes",
    ["", ' only-if-correct="true"', ' friendly-submit="false" only-if-correct="&quot;"'],
)
@pytest.mark.parametrize("text", ["Well<br/>done", ""])
def test_what_jpz_says_when_it_is_solved_is_kept(attributes: str, text: str) -> None:
    element = f"<completion{attributes}>{text}</completion>"
    crossword = read(a_jpz(settings=element), "jpz")
    again = file_of(crossword, "jpz").data
    assert element.encode() in again or not (attributes or text)
    assert jpz.read(again, "x") == crossword
    names = ["completion"] * bool(text) + [
        f"completion {name}"
        for name in ("friendly-submit", "only-if-correct")
        if name in attributes
    ]
    assert all(any(name in note for note in file_of(crossword, "ipuz").notes) for name in names)


def test_a_clue_without_a_name_is_named_by_its_text() -> None:
    crossword = read(a_puz())
    nameless = Clue("", "", "A pet that purrs", answer="CAT")
    content = file_of(replace(crossword, clues=(nameless,)), "puz", lossy=True)
    assert "clues that are neither across nor down ('A pet that purrs')" in content.dropped
