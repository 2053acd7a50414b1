"""Reading Hunspell dictionaries."""

from __future__ import annotations

import shutil
import subprocess
import warnings
from pathlib import Path

import pytest

from satcross.errors import WordListError
from satcross.words import hunspell
from satcross.words.hunspell import hunspell_words

SYSTEM = Path("/usr/share/hunspell")


def words_of(folder: Path, rules: str, stems: str, encoding: str = "utf-8") -> list[str]:
    (folder / "x.aff").write_bytes(rules.encode(encoding))
    n = stems.count("\n")
    (folder / "x.dic").write_bytes(f"{n}\n{stems}".encode(encoding))
    return sorted(hunspell_words(folder / "x.dic"))


@pytest.mark.parametrize(
    ("rules", "stems", "expected"),
    [
        ("", "cat\ndog\n", "cat dog"),
        ("SFX S Y 1\nSFX S y ies [^aeiou]y\n", "pony/S\nboy/S\n", "boy ponies pony"),
        ("SFX S Y 1\nSFX S 0 s .\nPFX U Y 1\nPFX U 0 un .\n", "tie/SU\n", "tie ties untie unties"),
        ("SFX S N 1\nSFX S 0 s .\nPFX U Y 1\nPFX U 0 un .\n", "tie/SU\n", "tie ties untie"),
        ("NEEDAFFIX n\nSFX S Y 1\nSFX S 0 s .\n", "cat/nS\n", "cats"),
        ("FORBIDDENWORD f\nONLYINCOMPOUND o\n", "cat/f\ndog/o\nowl\n", "owl"),
        ("FLAG long\nSFX Aa Y 1\nSFX Aa 0 s .\n", "cat/AaBb\n", "cat cats"),
        ("FLAG num\nSFX 12 Y 1\nSFX 12 0 s .\n", "cat/3,12\n", "cat cats"),
        ("AF 1\nAF S # 1\nSFX S Y 1\nSFX S 0 s .\n", "cat/1\n", "cat cats"),
        ("SFX A Y 1\nSFX A 0 er/S .\nSFX S Y 1\nSFX S 0 s .\n", "eat/A\n", "eat eater eaters"),
        ("PFX L Y 1\nPFX L a l'a [a]\n", "amico/L\n", "amico"),
        ("", "cat\tpo:noun\ndog po:noun\nice cream\n", "cat|dog|ice cream"),
    ],
)
def test_forms(tmp_path: Path, rules: str, stems: str, expected: str) -> None:
    split = expected.split("|") if "|" in expected else expected.split()
    assert words_of(tmp_path, rules, stems) == split


def test_the_encoding_is_the_one_that_the_rules_name(tmp_path: Path) -> None:
    assert words_of(tmp_path, "SET ISO8859-1\n", "été\n", "latin-1") == ["été"]


@pytest.mark.parametrize("rules", ["SFX S Y 1\nSFX S 0 s [a\n", "SET NOSUCH\n", "AF 1\nAF S\n"])
def test_rules_that_cannot_be_read_are_one_error(tmp_path: Path, rules: str) -> None:
    with pytest.raises(WordListError, match="affixes cannot be read"):
        words_of(tmp_path, rules, "cat/7\n")


@pytest.mark.parametrize(
    "name",
    [
        "punycode", "idna", "undefined", "unicode_escape", "raw_unicode_escape", "utf-7", "utf-16",
        "rot13", "hex", "cp037", "mbcs", "\x00", "\ufffd", "x" * 5000, "os",
    ],
)  # fmt: skip
def test_encodings_that_hunspell_has_not_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(WordListError, match=r"x.aff: the affixes cannot be read: ") as caught:
        words_of(tmp_path, f"SET {name}\n", "dög\n")
    assert len(str(caught.value)) < 600
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["UTF-8", "ISO8859-15", "ISO8859-2", "KOI8-R", "cp1252"])
def test_encodings_that_hunspell_has_are_read(tmp_path: Path, name: str) -> None:
    word = "дом" if name == "KOI8-R" else "dög"
    assert words_of(tmp_path, f"SET {name}\n", f"{word}\n", name) == [word]


@pytest.mark.parametrize("flags", ["²", "0", "3", "9" * 5000])
def test_an_alias_that_is_not_there_is_an_error(tmp_path: Path, flags: str) -> None:
    with pytest.raises(WordListError, match="there is no alias"):
        words_of(tmp_path, "SET UTF-8\nAF 1\nAF S\n", f"cat/{flags}\n")


def test_a_bracket_in_a_condition_is_a_letter_without_a_warning(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert words_of(tmp_path, "SFX S Y 1\nSFX S 0 s [[a]\n", "cha/S\n") == ["cha", "chas"]


def test_missing_rules_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.dic").write_text("1\ncat\n")
    with pytest.raises(WordListError):
        list(hunspell_words(tmp_path / "x.dic"))


def test_too_many_forms_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunspell, "MAX_FORMS", 3)
    with pytest.raises(WordListError, match="more than 3 forms"):
        words_of(tmp_path, "", "cat\ndog\nowl\ncow\n")


@pytest.mark.skipif(
    shutil.which("hunspell") is None or not (SYSTEM / "de_DE.dic").is_file(),
    reason="hunspell or hunspell-de-de is not installed",
)
def test_hunspell_accepts_the_forms() -> None:
    forms = list(hunspell_words(SYSTEM / "de_DE.dic"))[::997]
    done = subprocess.run(
        ["hunspell", "-d", "de_DE", "-i", "utf-8", "-l"],
        input="\n".join(forms), capture_output=True, text=True, check=True,
    )  # fmt: skip
    wrong = [form for form in done.stdout.split() if form in forms]
    assert len(wrong) <= len(forms) // 100, wrong
