"""What a format cannot hold is named, at its place; what it can hold is not refused.

Each case is what a random crossword of `python -m fuzz.formats` lost without a word, or was
refused for.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.format_pairs import through

from satcross.formats.reading import FileContent, file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.kinds.arrowword import ARROW_WORD
from satcross.kinds.diagramless import DIAGRAMLESS
from satcross.kinds.fillin import FILL_IN, JIGSAW
from satcross.kinds.quotations import ACROSTIC
from satcross.model.alphabet import LATIN
from satcross.model.cellnames import NamedCell
from satcross.model.crossword import Clue, Crossword, Square, SquareKind, crossword_of
from satcross.model.grid import Grid

BLOCK = Square(SquareKind.BLOCK)


def grid_of_text(text: str, *clues: Clue, **more: object) -> Crossword:
    """The crossword of a grid, with these clues."""
    return replace(crossword_of(Grid.parse(text)), clues=clues, **more)  # type: ignore[arg-type]


def written(crossword: Crossword, name: str) -> tuple[FileContent, Crossword]:
    """A file, and what our reader makes of it; nothing may differ that is not named."""
    content = file_of(crossword, name, lossy=True)
    assert through(crossword, name).faults == []
    return content, parse_crossword(content.data, format_named(name), "f", LATIN)


def lost(crossword: Crossword, name: str) -> list[str]:
    """What a file lacks, a line each."""
    content, _ = written(crossword, name)
    return [*content.dropped, *content.notes]


def with_square(crossword: Crossword, at: int, square: Square) -> Crossword:
    squares = list(crossword.squares)
    squares[at] = square
    return replace(crossword, squares=tuple(squares))


def test_our_own_files_hold_squares_that_look_like_blocks() -> None:
    crossword = Crossword(1, 3, tuple(Square(solution=text) for text in ("#", ".", "A")))
    content, again = written(crossword, "satcross")
    assert again == crossword
    assert content.dropped == ()


@pytest.mark.parametrize(
    ("name", "square", "what"),
    [
        ("puz", replace(BLOCK, circle=True), "circles (r1c2)"),
        ("exolve", replace(BLOCK, circle=True), "circles (r1c2)"),
        ("qxw", replace(BLOCK, circle=True), "circles (r1c2)"),
        ("jpz", replace(BLOCK, mark="2"), "numbers of a solution word (r1c2)"),
    ],
)  # fmt: skip
def test_looks_of_blocks_are_named(name: str, square: Square, what: str) -> None:
    assert lost(with_square(grid_of_text("A#B\nCDE"), 1, square), name) == [what]


@pytest.mark.parametrize("name", ["ipuz", "jpz", "qxw"])
def test_a_label_of_a_block_hides_the_usual_numbers(name: str) -> None:
    crossword = with_square(grid_of_text("#AB"), 0, replace(BLOCK, label="9"))
    assert lost(crossword, name) == ["labels other than the usual numbers (r1c1, r1c2)"]


@pytest.mark.parametrize("name", ["puz", "xd", "text"])
def test_a_number_that_is_left_out_is_named_where_it_is_printed_then(name: str) -> None:
    crossword = with_square(grid_of_text("AB\nCD"), 0, Square(solution="A", label="1"))
    assert lost(crossword, name) == ["labels other than the usual numbers (r1c2, r2c1)"]


def test_two_reports_of_a_feature_name_the_places_of_both() -> None:
    clue = Clue("Across", "1", "<!-- no -->", cells=(0, 1))
    crossword = grid_of_text("AB", clue, title="a\nb")
    assert lost(crossword, "xd") == ["these characters in text (title, 1 Across)"]


def test_a_letter_with_a_loose_accent_is_one_letter() -> None:
    crossword = Crossword(1, 2, (Square(solution="E\u0301"), Square(solution="B")))
    assert file_of(crossword, "ruby-quiz").data.decode() == "É B\n"


@pytest.mark.parametrize("name", ["text", "ruby-quiz"])
def test_a_joiner_before_a_letter_is_named(name: str) -> None:
    crossword = Crossword(1, 2, (Square(solution="\u200dA"), Square(solution="B")))
    assert "these characters in cells (r1c1)" in lost(crossword, name)


def test_a_board_that_qxw_has_not_is_left_out() -> None:
    crossword = replace(crossword_of(Grid.parse("ABC\nDEF\nGHI")), clues=(), board="marching-bands")
    assert "boards other than a rectangle (marching-bands)" in lost(crossword, "qxw")


def test_a_square_that_no_hexagonal_grid_of_qxw_has_is_named() -> None:
    crossword = replace(crossword_of(Grid.parse("ABC\nDEF\nGHI")), clues=(), board="hexagon")
    assert "a grid of this size (r2c3)" in lost(crossword, "qxw")


def test_a_ring_of_qxw_comes_back_with_a_note_on_its_numbers() -> None:
    ring = replace(crossword_of(Grid.parse("ABC\nDEF\nGHI")), clues=(), board="ring")
    content, again = written(ring, "qxw")
    assert "numbers that Qxw prints otherwise (r2c1, r3c1)" in content.notes
    assert file_of(again, "qxw").dropped == ()


def test_line_breaks_in_a_title_of_qxw_are_noted() -> None:
    content, again = written(grid_of_text("AB", title="a\nb"), "qxw")
    assert (content.dropped, again.title) == ((), "a b")
    assert content.notes == ("blanks and line breaks in texts (title)",)


@pytest.mark.parametrize("name", ["puz", "xd", "exolve"])
def test_lengths_of_a_clue_without_a_text_are_noted(name: str) -> None:
    crossword = grid_of_text("AB", Clue("Across", "1", "", cells=(0, 1), enumeration="1,1"))
    content, _ = written(crossword, name)
    assert content.dropped == ()
    assert content.notes == ("lengths of answers (1 Across)",)


@pytest.mark.parametrize("name", ["puz", "exolve"])
def test_answers_of_squares_with_two_texts_are_no_loss(name: str) -> None:
    squares = Square(solution="O/F"), Square(solution="B")
    clue = Clue("Across", "1", "x", cells=(0, 1), answer="OB")
    crossword = Crossword(1, 2, squares, clues=(clue,), notes=Crossword.EITHER_OR)
    assert file_of(crossword, name).dropped == ()


@pytest.mark.parametrize("name", ["puz", "exolve"])
def test_answers_of_squares_with_two_texts_are_read_as_they_run(name: str) -> None:
    squares = tuple(Square(solution=text) for text in "OBCF")
    clues = tuple(
        Clue(way, "1", "x", cells=cells, answer=answer)
        for way, cells, answer in (("Across", (0, 1), "OB"), ("Down", (0, 2), "FC"))
    )
    squares = *squares[:3], Square(solution="D"), squares[3]
    crossword = Crossword(2, 2, squares, clues=clues, named=(NamedCell("r1c1d"),))
    _, again = written(crossword, name)
    read = {(clue.direction, clue.label): clue.answer for clue in again.clues}
    assert (read["Across", "1"], read["Down", "1"], again.remarks) == ("OB", "FC", ())


@pytest.mark.parametrize(("suffix", "second"), [("b", "Q"), ("d", "OFF")])
def test_an_answer_of_its_own_stays_where_a_square_has_two_texts(suffix: str, second: str) -> None:
    squares = (Square(solution="A"), Square(solution="B"), Square(solution=second))
    clue = Clue("Across", "1", "x", cells=(0, 1), answer="OTHER")
    crossword = Crossword(1, 2, squares, named=(NamedCell(f"r1c1{suffix}"),), clues=(clue,))
    assert written(crossword, "ipuz")[1].clues[0].answer == "OTHER"
    assert lost(crossword, "puz") == ["answers that differ from the grid (1 Across)"]


def test_a_clue_through_a_second_letter_has_its_square() -> None:
    squares = tuple(Square(solution=text) for text in "ABQ")
    clue = Clue("Around", "1", "x", cells=(1, 2))
    crossword = Crossword(1, 2, squares, named=(NamedCell("r1c1b"),), clues=(clue,))
    assert written(crossword, "jpz")[1].clues[0].cells == (1, 0)


@pytest.mark.parametrize("name", ["text", "qxw"])
def test_two_readings_of_several_letters_need_a_note(name: str) -> None:
    squares = tuple(Square(solution=text) for text in ("HEART", "B", "Q"))
    crossword = Crossword(1, 2, squares, named=(NamedCell("r1c1b"),))
    assert lost(crossword, name) == ["cells of several letters (r1c1)"]
    noted = parse_crossword(file_of(crossword, "puz").data, format_named("puz"), "f")
    assert lost(noted, name) == ["cells of several letters (r1c1)", "notes"]


def test_one_of_two_letters_that_is_not_known_is_named() -> None:
    squares = Square(), Square(solution="B"), Square(solution="Q")
    crossword = Crossword(1, 2, squares, named=(NamedCell("r1c1b"),))
    for name in ("ipuz", "xd", "text"):
        assert lost(crossword, name) == ["cells of several letters (r1c1)"]


def test_squares_of_two_readings_and_of_two_directions_stay_apart() -> None:
    squares = tuple(Square(solution=text) for text in "ABCDQF")
    named = NamedCell("r1c1b"), NamedCell("r2c2d")
    crossword = Crossword(2, 2, squares, named=named)
    for name in ("ipuz", "puz", "text", "qxw"):
        again = written(crossword, name)[1].with_both_letters("|")
        assert [one.solution for one in again.squares] == ["A/Q", "B", "C", "D|F"], name


def test_a_link_in_xd_is_of_the_usual_number() -> None:
    first = Clue("Across", "1", "Both", cells=(0, 1), answer="AB", continued=((2, 3),))
    crossword = grid_of_text("AB\nCD", first)
    labelled = with_square(crossword, 2, Square(solution="C", label="1"))
    labelled = with_square(labelled, 0, Square(solution="A", label="1"))
    assert b"^Continued: A3" in file_of(labelled, "xd", lossy=True).data


def linked_fill_in() -> Crossword:
    first = Clue("Across", "1", "Both", cells=(0, 1), answer="AB", continued=((2, 3),))
    return grid_of_text("AB\nCD", first, Clue("Across", "3", "", cells=(2, 3)), kind=FILL_IN)


def test_a_link_without_numbers_leaves_a_clue_its_own_squares() -> None:
    content, again = written(linked_fill_in(), "ipuz")
    assert content.dropped == ("linked entries (1 Across)",)
    assert [(clue.text, clue.cells) for clue in again.clues] == [
        ("Both", (0, 1)),
        ("See 1", (2, 3)),
    ]


@pytest.mark.parametrize("name", ["ipuz", "jpz", "xd"])
def test_a_label_that_looks_like_a_link_is_named(name: str) -> None:
    crossword = grid_of_text("AB\nCD", Clue("Across", "1,3", "x"))
    assert "linked entries (1,3 Across)" in lost(crossword, name)


def test_a_label_that_looks_like_a_link_of_usual_numbers_is_named() -> None:
    crossword = grid_of_text("AB\nCD", Clue("Across", "1,3", "x"))
    labelled = with_square(crossword, 0, Square(solution="A", label="7"))
    assert "linked entries (1,3 Across)" in lost(labelled, "xd")


def test_the_answer_of_a_link_may_be_the_whole() -> None:
    crossword = replace(linked_fill_in(), kind=crossword_of(Grid.parse("A")).kind)
    clues = (replace(crossword.clues[0], answer="ABCD"), crossword.clues[1])
    assert lost(replace(crossword, clues=clues), "exolve") == []


def test_the_answer_of_a_link_with_signs_is_that_of_its_entry() -> None:
    squares = tuple(Square(solution=text) for text in "BCS?")
    first = Clue("Across", "1", "Both", cells=(0, 1), answer="BC", continued=((2, 3),))
    clues = first, Clue("Across", "3", "", cells=(2, 3), answer="S?")
    assert written(Crossword(2, 2, squares, clues=clues), "jpz")[1].clues == clues


@pytest.mark.parametrize("name", ["puz", "xd", "text"])
def test_a_given_square_without_a_letter_loses_none(name: str) -> None:
    crossword = Crossword(1, 2, (Square(solution="A", given=True), Square(given=True)))
    assert "given letters (r1c1)" in lost(crossword, name)


@pytest.mark.parametrize("name", ["ipuz", "jpz"])
def test_a_link_whose_label_is_read_otherwise_is_named(name: str) -> None:
    clues = [
        Clue("Across", "1.", "x", cells=(0, 1), continued=((2, 3),)),
        Clue("Across", "3", "y", cells=(2, 3)),
    ]
    content, again = written(grid_of_text("AB\nCD", *clues), name)
    assert "linked entries (1. Across)" in content.dropped
    assert [clue.label for clue in again.clues] == ["1.", "3"]


def test_a_mark_that_is_read_as_the_label_of_a_clue_is_named() -> None:
    squares = Square(solution="A", label="7", mark="x"), Square(solution="B", label="8A", mark="y")
    crossword = Crossword(1, 2, squares, kind=ACROSTIC)
    assert lost(crossword, "jpz") == ["numbers of a solution word (r1c1, r1c2)"]


def test_clues_of_a_kind_that_is_lost_stand_in_lists() -> None:
    clue = Clue("Across", "1", "x", cells=(1, 2), answer="AB", place=0)
    content, again = written(grid_of_text("#AB", clue, kind=JIGSAW), "ipuz")
    assert content.dropped == ("puzzles of the kind jigsaw",)
    assert again.clues[0].place is None


@pytest.mark.parametrize("name", ["ipuz", "jpz", "puz", "xd"])
def test_places_of_clues_in_a_kind_with_lists_are_noted(name: str) -> None:
    clue = Clue("Across", "1", "x", cells=(1, 2), answer="AB", place=0)
    content, again = written(grid_of_text("#AB", clue), name)
    assert (content.dropped, content.notes) == ((), ("which block has a clue (1 Across)",))
    assert (again.kind.value, again.clues[0].place) == ("crossword", None)


def test_clues_of_the_same_block_and_entry_are_both_in_their_cell() -> None:
    clues = [Clue("Across", "1", text, cells=(1, 2), answer="AB", place=0) for text in "xy"]
    _, again = written(grid_of_text("#AB", *clues, kind=ARROW_WORD), "jpz")
    assert [(clue.text, clue.place) for clue in again.clues] == [("x", 0), ("y", 0)]


def test_a_clue_in_a_block_has_the_squares_of_its_number() -> None:
    crossword = grid_of_text("#AB", Clue("Across", "1", "x", place=0), kind=ARROW_WORD)
    _, again = written(crossword, "jpz")
    assert (again.kind, again.clues[0].cells) == (ARROW_WORD, (1, 2))


def test_a_list_that_is_read_as_another_is_named() -> None:
    crossword = grid_of_text("AB", Clue("Waagerecht", "5", "x"))
    assert lost(crossword, "jpz") == ["clues that are neither across nor down (5 Waagerecht)"]


def test_characters_that_xml_cannot_hold_are_named_by_their_text() -> None:
    crossword = grid_of_text("AB", Clue("Across", "1", "a\x07", cells=(0, 1)), notes="\x07")
    assert lost(crossword, "jpz") == ["these characters in text (notes, 1 Across)"]


def test_line_breaks_around_a_clue_are_noted_and_no_reason_to_refuse() -> None:
    crossword = grid_of_text("AB", Clue("Across", "1", "a\n", cells=(0, 1)))
    assert file_of(crossword, "jpz").notes == ("blanks and line breaks in texts (1 Across)",)


@pytest.mark.parametrize("name", ["puz", "xd"])
def test_other_line_breaks_in_notes_are_noted(name: str) -> None:
    content, again = written(grid_of_text("AB", notes="a\r\nb"), name)
    assert again.notes == "a\nb"
    assert content.notes == ("blanks and line breaks in texts (notes)",)


@pytest.mark.parametrize("name", ["puz", "xd", "exolve"])
def test_a_clue_stays_at_the_entry_that_its_label_says(name: str) -> None:
    crossword = grid_of_text("AB\nCD", Clue("Across", "1", "Second row"))
    labelled = with_square(crossword, 2, Square(solution="C", label="1"))
    content, again = written(labelled, name)
    assert any(line.startswith("clues whose numbers differ") for line in content.dropped) or (
        "clues for cells that are not a slot (1 Across)" in content.dropped
    )
    said = [clue for clue in again.clues if clue.text]
    assert name == "xd" or [clue.cells for clue in said] == [(2, 3)]


def test_a_clue_that_is_not_written_yet_is_in_no_order() -> None:
    clues = Clue("Across", "3", "", cells=(2, 3)), Clue("Across", "1", "x", cells=(0, 1))
    assert file_of(grid_of_text("AB\nCD", *clues), "puz").dropped == ()


def test_an_annotation_that_is_lost_puts_no_other_clue_out_of_order() -> None:
    clues = [
        Clue("Across", "3", "", cells=(2, 3), annotation="why"),
        Clue("Across", "1", "x", cells=(0, 1)),
    ]
    assert lost(grid_of_text("AB\nCD", *clues), "puz") == ["annotations of clues (3 Across)"]


def test_a_link_of_a_clue_that_a_hidden_diagram_has_no_line_for_is_named() -> None:
    clues = [
        Clue("Across", "1", "", cells=(0, 1), continued=((0, 2),)),
        Clue("Down", "1", "", cells=(0, 2)),
    ]
    crossword = grid_of_text("AB\nCD", *clues, kind=DIAGRAMLESS)
    assert "linked entries (1 Across)" in lost(crossword, "exolve")


class TestXd:
    """Clues in lines."""

    def test_a_comment_is_named_by_its_text(self) -> None:
        crossword = grid_of_text("AB", Clue("Across", "1", "<!-- no -->", cells=(0, 1)))
        assert lost(crossword, "xd") == ["these characters in text (1 Across)"]

    @pytest.mark.parametrize("text", [";", ",", "=", "A,B", "A=B;"])
    def test_signs_between_rebuses_are_in_none(self, text: str) -> None:
        squares = (
            Square(solution=text, circle=True),
            Square(solution="HEART"),
            Square(solution=text),
        )
        assert "these characters in cells (r1c1" in str(lost(Crossword(1, 3, squares), "xd"))
        if len(text) == 1:  # which needs no table
            assert lost(Crossword(1, 2, squares[1:]), "xd") == []

    def test_a_text_that_ends_in_the_answer_is_named(self) -> None:
        clue = Clue("Across", "1", "x ~ AB", cells=(0, 1), answer="AB")
        assert lost(grid_of_text("AB", clue), "xd") == ["these characters in text (1 Across)"]
        other = replace(clue, text="x ~ or")
        assert lost(grid_of_text("AB", other), "xd") == []

    def test_squares_that_are_lost_are_in_no_answer(self) -> None:
        squares = Square(solution="A,B"), Square()
        clue = Clue("Across", "1", "x", cells=(0, 1))
        assert written(Crossword(1, 2, squares, clues=(clue,)), "xd")[1].clues == (clue,)

    def test_an_answer_with_unknown_letters_is_none(self) -> None:
        clue = Clue("Across", "1", "x", cells=(1, 3))
        _, again = written(grid_of_text("A.\n.B", clue), "xd")
        assert again.clues[0].answer == ""

    def test_a_stroke_in_an_answer_is_kept_where_it_parts_no_words(self) -> None:
        clue = Clue("Across", "1", "x", cells=(0, 1), answer="X|Y")
        content, again = written(grid_of_text("AB", clue), "xd")
        assert (content.dropped, again.clues[0].answer) == ((), "X|Y")

    def test_a_clue_whose_number_is_mended_has_its_squares(self) -> None:
        crossword = grid_of_text("AB", Clue("Across", "1.", "x", cells=(0, 1)))
        assert lost(crossword, "xd") == [
            "clues whose numbers differ from the usual ones (1. Across)"
        ]

    @pytest.mark.parametrize("answer", ["a ~ b", "~ b", "a ~", "~"])
    def test_a_tilde_in_an_answer_puts_none_of_it_in_the_clue(self, answer: str) -> None:
        clue = Clue("Across", "1", "x", cells=(0, 1), answer=answer)
        content, again = written(grid_of_text("AB", clue), "xd")
        assert content.dropped == ("answers that differ from the grid (1 Across)",)
        assert (again.clues[0].text, again.clues[0].answer) == ("x", answer.replace("~", "-"))

    def test_other_line_breaks_are_noted(self) -> None:
        crossword = grid_of_text("AB", Clue("Across", "1", "a\r\nb", cells=(0, 1)))
        assert file_of(crossword, "xd").notes == ("blanks and line breaks in texts (1 Across)",)
