"""Exolve files that were read or written wrongly: each with what must come out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from satcross.apps.interchange.exolve.format import read, write
from satcross.errors import FormatError
from satcross.formats.losses import Losses
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Clue, Crossword, Square, crossword_of
from satcross.model.grid import Grid

OPEN = "CAT\nAHA\nNEW"
RING = "CAT\nA.O\nNEW"


def text_of(body: str, grid: str = RING) -> bytes:
    rows = grid.split("\n")
    n_cols = sum(char not in "~!*&" for char in rows[0])
    head = f"exolve-begin\n exolve-width: {n_cols}\n exolve-height: {len(rows)}\n exolve-grid:\n"
    return f"{head}{grid}\n{body}\nexolve-end\n".encode()


def read_text(body: str, grid: str = RING) -> Crossword:
    crossword = read(text_of(body, grid), "f")
    again = read(write(crossword, Losses("exolve")), "f")
    assert again == crossword
    return crossword


def clue(crossword: Crossword, label: str, direction: str) -> Clue:
    return next(c for c in crossword.clues if (c.label, c.direction) == (label, direction))


@pytest.mark.parametrize(
    ("line", "text", "annotation"),
    [
        ("Pet of class (12) in it (3) Tabby.", "Pet of class (12) in it (3)", "Tabby."),
        ('Surprise (3 letters) A in "ha".', "Surprise (3 letters)", 'A in "ha".'),
        ("Fresh (three letters) Two points.", "Fresh (three letters)", "Two points."),
        ('Is able to [] Hidden: "Americ-an".', "Is able to", 'Hidden: "Americ-an".'),
        ("That man (2w) Two readings.", "That man (2w) Two readings.", ""),
        ("That man (2 w) Two readings.", "That man (2 w)", "Two readings."),
        ("Drink (abbr.) [TAW] Not really.", "Drink (abbr.)", "[TAW] Not really."),
        ("Pet (3) [CAT] in (12) words", "Pet (3)", "[CAT] in (12) words"),
        ("Pet (3) [] see (2)", "Pet (3)", "see (2)"),
        ("Pet (1,2) C-AT", "Pet (1,2)", "C-AT"),
        ("Pet (?)* no lengths", "Pet", "no lengths"),
        ("<i>Pet (3)</i> marked", "Pet (3)", "marked"),
        ("Tom is ~{pet}~ (3) Two. # to check", "Tom is pet (3)", "Two."),
        ("~{{xlv-red}Drag}~ two (3)", "Drag two (3)", ""),
        ("Not # a comment", "Not", ""),
        ("Not a#comment (3)", "Not a#comment (3)", ""),
    ],
)  # fmt: skip
def test_where_a_clue_ends(line: str, text: str, annotation: str) -> None:
    found = clue(read_text(f"exolve-across:\n1 {line}"), "1", "Across")
    assert (found.text, found.annotation) == (text, annotation)


@pytest.mark.parametrize(
    "label",
    ["1 and 2d", "1 & 2d", "1a, 2d", "1,2dn", "1 / 2down", "a1, d2", "1 &amp; 2d"],
)
def test_labels_of_linked_clues(label: str) -> None:
    found = read_text(
        f"exolve-across:\n{label} Pet drag (3,3)\n3 Fresh\nexolve-down:\n1 Tin\n2 See 1"
    )
    first = clue(found, "1", "Across")
    assert (first.text, first.continued) == ("Pet drag (3,3)", ((2, 5, 8),))


def test_hints_fillers_and_headings_are_kept_for_exolve() -> None:
    body = "exolve-across:\n1 First (3)\nHint: Think.\nConcise: Short\nFiller\n--- Bonus\n3 New (3)"
    found = read_text(body)
    assert dict(clue(found, "1", "Across").extras["exolve"]) == {
        "hints": ["Think."], "concise": "Short",
    }  # fmt: skip
    assert dict(clue(found, "3", "Across").extras["exolve"]) == {
        "heading": "Bonus", "filler": ["Filler"],
    }  # fmt: skip
    assert found.remarks == ()
    last = read(text_of("exolve-across:\n1 First (3)\n--- Bonus ---\nlast words"), "f")
    assert last.remarks == (
        "left out: the heading 'Bonus ---' after the last clue across",
        "left out: the filler 'last words' after the last clue across",
    )


def test_deleted_clues_are_of_no_entry() -> None:
    found = read_text("exolve-across:\n1 *\n3 Fresh (3)\nexolve-down:\n1*\n2 Drag (3)")
    assert [(c.label, c.direction) for c in found.clues] == [("3", "Across"), ("2", "Down")]
    assert "    1 *\n" in write(found, Losses("exolve")).decode()


def test_lists_without_direction_colours_and_other_sections() -> None:
    body = (
        "exolve-colour: palegreen a1 c3 rgb(1,2,3)\nexolve-color: palegreen a1 c3 2D\n"
        "exolve-nina: 1a\nexolve-question: Which? (3) CAT\nHint: pet\n"
        "exolve-explanations:\nThe diagonal.\n"
        "exolve-nodir: Slanted\n#r3c1 #r2c2 #r1c3 [P] Milk (3)\n"
        "--- Others\n[Q] Jump (3) [HOP] a hop"
    )
    found = read_text(body, "CAT\nAOO\nNEW")
    assert [at for at, square in enumerate(found.squares) if square.shade] == [1, 2, 4, 6, 7]
    assert found.squares[6].shade == "#98fb98"
    milk, jump = (c for c in found.clues if c.direction in ("Slanted", "Others"))
    assert (milk.label, milk.cells, milk.answer) == ("P", (0, 4, 8), "COW")
    assert (jump.label, jump.answer, jump.annotation) == ("Q", "HOP", "a hop")
    kept = found.extras["exolve"]
    assert kept["question"] == [["Which? (3) CAT", "Hint: pet"]]
    assert kept["explanations"] == [["", "The diagonal."]]
    assert any("question" in note for note in file_of(found, "ipuz").notes)
    assert any("rgb" in remark or "kept" in remark for remark in found.remarks) or "colour" in kept


@pytest.mark.parametrize("body", ["#c1r1 [Q] More (3)\n3 New (3)", "3 New (3)\n#c1r1 [Q] More (3)"])
def test_a_further_clue_begins_where_an_entry_does(body: str) -> None:
    found = read_text(f"exolve-across:\n1 Pet (3)\n{body}")
    assert [(c.label, c.cells, c.text) for c in found.clues if c.direction == "Across"] == [
        ("1", (0, 1, 2), "Pet (3)"),
        ("3", (6, 7, 8), "New (3)"),
        ("Q", (), "More (3)"),
    ]


def test_numbers_that_are_skipped_and_entries_that_are_reversed() -> None:
    skipped = read_text("exolve-across:\n1 Pet (3)\nexolve-down:\n1 Drag (3)", "C~AT\nA.O\nNEW")
    assert [square.label for square in skipped.squares] == ["", "", "1", "", "", "", "2", "", ""]
    turned = read_text("exolve-reversals: a1-c1\nexolve-across:\n1 Pet (3)\n3 Married (3)", RING)
    back = clue(turned, "3", "Across")
    assert (back.cells, back.answer) == ((8, 7, 6), "WEN")
    assert [square.label for square in turned.squares] == ["1", "", "2", "", "", "", "", "", "3"]


def test_signs_and_letters_of_squares() -> None:
    found = read_text("exolve-option: allow-chars:-@", "AB-!C&@")
    assert [square.solution for square in found.squares] == ["A", "B", "-", "C", "@"]
    sharp = read(text_of("", "SPAß"), "f")
    assert sharp.squares[3].solution == "ẞ"
    assert sharp.remarks == ("ß in the grid is read as its capital, ẞ",)
    digits = read_text("exolve-option: allow-digits", "01.A")
    assert [square.solution for square in digits.squares] == ["0", "1", "", "A"]


@pytest.mark.needs("kinds/diagramless")
def test_a_diagram_that_is_not_known() -> None:
    found = read_text("exolve-across:\n1 Pet (3)\n5 New (3)", "0*0*0*\n0*0*0*")
    assert [(c.label, c.cells) for c in found.clues] == [("1", ()), ("5", ())]
    assert found.remarks[0].startswith("the diagram is not known")


def test_what_is_left_out_is_named() -> None:
    data = text_of("exolve-across:\n1 Pet (3)\n9 Stray (3)") + text_of("")
    assert read(data, "f").remarks == (
        "left out: 1 more puzzle of the file, from line 12",
        "clue 9 across in line 10 is of no entry of the grid",
    )
    again = read(text_of("exolve-title: A\nexolve-title: B <b>c</b>"), "f")
    assert again.title == "B c"
    assert again.remarks == (
        "left out: exolve-title in line 8, since another one follows",
        "left out: markup of exolve-title",
    )
    with pytest.raises(FormatError, match=r"f:8: .*three dimensions"):
        read(text_of("exolve-3d: 3 1"), "f")


@pytest.mark.parametrize(
    ("text", "annotation"),
    [
        ("Pet (3)", "C + AT (2) gives it"),
        ("Surprise", "AH (2) + A"),
        ("Fresh (3)", "N, E (two letters) and W"),
        ("Is able (3)", "[C]AN: the # of cans"),
        ("He said (two words)", "HE (2)"),
        ("Sharp: # in music (3)", ""),
        ("Fill in [] here (3)", ""),
        ("Fill in [] here", "with [] (abbr.)"),
        ("See ~{this}~ one (3)", "~{not}~"),
        ("Is able (3) [CAN]", "so"),
        ("He said (2,3) twice", ""),
        ("* drink #", "_ blank"),
        ("*", ""),
        ("and 3 more", ""),
        (", 2, 3 go", "(?)"),
        ("& 2 more (3)", ""),
        (". 5", ""),
        ("...goes on (3)", ""),
        ("# first", "# last"),
        ("(3)", "(4)"),
        ("/ 3", "* not hidden"),
    ],
)
def test_clues_are_written_as_exolve_reads_them(text: str, annotation: str) -> None:
    bare = crossword_of(Grid.parse("CAT\nAHA\nNEW"))
    clues = tuple(
        Clue(c.direction, c.label, text, cells=c.cells, answer=c.answer, annotation=annotation)
        for c in bare.clues
    )
    crossword = Crossword(
        3, 3, bare.squares, clues=clues, title="We are # 1", author="A # B",
        notes="# no comment\nHint: none\n--- dashes\nexolve-end",
    )  # fmt: skip
    losses = Losses("exolve")
    again = read(write(crossword, losses), "f")
    assert not losses.dropped
    assert (again, again.remarks) == (crossword, ())


def test_unknown_squares_beside_known_ones_are_not_the_digit_0() -> None:
    some = Crossword(1, 2, (Square(solution="A"), Square()))
    assert "    A?\n" in write(some, Losses("exolve")).decode()
    none = Crossword(1, 2, (Square(), Square()))
    assert "    00\n" in write(none, Losses("exolve")).decode()


def again_of(crossword: Crossword) -> tuple[Crossword, list[str]]:
    """What our reader makes of a crossword, and what was left out."""
    content = file_of(crossword, "exolve", lossy=True)
    return read(content.data, "f"), [*content.dropped, *content.notes]


def in_row(*clues: Clue, letters: str = "AB", **more: object) -> Crossword:
    return replace(crossword_of(Grid.parse(letters)), clues=clues, **more)  # type: ignore[arg-type]


def test_an_answer_of_a_numbered_clue_is_not_written_as_its_annotation() -> None:
    again, lost = again_of(in_row(Clue("Across", "1", "x", answer="OTHER")))
    assert again.clues[0].annotation == ""
    assert lost == ["answers that differ from the grid (1 Across)"]


def test_brackets_that_begin_an_annotation_are_no_answer() -> None:
    clue = Clue("Words", "", "x", annotation="[2] it's")
    again, lost = again_of(in_row(clue))
    assert (again.clues[-1].annotation, again.clues[-1].answer, lost) == ("[2] it's", "", [])


@pytest.mark.parametrize("text", ["x", "x (2)", "x [] (abbr.)", "[]"])
@pytest.mark.parametrize("annotation", ["", "(2)", "[sic] (?)*", "_ b (3)", "[] [c] (two words)"])
def test_an_answer_stays_before_any_annotation(text: str, annotation: str) -> None:
    clue = Clue("Words", "A", text, answer="FOO", annotation=annotation)
    assert again_of(in_row(clue)) == (in_row(*crossword_of(Grid.parse("AB")).clues, clue), [])


def test_a_mark_that_ends_a_text_in_a_page_is_none_in_notes() -> None:
    crossword = in_row(*crossword_of(Grid.parse("AB")).clues, notes="`a`\n` b\nc", title="`")
    assert again_of(crossword) == (crossword, [])


@pytest.mark.parametrize("annotation", ["", "]]>"])
def test_a_clue_may_be_an_asterisk(annotation: str) -> None:
    clue = Clue("Across", "1", "*", cells=(0, 1), answer="AB", annotation=annotation)
    assert again_of(in_row(clue))[0].clues == (clue,)


def test_texts_after_the_squares_of_a_clue_are_read_back() -> None:
    clue = Clue("Words", "A", "(abbr.) * then", cells=(0, 1), answer="AB")
    assert again_of(in_row(clue))[0].clues[-1] == clue


@pytest.mark.parametrize("cells", [(4, 2, 0), (0, 2, 4), (0, 1, 2, 3, 4)])
def test_squares_of_a_clue_apart_that_are_of_no_free_entry_are_named(
    cells: tuple[int, ...],
) -> None:
    row = crossword_of(Grid.parse("CHEAT"))
    (first,) = row.clues
    label = replace(row.squares[cells[0]], label="Q")
    squares = (*row.squares[: cells[0]], label, *row.squares[cells[0] + 1 :])
    answer = "".join(row.squares[at].solution for at in cells)
    clue = Clue("Across", "Q", "x", cells=cells, answer=answer)
    again, lost = again_of(replace(row, squares=squares, clues=(first, clue)))
    assert [(one.label, one.cells, one.answer) for one in again.clues if one.text == "x"] == [
        ("Q", (), answer)
    ]
    assert "clues for cells that are not a slot (Q Across)" in lost


@pytest.mark.parametrize(
    ("answer", "lost"),
    [
        ("AB", []),
        ("OTHER", ["answers that differ from the grid (Across)"]),
        ("a-b", ["how answers are written (Across)"]),
    ],
)
def test_an_answer_of_a_clue_without_a_number_is_that_of_its_squares(
    answer: str, lost: list[str]
) -> None:
    again, said = again_of(in_row(Clue("Across", "", "x", cells=(0, 1), answer=answer)))
    assert ([one.answer for one in again.clues], said) == (["AB"], lost)


def test_an_answer_of_squares_with_two_texts_is_that_of_its_list() -> None:
    squares = Square(solution="A"), Square(solution="B|C")
    clue = Clue("Words", "A", "x", cells=(1, 0), answer="BA")
    content = file_of(Crossword(1, 2, squares, clues=(clue,)), "exolve")
    again = parse_crossword(content.data, format_named("exolve"), "f")
    assert (again.clues[-1].answer, content.dropped) == ("BA", ())


def test_a_clue_of_one_square_keeps_its_answer() -> None:
    clue = Clue("Words", "A", "x", cells=(0,), answer="A")
    again, lost = again_of(in_row(clue))
    assert (again.clues[-1].cells, again.clues[-1].answer) == ((), "A")
    assert lost == ["clues for cells that are not a slot (A Words)"]


def test_a_label_that_begins_like_a_number_is_of_no_entry() -> None:
    clue = Clue("Across", "1a", "x")
    found, lost = again_of(in_row(Clue("Across", "1", "y", cells=(0, 1), answer="AB"), clue))
    assert (found.clues[-1], lost) == (clue, [])


def test_blanks_and_empty_lines_are_noted() -> None:
    clue = Clue("Across", "1", "two  blanks", cells=(0, 1), answer="AB")
    again, lost = again_of(in_row(clue, notes="a\n\nb"))
    assert (again.clues[0].text, again.notes) == ("two blanks", "a\nb")
    assert lost == ["blanks and line breaks in texts (notes, 1 Across)"]


def test_a_label_that_is_printed_in_a_square_is_noted() -> None:
    usual = Clue("Across", "1", "y", cells=(0, 1, 2), answer="ABC")
    clue = Clue("Around", "i", "x", cells=(1, 0), answer="BA")
    again, lost = again_of(in_row(usual, clue, letters="ABC"))
    assert again.squares[1].label == "i"
    assert lost == ["what Exolve prints in squares where further clues begin (r1c2)"]


def test_a_list_that_is_named_like_ours_is_named() -> None:
    lost = again_of(in_row(Clue("Clues (no direction)", "A", "x")))[1]
    assert lost == ["clues that are neither across nor down (A Clues (no direction))"]


def test_other_letters_in_a_grid_of_syllables_stay_apart() -> None:
    squares = tuple(Square(solution=text) for text in "Sककन")
    assert again_of(Crossword(2, 2, squares))[0].squares == squares


def test_an_annotation_without_a_clue_is_kept_or_named() -> None:
    stray = Clue("Across", "", "", annotation="note")
    assert again_of(in_row(stray))[0].clues[-1] == stray
    extras = {"exolve": {"hidden": True}}
    hidden = (replace(Square(solution="A"), extras=extras), Square(solution="B"))
    clue = Clue("Across", "1", "", cells=(0, 1), answer="AB", annotation="note")
    assert again_of(Crossword(1, 2, hidden, clues=(clue,)))[1] == [
        "annotations of clues (1 Across)"
    ]


def test_a_label_apart_that_is_written_after_the_entries_is_named() -> None:
    first = Clue("Across", "x", "stray")
    lost = again_of(in_row(first, Clue("Across", "1", "y", cells=(0, 1), answer="AB")))[1]
    assert lost == ["clues whose numbers differ from the usual ones (x Across)"]
    twice = [Clue("Across", "1", text, cells=(0, 1), answer="AB") for text in "yz"]
    lost = again_of(in_row(twice[0], first, twice[1]))[1]
    assert lost == ["clues whose numbers differ from the usual ones (1 Across)"]


def test_numbers_in_brackets_are_no_link() -> None:
    clues = (
        *(Clue("Across", "1", "a", cells=(0, 1), answer="AB"), Clue("Across", "1,3", "x")),
        Clue("Across", "3", "c", cells=(2, 3), answer="CD"),
    )
    again, lost = again_of(in_row(*clues[::2], clues[1], letters="AB\nCD"))
    assert ([one for one in again.clues if one.text], lost) == ([*clues[::2], clues[1]], [])


def test_a_digit_is_no_second_letter() -> None:
    squares = Square(solution="U/0"), Square(solution="B/C")
    again, lost = again_of(Crossword(1, 2, squares))
    assert [one.solution for one in again.squares] == ["", "B/C"]
    assert lost == ["these characters in cells (r1c1)"]


@pytest.mark.parametrize("text", ["#", "A#", "/A", "A/"])
def test_squares_that_exolve_cannot_read_are_named(text: str) -> None:
    again, lost = again_of(Crossword(1, 2, (Square(solution=text), Square(solution="B"))))
    assert [one.solution for one in again.squares] == ["", "B"]
    assert lost == ["these characters in cells (r1c1)"]


def test_a_clue_without_a_label_leaves_the_number_in_its_square() -> None:
    stray = Clue("Across", "", "x", cells=(0, 1), answer="AB")
    again, _ = again_of(in_row(stray, letters="AB\nCD"))
    assert (again.clues[0].label, again.labelled().squares[0].label) == ("", "1")
