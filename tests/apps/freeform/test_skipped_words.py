"""--skip leaves out the words of a list that cannot be used, and says which and why."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run_cli

LIST = "perro: animal\nniño/niña: joven\n3D-Brille: x\ngato: otro\nperro: otra pista\n"
WHY = {
    2: "'niño/niña' is not made of letters of the alphabet",
    3: "'3D-Brille' is not made of letters of the alphabet",
    5: "'perro' is the same word as on line 1",
}


@pytest.mark.parametrize(
    "command",
    ["freeform", pytest.param("wordsearch", marks=pytest.mark.needs("apps/wordsearch"))],
)
def test_words_that_cannot_be_used_are_left_out_and_named(command: str, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(LIST, "utf-8")
    arguments = (command, str(path), *["8x8"] * (command == "wordsearch"), "--alphabet", "spanish")
    refused = run_cli(*arguments)
    assert refused.code == 2
    assert refused.err.count("\n") == 1
    assert "; leave them out, as --skip does" in refused.err
    shown = run_cli(*arguments, "--skip")
    assert shown.code == 0, shown
    told = [line for line in shown.err.splitlines() if "left out" in line]
    assert told == [f"{path}:{line}: left out: {why}" for line, why in WHY.items()]


def test_a_list_without_a_usable_word_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("a\n3D\n", "utf-8")
    shown = run_cli("freeform", str(path), "--skip")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.splitlines()[-1].endswith("no word of it can be used; see above")
