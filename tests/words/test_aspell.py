"""Reading aspell dictionaries: from a program that stands for aspell, and from the real one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.seeds import quick

from satcross.errors import WordListError
from satcross.words import languages
from satcross.words.aspell import aspell_words, find_aspell
from satcross.words.hunspell import affixed_words, decoded_affixes
from satcross.words.languages import LANGUAGES, build_list, find_dictionary

posix = pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")

RULES = "SET ISO8859-15\nSFX S Y 1\nSFX S a i a\nPFX L Y 1\nPFX L 0 l' [aeiou]\n"


class Aspell:
    """A program `aspell` that prints what it is given. Args: folder: of its dictionaries."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "it.dat").touch()
        (folder / "it.multi").touch()
        self.dictionary = folder / "it.multi"
        self.says()

    def says(self, stems: str = "casa/S\n", rules: str = RULES, code: int = 0) -> None:
        """Write the program."""
        (self.folder / "stems").write_text(stems, encoding="utf-8")
        (self.folder / "rules").write_text(rules, encoding="iso8859-15")
        program = self.folder / "aspell"
        program.write_text(
            "#!/bin/sh\n"
            f'[ {code} = 0 ] || {{ echo "no such thing" >&2; exit {code}; }}\n'
            'case "$*" in\n'
            f"  'config dict-dir') echo '{self.folder}';;\n"
            f"  '-l it -d {self.dictionary} --encoding=utf-8 dump master')"
            f" exec /bin/cat '{self.folder}/stems';;\n"
            f"  '-l it -d {self.dictionary} --encoding=utf-8 dump affix')"
            f" exec /bin/cat '{self.folder}/rules';;\n"
            '  *) echo "wrong call: $*" >&2; exit 1;;\n'
            "esac\n"
        )
        program.chmod(0o755)


@pytest.fixture
def aspell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Aspell:
    """The only program there is, and its dictionary of Italian."""
    folder = tmp_path / "aspell"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("SATCROSS_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(languages, "HUNSPELL", (tmp_path,))
    monkeypatch.setattr(languages, "PLAIN", tmp_path)
    monkeypatch.setattr(languages, "_frequencies", lambda _code: None)
    return Aspell(folder)


@posix
def test_forms_of_the_stems(aspell: Aspell) -> None:
    aspell.says("casa/S\nperché\nAnna/L\namica/SL\n")
    assert sorted(aspell_words(aspell.dictionary)) == [
        "Anna", "amica", "amici", "casa", "casi", "perché",
    ]  # fmt: skip


@posix
def test_a_dictionary_without_flags_needs_no_affixes(aspell: Aspell) -> None:
    aspell.says("amie\nl'amie\nqu'amie\naujourd'hui\nl'an\n", rules="SFX S Y 1\nSFX S 0 s [a\n")
    assert list(aspell_words(aspell.dictionary)) == ["amie", "aujourd'hui", "l'an"]


@posix
def test_it_is_used_where_hunspell_has_nothing(aspell: Aspell, tmp_path: Path) -> None:
    (tmp_path / "italian").write_text("cane\n")
    assert find_dictionary(LANGUAGES["it"]) == aspell.dictionary
    assert find_aspell(["pt_PT", "it"]) == aspell.dictionary
    assert find_aspell(["fr"]) is None
    built = build_list("it", out=Path("it.txt"))
    assert (built.n_words, built.source) == (2, aspell.dictionary)
    (tmp_path / "it_IT.dic").write_text("1\ncane\n")
    (tmp_path / "it_IT.aff").write_text("")
    assert find_dictionary(LANGUAGES["it"]) == tmp_path / "it_IT.dic"


@posix
def test_without_aspell_the_plain_list_is_used(aspell: Aspell, tmp_path: Path) -> None:
    (aspell.folder / "aspell").unlink()
    (tmp_path / "italian").write_text("cane\n")
    assert find_dictionary(LANGUAGES["it"]) == tmp_path / "italian"
    with pytest.raises(WordListError, match=r"the program aspell, .* is not installed"):
        aspell_words(aspell.dictionary)


@posix
@pytest.mark.parametrize(
    ("stems", "rules", "code", "message"),
    [
        ("casa/S\n", RULES, 1, "aspell ended with code 1: no such thing"),
        ("casa/S\n", "SFX S Y 1\nSFX S 0 s [a\n", 0, "affixes cannot be read"),
        ("", RULES, 0, "no word of the dictionary can be used"),
    ],
)
def test_faults_are_one_line(
    aspell: Aspell, stems: str, rules: str, code: int, message: str
) -> None:
    aspell.says(stems, rules, code)
    with pytest.raises(WordListError, match=re.escape(message)) as refused:
        build_list("it", aspell.dictionary)
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match="no such file"):
        aspell_words(tmp_path / "it.multi")


@pytest.mark.skipif(shutil.which("aspell") is None, reason="aspell is not installed")
@pytest.mark.parametrize("name", quick(["es", "fr", "it", "nl", "pt_PT", "de"], 5))
def test_aspell_makes_the_same_forms(name: str) -> None:
    path = find_aspell([name])
    if path is None:
        pytest.skip(f"aspell has no dictionary {name}")
    command = ["aspell", "-l", name, "--encoding=utf-8"]

    def run(*arguments: str, given: str = "") -> bytes:
        done = subprocess.run(
            [*command, *arguments], input=given.encode(), capture_output=True, check=True
        )
        return done.stdout

    stems = run("dump", "master").decode().splitlines()[::1009]
    expected = set(run("expand", given="\n".join(stems)).decode().split())
    rules = run("dump", "affix") if any("/" in stem for stem in stems) else b""
    found = set(affixed_words(stems, decoded_affixes(rules, path), path))
    # Prefixes with an apostrophe are articles, which we leave out.
    assert {form for form in expected if "'" not in form} == {f for f in found if "'" not in f}
    assert len(found) >= len(stems) // 2
