"""Clues go and come with the words of their entries."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from support.workbench_client import Browser
from support.workbench_page import Open

from satcross.apps.workbench.clue_words import is_for_another, whole_word, words_of
from satcross.apps.workbench.conversion import crossword_of, document_of
from satcross.apps.workbench.document import Document, new_document
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.errors import FormatError
from satcross.formats.losses import Losses
from satcross.formats.own import read, write

EDITOR = Editor(WordOptions({"mine.txt": Path("mine.txt")}))


def edited(document: Document, name: str, **fields: Any) -> Document:
    return EDITOR.edit(document, {"edit": name, **fields})


def with_words(document: Document, *rows: str) -> Document:
    cells = {str(at): letter for at, letter in enumerate("".join(rows)) if letter != "#"}
    return edited(document, "letters", cells=cells)


def row_of(word: str) -> Document:
    return with_words(new_document(1, len(word)), word)


def text(document: Document, key: str = "across-0") -> str:
    clue = document.texts.get(key)
    return "" if clue is None else clue.text


def through_file(document: Document) -> Document:
    data = write(crossword_of(document), Losses("satcross"))
    return document_of(read(data, "f"), new_document(1, 1), source="f")


def test_a_clue_goes_with_its_word_and_comes_back() -> None:
    cat = edited(row_of("CAT"), "clue", key="across-0", text="Pet", drafts=["Animal"],
                 annotation="cryptic", favourites=["COT"])  # fmt: skip
    cot = with_words(cat, "COT")
    assert text(cot) == ""
    assert cot.texts["across-0"].favourites == ("COT",)  # these are the entry's
    cot = edited(cot, "clue", key="across-0", text="Bed")
    again = with_words(cot, "CAT")
    assert again.texts == cat.texts
    assert text(with_words(again, "COT")) == "Bed"
    assert text(with_words(through_file(again), "COT")) == "Bed"
    assert through_file(again).kept == again.kept


def test_a_clue_stays_while_letters_are_missing() -> None:
    cat = edited(row_of("CAT"), "clue", key="across-0", text="Pet")
    empty = edited(cat, "clear", what="all")
    assert text(empty) == "Pet"
    assert is_for_another(words_of(empty), "across-0", empty.texts["across-0"])
    assert through_file(empty).texts == empty.texts
    assert text(with_words(empty, "CAT")) == "Pet"
    assert text(with_words(empty, "DOG")) == ""
    assert text(with_words(with_words(empty, "DOG"), "CAT")) == "Pet"
    ahead = edited(new_document(1, 3), "clue", key="across-0", text="Pet")
    assert with_words(ahead, "DOG").texts["across-0"].word == "DOG"


def test_a_clue_follows_its_word_to_another_entry() -> None:
    grid = edited(with_words(new_document(3, 3), "CAT", "###", "DOG"), "kind", cells=[3, 4, 5],
                  kind="block", symmetric=False)  # fmt: skip
    grid = edited(grid, "clue", key="across-0", text="Pet")
    swapped = with_words(grid, "DOG", "###", "CAT")
    assert (text(swapped), text(swapped, "across-6")) == ("", "Pet")


def test_two_clues_of_one_word_are_both_kept() -> None:
    cat = edited(row_of("CAT"), "clue", key="across-0", text="Pet")
    cat = edited(cat, "clue", key="across-0", text="", drafts=[])
    cat = edited(cat, "clue", key="across-0", text="Mouser")
    grid = replace(with_words(cat, "COT"), kept={**with_words(cat, "COT").kept})
    other = edited(with_words(grid, "CAT"), "clue", key="across-0", text="Feline")
    kept = replace(other, kept={"CAT": grid.kept["CAT"]})
    gone = with_words(kept, "COT")
    assert (gone.kept["CAT"].text, gone.kept["CAT"].drafts) == ("Feline", ("Mouser",))


def test_what_two_clues_of_one_word_have_beside_their_texts_is_kept() -> None:
    grid = edited(with_words(new_document(3, 3), "CAT", "###", "CAT"), "kind", cells=[3, 4, 5],
                  kind="block", symmetric=False)  # fmt: skip
    grid = edited(grid, "clue", key="across-0", text="Pet", annotation="plain", remarks=["Easy"])
    grid = edited(grid, "clue", key="across-6", remarks=["Twice?"])
    gone = with_words(grid, "DOG", "###", "COW")
    (kept,) = gone.kept.values()
    assert (kept.text, kept.drafts, kept.annotation) == ("Pet", (), "plain")
    assert {*kept.remarks} == {"Easy", "Twice?"}


def test_a_linked_answer_is_one_word() -> None:
    grid = edited(with_words(new_document(3, 3), "CAT", "###", "DOG"), "kind", cells=[3, 4, 5],
                  kind="block", symmetric=False)  # fmt: skip
    grid = edited(grid, "clue", key="across-0", text="Both", continued=["across-6"])
    assert grid.texts["across-0"].word == "CATDOG"
    other = with_words(grid, "CAT", "###", "DIG")
    assert (text(other), list(other.kept)) == ("", ["CATDOG"])
    assert with_words(other, "CAT", "###", "DOG").texts == grid.texts
    assert through_file(grid).texts == grid.texts
    half = edited(with_words(grid, "CAT", "###", ""), "letters", cells={"6": ""})
    half = edited(half, "clue", key="across-0", continued=[])
    assert half.texts["across-0"].word == "CAT"
    assert edited(half, "clue", key="across-0", continued=["across-6"]).texts["across-0"].word == ""


def test_a_clue_whose_file_has_another_answer_is_flagged_until_it_is_said_to_fit() -> None:
    cat = edited(row_of("CAT"), "clue", key="across-0", text="Pet")
    data = json.loads(write(crossword_of(cat), Losses("satcross")))
    data["squares"] = [["C", "O", "T"]]  # by another program
    found = document_of(read(json.dumps(data).encode(), "f"), new_document(1, 1), source="f")
    assert found.texts["across-0"].word == "CAT"
    assert text(edited(found, "about", title="T")) == "Pet"  # nothing else takes it away
    assert through_file(found).texts == found.texts
    fitting = edited(found, "clue", key="across-0", word="COT")
    assert fitting.texts["across-0"].word == "COT"
    assert crossword_of(fitting).clues[0].answer == "COT"
    assert crossword_of(found).clues[0].answer == "CAT"
    assert crossword_of(found, settings=False).clues[0].answer == "COT"


@pytest.mark.parametrize("kept", [{"CAT": 1}, {"CAT": {"text": 1}}, {"CAT": {"drafts": [1]}}, 3])
def test_damaged_clues_of_words_are_refused(kept: Any) -> None:
    bare = crossword_of(new_document(2, 2))
    damaged = replace(bare, extras={"workbench": {"clues_of_words": kept}})
    with pytest.raises(FormatError, match="damaged"):
        document_of(damaged, new_document(1, 1), source="f.json")


def test_no_clue_is_on_another_word_after_random_edits() -> None:
    random_ = random.Random(3)
    document, written = new_document(4, 4), {}
    for n in range(1500):
        cells = range(len(document.squares))
        key = random_.choice([f"{way}-{at}" for way in ("across", "down") for at in cells])
        at = random_.choice(cells)
        match random_.randrange(9):
            case 0 if key in (words := words_of(document)) and not text(document, key):
                document = edited(document, "clue", key=key, text=f"clue {n}")
                if words[key]:
                    written[f"clue {n}"] = words[key]
            case 1:
                kind = random_.choice(["block", "open", "open"])
                document = edited(document, "kind", cells=[at], kind=kind, symmetric=True)
            case 2:
                fill = {str(at): random_.choice("AB") for at, cell in enumerate(document.squares)
                        if cell.kind.value == "open"}  # fmt: skip
                document = edited(document, "letters", cells=fill)
            case 3:
                document = through_file(document)
            case 4:
                rows, cols = random_.choice([3, 4]), random_.choice([3, 4])
                row, col = random_.choice([0, 0, -1, 1]), random_.choice([0, 0, -1, 1])
                document = edited(document, "resize", rows=rows, cols=cols, row=row, col=col)
            case 5 if words_of(document).get(key):
                old = document.texts[key].remarks if key in document.texts else ()
                document = edited(document, "clue", key=key, remarks=[*old, f"note {n}"])
                written[f"note {n}"] = words_of(document)[key]
            case _ if document.squares[at].kind.value == "open":
                letter = random_.choice(["A", "B", ""])
                document = edited(document, "letters", cells={str(at): letter})
        words = words_of(document)
        for each, clue in document.texts.items():
            if clue.text in written:
                assert clue.word == written[clue.text]
            if words.get(each) and clue.text:
                assert clue.word == whole_word(words, each, clue)
        clues = [*document.texts.values(), *document.kept.values()]
        held = {each for clue in clues for each in (clue.text, *clue.drafts, *clue.remarks)}
        assert held >= set(written)  # nothing is lost


def test_the_page_shows_what_belongs_to_what(opened: Open, bench: Browser) -> None:
    tab = opened("CAT\nA#O\nTIN\n")
    name = tab.page.url.split("#")[1]
    tab.press(";")
    for clue in ("Pet", "Metal", "Kitty", "Heavy"):  # CAT, TIN, CAT down, TON
        tab.page.keyboard.type(clue)
        tab.press("Enter")
    count = tab.part("#panel h2 small").last
    expect(count).to_have_text("4 of 4 written")
    with bench.open(name) as other:  # another fill is taken
        other.edit("letters", cells={"6": "T", "7": "E", "8": "N"}, label="fill")
        expect(count).to_have_text("3 of 4 written")
        expect(tab.part(".clue-list")).not_to_contain_text("Metal")
        expect(tab.part(".put-away summary")).to_have_text("1 clue put away")
        other.edit("letters", cells={"7": "I"}, label="fill")
        expect(count).to_have_text("4 of 4 written")
        expect(tab.part(".clue-list")).to_contain_text("Metal")
        other.edit("letters", cells={"7": ""})
    expect(count).to_have_text("3 of 4 written, 1 for other words")
    row = tab.part(".clue-list li").nth(1)
    expect(row).to_contain_text("for TIN")
    row.get_by_role("button").click()
    expect(tab.part("#now")).to_contain_text("for TIN")
    expect(tab.part("#panel .editor .warning")).to_contain_text("This clue is for TIN.")


def test_check_names_a_clue_of_another_word(opened: Open, bench: Browser, tmp_path: Path) -> None:
    cat = edited(with_words(new_document(2, 3), "CAT", "ARE"), "clue", key="across-0", text="Pet")
    data = json.loads(write(crossword_of(cat), Losses("satcross")))
    data["squares"][0] = ["C", "O", "T"]
    path = tmp_path / "stale.json"
    path.write_text(json.dumps(data))
    tab = opened(name=bench.take_in(path))
    tab.press("Alt+r")
    finding = tab.part(".findings li").filter(has_text="is for")
    expect(finding).to_contain_text("the clue of 1A is for CAT, and it is COT")
    tab.press("Escape", ";")
    expect(tab.part("#panel h2 small").last).to_have_text("0 of 5 written, 1 for other words")
    tab.page.get_by_role("button", name="It fits COT too").click()
    expect(tab.part("#panel h2 small").last).to_have_text("1 of 5 written")
    tab.press("Alt+r")
    expect(tab.part(".findings")).not_to_contain_text("is for CAT")
