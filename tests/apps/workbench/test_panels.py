"""Panels of the workbench: their forms, and kinds of puzzles that packages bring."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from support.packages import EXAMPLE, install
from support.workbench_client import Browser, Server

from satcross.apps.workbench.engine.panels import described, panels, puzzles, questions
from satcross.errors import OptionError
from satcross.forms import fields_of, options_in
from satcross.model.kinds import kinds
from satcross.options import flag, option
from satcross.pattern.symmetry import Symmetry

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, kw_only=True)
class Options:
    """One of each type."""

    exclusions: ClassVar[str] = """\
loud !count: counts aloud; add --count
loud quiet: do not go together; give one of them
loud other: is for a command; leave out {pair}"""

    count: int | None = option("1..5", "How many.")
    least: int = option("N", "At least.", default=2, at_least=2)
    loud: bool = flag("Aloud.")
    quiet: bool = flag("Softly.")
    turn: Symmetry = option("", "As it is.", default=Symmetry.NONE, notes={"none": "None at all."})
    size: str | None = option("", "How large.", label="Width", choices={"s": "small"})
    names: list[str] | None = option("", "Names.")
    files: list[Path] | None = option("FILE", "Files of the server.")
    solve: bool = flag("Of the command.", of_command=True)
    fixed: bool = flag("Not asked.", on_page=True)


def of_grids() -> list[str]:
    """The kinds that are made of a grid."""
    return [kind.value for kind in kinds() if kind.make and not kind.is_quotation]


def test_a_form_has_the_options_that_people_are_asked_for() -> None:
    fields = {field.pop("name"): field for field in fields_of(Options)}
    assert list(fields) == ["names", "count", "least", "loud", "quiet", "turn", "size"]
    plain: dict[str, Any] = {"needs": [], "without": []}
    assert fields["count"] == {
        "label": "Count", "help": "How many.", "type": "number", "value": None, "least": 1,
        "most": 5, **plain,
    }  # fmt: skip
    assert (fields["least"]["least"], fields["least"]["most"]) == (2, None)
    assert fields["loud"]["needs"] == ["count"]
    assert fields["loud"]["without"] == ["quiet"]
    assert fields["turn"]["choices"][0] == ["none", "none", "None at all."]
    assert fields["size"]["label"] == "Width"
    assert fields["size"]["choices"] == [["", "as usual", ""], ["s", "small", ""]]
    assert fields["names"]["type"] == "lines"


def test_a_question_gives_only_what_its_form_has() -> None:
    asked = {"count": 3, "loud": True, "quiet": False, "names": ["a"], "turn": "rotation"}
    found = options_in(Options, {**asked, "files": ["/etc/passwd"], "fixed": False, "solve": True})
    assert (found.count, found.loud, found.names) == (3, True, ["a"])
    with pytest.raises(OptionError, match="least"):  # 0 is a number that is given
        options_in(Options, {"least": 0})
    assert (found.turn, found.files, found.fixed, found.solve) == (
        Symmetry.ROTATION, None, True, False,
    )  # fmt: skip
    for wrong, said in (
        ({"loud": True}, "counts aloud; add count"),
        ({"least": 1}, "least"),
        ({"count": "3"}, "count"),
        ({"turn": "twice"}, "turn"),
    ):
        with pytest.raises(OptionError, match=said):
            options_in(Options, wrong)


def test_every_panel_has_a_key_a_menu_and_a_way_to_be_shown() -> None:
    page = ROOT / "satcross" / "apps" / "workbench" / "page"
    commands = (page / "commands.js").read_text(encoding="utf-8")
    taken = [key for keys in re.findall(r'keys: "([^"]+)"', commands) for key in keys.split(" ")]
    shows = re.search(r"const SHOWS = \{(.*)\}", (page / "panel.js").read_text(encoding="utf-8"))
    assert shows is not None
    for panel in panels():
        assert panel.keys not in taken
        taken.append(panel.keys)
        assert panel.menu in ("File", "Grid")
        assert f"{panel.shows}: " in shows[1]
        assert questions()[panel.question] is panel.kind
    forms = [form["kind"] for panel in described() for form in panel["forms"] if form["kind"]]
    assert forms == of_grids()


def test_a_panel_that_has_nothing_to_ask_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where no kind is installed: there is nothing to choose from."""
    monkeypatch.setattr(puzzles, "kinds", list)
    assert "puzzle" in {panel.question for panel in panels()}
    assert "puzzle" not in {panel["question"] for panel in described.__wrapped__()}


