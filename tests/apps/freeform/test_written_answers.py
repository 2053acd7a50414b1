"""A word of a list is accepted as it is written, beside its letters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.cli import run_cli

pytestmark = pytest.mark.needs("apps/interchange", "apps/solving")
LISTS = {
    "spanish": ("árbol: Tiene hojas\nniño: Joven\ncigüeña: Trae bebés\nmedia-luna: De noche\n",
                {"árbol": "ARBOL", "cigüeña": "CIGUEÑA", "media-luna": "MEDIALUNA"}),
    "german": ("Straße: Weg\nRöntgen: Strahl\nfair play: Gerecht\n",
               {"Straße": "STRASSE", "fair play": "FAIRPLAY"}),
    "latin": ("Straße: Weg\nhalf-life: Decay\nX-ray: Picture\ncrème brûlée: Dessert\n",
              {"Straße": "STRASSE", "half-life": "HALFLIFE", "X-ray": "XRAY",
               "crème brûlée": "CREMEBRULEE"}),
}  # fmt: skip


@pytest.mark.parametrize("alphabet", LISTS)
def test_platforms_accept_both_and_word_banks_show_the_written_one(
    alphabet: str, tmp_path: Path
) -> None:
    text, both = LISTS[alphabet]
    (tmp_path / "list.txt").write_text(text, "utf-8")
    made = {}
    for name in ("x.gift", "x.moodle.xml", "x.glossary.xml", "x.html"):
        more = ["--word-bank"] if name == "x.html" else []
        path = tmp_path / name
        # Any layout will do: there is no need to prove each time that there is no better one.
        shown = run_cli(
            "freeform", tmp_path / "list.txt", "--alphabet", alphabet, *more, "-o", path,
            "--rounds", 300, "--no-prove",
        )  # fmt: skip
        assert shown.code == 0, shown
        made[name] = path.read_text("utf-8")
    for written, letters in both.items():
        assert re.search(rf"={written}\s+={letters}\n", made["x.gift"])
        assert f"<text>{written}</text>" in made["x.moodle.xml"]
        assert f"<text>{letters}</text>" in made["x.moodle.xml"]
        assert f"<CONCEPT>{written}</CONCEPT>" in made["x.glossary.xml"]
        assert written in made["x.html"]


def test_written_answers_go_through_files(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(LISTS["latin"][0], "utf-8")
    first = tmp_path / "x.ipuz"
    assert run_cli("freeform", str(tmp_path / "list.txt"), "-o", str(first)).code == 0
    for name in ("y.json", "y.jpz", "y.xd", "y.gift"):
        shown = run_cli("convert", str(first), str(tmp_path / name))
        assert shown.code == 0
        assert "answers that differ" not in shown.err
    assert "=half-life\n\t=HALFLIFE" in (tmp_path / "y.gift").read_text("utf-8")
