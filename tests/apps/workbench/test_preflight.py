"""The check by the rules of a house: the protocol beside the command, and the panel."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.browser import DESK, PHONE, violations
from support.cli import run_cli
from support.workbench_client import Browser, Server
from support.workbench_page import Workbench

from satcross.model.cellnames import cell_name

WORDS = "CAT;60\nCUT;60\nCOC;60\nTAT;60\n"
GRID = "CAT\nO#A\nCAT\n"  # CAT is there twice; either one may become CUT
FOUND = "1A and 3A are both CAT"
REFILLS = ({"1": "U"}, {"7": "U"})


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("checked")
    (folder / "own.toml").write_text('title = "The Daily"\n[checks]\nrepeats = "warning"\n')
    (folder / "broken.toml").write_text('[checks]\nrepeat = "error"\n')
    (folder / "satcross.toml").write_text("[fill]\n")
    (folder.parent / "outside.toml").write_text("")
    words = folder.parent / "words.txt"
    words.write_text(WORDS)
    with Server(folder, "--words", str(words)) as server, Browser(server) as client:
        client.folder = folder  # type: ignore[attr-defined]
        client.words = words  # type: ignore[attr-defined]
        yield client


def new(client: Any, tmp_path: Path, text: str = GRID) -> str:
    path = tmp_path / "grid.txt"
    path.write_text(text)
    return str(client.take_in(path))


def by_command(client: Any, name: str, *options: str) -> list[dict[str, Any]]:
    path = client.folder / f"{name}.json"
    found = run_cli("check", path, "-w", client.words, "--format", "json", *options)
    assert found.code in (0, 1), found.err
    findings: list[dict[str, Any]] = json.loads(found.out)["findings"]
    return findings


@pytest.mark.parametrize("house", ["own.toml", "nyt"])
def test_the_page_gets_what_the_command_finds(checked: Any, tmp_path: Path, house: str) -> None:
    name = new(checked, tmp_path)
    path = str(checked.folder / house) if house.endswith(".toml") else house
    wanted = by_command(checked, name, "--house", path)
    with checked.open(name) as tab:
        answer = tab.ask("check", house=house)
        assert answer["problem"] == ""
        assert len(answer["findings"]) == len(wanted)
        for got, want in zip(answer["findings"], wanted, strict=True):
            for key in ("check", "severity", "text", "entries"):
                assert got[key] == want[key]
            assert [cell_name(at, 3) for at in got["cells"]] == want["cells"]
            assert (got["refill"] or {}).get("outcome") == (
                "found" if want["refill"] else got["refill"] and "impossible"
            )
        repeated = next(one for one in answer["findings"] if one["check"] == "repeats")
        assert repeated["refill"]["cells"] in REFILLS
        tab.edit("letters", cells=repeated["refill"]["cells"], label="refill")
        again = tab.ask("check", house=house)["findings"]
        assert "repeats" not in [one["check"] for one in again]
        tab.send(type="undo")
        tab.wait(lambda message: message["type"] == "changed" and message["redo"] == "refill")
        assert tab.rows == ["CAT", "O#A", "CAT"]


def test_it_is_compared_with_the_other_crosswords_of_the_folder(
    checked: Any, tmp_path: Path
) -> None:
    (checked.folder / "old.xd").write_text("Title: Old\n\n\nCAT\n\n\nA1. Pet ~ CAT\n")
    (checked.folder / ".hidden.xd").write_text("Title: Old\n\n\nTAT\n\n\nA1. Pet ~ TAT\n")
    name = new(checked, tmp_path)
    wanted = by_command(checked, name, "--house", "nyt", "--against", str(checked.folder))
    with checked.open(name) as tab:
        alone = tab.ask("check", house="nyt")["findings"]
        answer = tab.ask("check", house="nyt", against=True)["findings"]
        assert [one["text"] for one in answer] == [one["text"] for one in wanted]
        assert len(answer) > len(alone)
        assert "TAT" not in next(one["text"] for one in answer if one["check"] == "freshness")
        error = tab.ask("check", house="nyt", against="yes")
        assert (error["type"], error["problem"]) == ("error", "against is true or false")


def test_pinned_letters_stay(checked: Any, tmp_path: Path) -> None:
    with checked.open(new(checked, tmp_path)) as tab:
        tab.edit("pin", cells=[7], on=True)
        answer = tab.ask("check", house="own.toml")
        repeated = next(one for one in answer["findings"] if one["check"] == "repeats")
        assert repeated["refill"]["cells"] == {"1": "U"}


def test_houses_that_are_none(checked: Any, tmp_path: Path) -> None:
    names = [one["name"] for one in checked.http.get("/api/houses").json()["houses"]]
    assert names == ["guardian", "lat", "listener", "nyt", "times", "broken.toml", "own.toml"]
    with checked.open(new(checked, tmp_path)) as tab:
        answer = tab.ask("check", house="broken.toml")
        assert re.match(r"broken\.toml:2: there is no check 'repeat'", answer["problem"])
        for house in ("../outside.toml", "satcross.toml", "", 3, None, str(checked.words)):
            answer = tab.ask("check", house=house)
            assert answer["type"] == "error"
            assert answer["problem"].startswith("there is no house")


@pytest.fixture
def bench(chromium: Chromium, checked: Any, tmp_path: Path) -> Iterator[Any]:
    tabs: list[Workbench] = []

    def opened(text: str = GRID, **context: Any) -> Workbench:
        tabs.append(Workbench(chromium, checked, **context))
        return tabs[-1].show(new(checked, tmp_path, text))

    yield opened
    for tab in tabs:
        tab.close()
        assert tab.problems == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_panel_by_keyboard_alone(bench: Any, size: Any) -> None:
    tab = bench(viewport=size)
    tab.press("Alt+r")
    expect(tab.part("#house")).to_be_focused()
    tab.page.keyboard.type("The Daily")
    finding = tab.page.locator(".findings li", has_text=FOUND)
    expect(finding.locator(".refill")).to_contain_text("CAT -> CUT: 1 letter")
    assert violations(tab.page) == []
    finding.locator("button").first.focus()
    tab.press("Enter")
    expect(tab.part(".grid .marked")).to_have_count(6)
    expect(tab.cell(0)).to_have_class(re.compile("cur"))
    tab.press("Tab")
    expect(tab.part(".grid .fresh")).to_have_text("U")  # what it would become
    tab.press("Enter")
    expect(finding).to_have_count(0)
    assert tab.letters() in ("CUTO#ACAT", "CATO#ACUT")
    tab.press("Escape", "Control+z")
    tab.wait_for_letters("CATO#ACAT")


@pytest.mark.slow
def test_a_check_does_not_wait_for_typing_nor_typing_for_it(bench: Any) -> None:
    tab = bench(color_scheme="dark")
    tab.press("Alt+r")
    tab.page.select_option("#house", "own.toml")
    expect(tab.page.locator(".findings li", has_text=FOUND)).to_be_visible()
    tab.cell(7).click()
    tab.press("U")
    tab.wait_for_letters("CATO#ACUT")
    expect(tab.page.locator(".findings li", has_text=FOUND)).to_have_count(0)
    tab.page.select_option("#house", "broken.toml")
    tab.wait_for("#panel .warning", "broken.toml:2: there is no check 'repeat'")
    assert violations(tab.page) == []