@pytest.mark.needs("kinds/codeword")
def test_the_workbench_names_no_kind() -> None:
    known = [*of_grids(), *(kind.replace("-", "") for kind in of_grids())]
    names = re.compile(rf"\b({'|'.join(known)})s?\b")
    for path in sorted((ROOT / "satcross" / "apps" / "workbench").rglob("*")):
        if path.suffix in (".py", ".js", ".css", ".html"):
            assert not names.search(path.read_text(encoding="utf-8").casefold()), path.name


def test_a_kind_of_another_package_has_a_form_and_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    broken = "from satcross.extend import PuzzleKind\nKIND = PuzzleKind('{}', make='{}')\n"
    (site / "half.py").write_text(broken.format("half", "no_such_module"))
    (site / "other.py").write_text(broken.format("other", "math"))
    points = {
        "consonants": "satcross_example.consonants:CONSONANTS",
        **{name: f"{name}:KIND" for name in ("half", "other", "no_such")},
    }
    install(site, "satcross-example", {"satcross.kinds": points})
    paths = [str(site), str(EXAMPLE / "src"), str(ROOT)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    (tmp_path / "grid.txt").write_text("CAT\nO#A\nBAR\n")
    with Server(tmp_path) as server:
        browser = Browser(server)
        *_, panel = browser.http.get("/api/panels").json()["panels"]
        *ours, form = panel["forms"]
        assert len(ours) == len(of_grids())
        assert (form["kind"], form["title"]) == ("consonants", "Consonants")
        assert [field["name"] for field in form["fields"]] == ["consonants"]
        name = browser.take_in(tmp_path / "grid.txt")
        with browser.open(name) as tab:
            found = tab.ask("puzzle", kind="consonants", consonants=4)
            assert found["report"] == ["4 consonants to find"]
            assert found["no_clue"] == found["n_clues"] == 4
            text = browser.http.get(f"/api/files/{name}/made/{found['made']}/consonants.txt").text
            assert text == ".A.\nO#A\n.A.\n"
            assert "there are 4" in tab.ask("puzzle", kind="consonants", consonants=7)["text"]
            wrong = tab.ask("puzzle", kind="consonants", consonants=0)
            assert wrong["text"] == "Consonants: must be 1 or greater, got 0."


ODD = """
from dataclasses import dataclass, replace
from satcross.extend import Behaviour, Maker, PuzzleKind, option
KIND = PuzzleKind("odd", titles={"en": "Odd"}, make="odd")
@dataclass(frozen=True)
class OPTIONS:
    way: str = option("", "Which way.", default="yields")
class Odd(Maker):
    def __init__(self, way):
        self.way = way
    def steps(self, options):
        if self.way == "raises":
            raise RuntimeError("oops")
        yield 3
def maker_of(what, words, options):
    return Odd(options.way)
"""


def test_a_kind_of_another_package_that_is_wrong_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "odd.py").write_text(ODD)
    install(site, "odd", {"satcross.kinds": {"odd": "odd:KIND"}})
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), str(ROOT)]))
    (tmp_path / "grid.txt").write_text("CAT\nO#A\nBAR\n")
    with Server(tmp_path) as server:
        browser = Browser(server)
        name = browser.take_in(tmp_path / "grid.txt")
        with browser.open(name) as tab:
            for way, said in (
                ("yields", "steps yields 3, and not a Step."),
                ("raises", "steps raises RuntimeError: oops (odd.py:13)."),
            ):
                found = tab.ask("puzzle", kind="odd", way=way)
                assert found["text"] == f"the kind odd of odd 1.0: {said}"
