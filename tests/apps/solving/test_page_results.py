"""Pages to solve whose readers save what they have done, load it again, and send it."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Route, expect
from support.browser import Opened
from support.cli import run_cli
from support.drawn import clued

import satcross as sx
from satcross.errors import OptionError

PETS = clued(sx.Grid.parse("CAT\nO#O\nDEN"), title="Pets")
ADDRESS = "https://school.test/results?class=7b"


def press(opened: Opened, action: str) -> None:
    opened.page.evaluate(f"document.querySelector('[data-do=\"{action}\"]').click()")


def letters(opened: Opened) -> str:
    texts = opened.page.locator("[role=gridcell]").all_inner_texts()
    return "".join(text.strip()[-1:] for text in texts if text.strip()[-1:].isalpha())


def test_what_is_saved_is_there_again_and_other_files_are_refused(
    chromium: Browser, tmp_path: Path
) -> None:
    opened = Opened(chromium).open(sx.html_of(PETS), tmp_path)
    opened.press("c", "a", "x")
    with opened.page.expect_download() as download:
        press(opened, "save file")
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert saved.name == "Pets.json"
    data = json.loads(saved.read_text("utf-8"))
    assert (data["right"], data["all"], data["isSolved"]) == (2, 8, False)
    for at in (1, 2):
        opened.cell(at).click()
        opened.press("Backspace")
    assert letters(opened) == "C"
    for kept in ({**data, "key": "another"}, {**data, "kept": {"letters": ["A"]}}, "{"):
        (tmp_path / "other.json").write_text(json.dumps(kept))
        with opened.page.expect_file_chooser() as chooser:
            press(opened, "load file")
        chooser.value.set_files(tmp_path / "other.json")
        expect(opened.page.locator("#status")).to_contain_text("another puzzle")
        assert letters(opened) == "C"
    with opened.page.expect_file_chooser() as chooser:
        press(opened, "load file")
    with opened.page.expect_navigation():
        chooser.value.set_files(saved)
    opened.page.wait_for_selector("[role=gridcell]")
    assert letters(opened) == "CAX"
    opened.close()
    assert opened.problems == []


def test_what_is_done_is_sent_to_the_address_or_stays(chromium: Browser, tmp_path: Path) -> None:
    opened = Opened(chromium).open(sx.html_of(PETS, post_to=ADDRESS), tmp_path)
    sent: list[str] = []

    def answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.abort()
        else:
            route.fulfill(body="")

    opened.page.route(ADDRESS, answer)
    opened.press("c", "a")
    for said in ("It could not be sent.", "Sent."):
        press(opened, "send")
        opened.page.keyboard.type("Zoë")
        opened.page.keyboard.press("Enter")
        expect(opened.page.locator("#status")).to_contain_text(said)
        opened.page.locator("#send-name").evaluate("(field) => (field.value = '')")
    told = parse_qs(sent[1])
    assert (told["name"], told["right"], told["all"]) == (["Zoë"], ["2"], ["8"])
    assert json.loads(told["kept"][0])["letters"][:2] == ["C", "A"]
    opened.close()


@pytest.mark.parametrize("address", ["x", "javascript:alert(1)", "https://a.test/x; script-src *"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(OptionError, match="post_to: must be an address"):
        sx.html_of(PETS, post_to=address)


@pytest.mark.needs("apps/wordsearch")
def test_only_a_page_to_solve_sends_and_a_package_has_no_files(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("heron\notter\n")
    page, picture = tmp_path / "page.html", tmp_path / "page.svg"
    where = ("--post-to", ADDRESS)
    done = run_cli("wordsearch", tmp_path / "words.txt", "6x6", "-o", page, *where)
    assert done.code == 0, done.err
    assert 'id="send"' in page.read_text("utf-8")
    assert "connect-src https://school.test;" in page.read_text("utf-8")
    (tmp_path / "pets.txt").write_text("CAT\nO#O\nDEN\n")
    for args in (("wordsearch", tmp_path / "words.txt", "6x6"), ("render", tmp_path / "pets.txt")):
        done = run_cli(*args, "-o", picture, *where)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert "--post-to: only a page to solve can send; write an .html" in done.err
    assert not picture.exists()
    assert b"load file" not in sx.scorm_of(PETS)
    assert "connect-src" not in sx.html_of(PETS)
