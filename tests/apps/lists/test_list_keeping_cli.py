"""`satcross words diff, merge, journal, audit, spaces`."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from support.cli import run_cli, run_ok, run_refused


@pytest.fixture(autouse=True)
def _lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old").write_text("icecream;50\ncat;30\ngone;5\nboth;10\n")
    Path("mine").write_text("# mine\nice cream;50\ncat;45\nboth;11\n")
    Path("new").write_text("icecream;55\ncat;30\ngone;5\nboth;12\nnewt;9\n")


def test_a_list_is_renewed_and_its_journal_says_so() -> None:
    assert run_cli("words", "diff", "old", "new").out == (
        "~ both: 10 -> 12\n~ icecream: 50 -> 55\n+ newt: 9\n"
    )
    assert run_cli("words", "diff", "old", "old").code == 0
    rows = json.loads(run_cli("words", "diff", "old", "new", "--format", "json").out)
    assert rows[2] == {
        "change": "added", "word": "NEWT", "old": None,
        "new": {"written": "newt", "score": 9, "line": 5},
    }  # fmt: skip
    Path("satcross.toml").write_text('[lists]\nmy-set = ["mine", "old"]\n')
    assert run_cli("words", "diff", "my-set", "old").out == (
        "~ both: 11 -> 10\n~ cat: 45 -> 30\n= ice cream -> icecream\n"
    )
    done = run_cli("words", "merge", "old", "mine", "new", "mine", "--why", "May")
    assert done.code == 0
    assert done.err == (
        "conflict: BOTH: base 10 as both, ours 11 as both, theirs 12 as both, kept 11 as both\n"
        "2 changes of new taken, 3 own edits kept, 1 conflict\n"
    )
    assert Path("mine").read_text() == "# mine\nice cream;55\ncat;45\nboth;11\nnewt;9\n"
    today = date.today().isoformat()
    assert Path("mine.journal").read_text() == (
        "date\tevent\tentry\tbefore\tafter\twhy\n"
        f"{today}\trescored\tice cream\t50\t55\tMay\n{today}\tadded\tnewt\t\t9\tMay\n"
    )
    report = run_ok("words", "merge", "old", "mine", "new", "out", "--theirs", "--format", "json")
    assert json.loads(report)["conflicts"][0]["kept"] == {"written": "both", "score": 12}
    assert "is also the file of THEIRS" in run_refused(
        "words", "merge", "old", "mine", "new", "new"
    )
    assert "standard output has the list" in (
        run_refused("words", "merge", "old", "mine", "new", "-", "--why", "x")
    )


def test_a_journal_has_what_was_set_used_and_edited() -> None:
    Path("grid").write_text("CAT\n#.#\nNEW\n")
    args = ("words", "journal", "mine")
    done = run_ok(
        *args, "--set", "Ice-cream = 70", "--set", "zoo=3", "--set", "both=", "--used", "grid",
        "--since", "old", "--why", "a\ttreat", "--date", "2026-01-02",
    )  # fmt: skip
    assert Path("mine").read_text() == "# mine\nice cream;70\ncat;45\nzoo;3\n"
    assert done.splitlines() == [
        "2026-01-02  rescored   both  10 -> 11  (a treat)",
        "2026-01-02  rescored   cat  30 -> 45  (a treat)",
        "2026-01-02  removed    gone  5 -> none  (a treat)",
        "2026-01-02  rewritten  ice cream  icecream -> ice cream  (a treat)",
        "2026-01-02  removed    both  11 -> none  (a treat)",
        "2026-01-02  rescored   ice cream  50 -> 70  (a treat)",
        "2026-01-02  added      zoo  none -> 3  (a treat)",
        "2026-01-02  used       cat  (a treat)",
        "2026-01-02  used       NEW  (a treat)",
    ]
    run_ok(*args, "--used", "grid", "--date", "2026-01-03")
    assert run_ok(*args, "CAT", "zoo").splitlines()[1:] == [
        "2026-01-02  added      zoo  none -> 3  (a treat)",
        "2026-01-02  used       cat  (a treat)",
        "2026-01-03  used       cat  (grid)",
    ]
    assert json.loads(run_ok(*args, "zoo", "--format", "json")) == [{
        "day": "2026-01-02", "event": "added", "entry": "zoo", "before": "", "after": "3",
        "why": "a treat",
    }]  # fmt: skip
    assert run_cli(*args, "dog").code == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--why", "x"], "--why: there is nothing to note"),
        (["--set", "cat"], "--set: 'cat' is not an entry and a score from 0 to 1000"),
        (["--set", "cat=1001"], "--set: 'cat=1001' is not an entry and a score"),
        (["--set", "dog="], "--set: the list does not have 'dog'"),
        (["--set", "dog=1", "cat"], "ENTRY: entries are shown, and not noted"),
        (["--set", "dog=1", "--date", "May"], "--date: 'May' is not a day"),
        (["--used", "gone"], "gone: there is no such file"),
        (["--set", "dog=1", "--since", "gone"], "gone: there is no such file"),
    ],
)
def test_a_journal_that_is_refused_changes_nothing(args: list[str], message: str) -> None:
    before = Path("mine").read_bytes()
    assert message in run_refused("words", "journal", "mine", *args)
    assert Path("mine").read_bytes() == before
    assert not Path("mine.journal").exists()


def test_a_damaged_journal_is_named_with_its_line() -> None:
    Path("mine.journal").write_text("date\tevent\tentry\tbefore\tafter\twhy\nyesterday\tx\n")
    for more in ([], ["--set", "cat=9"]):
        error = run_refused("words", "journal", "mine", *more)
        assert error.startswith("satcross: mine.journal:2: the line is not one of a journal;")
    assert "cat;45" in Path("mine").read_text()


def test_an_audit_names_what_is_odd() -> None:
    Path("list").write_text(
        "CAT;5\ncat;7\ncat;5\nR&B;5\nzero\u200bwidth;5\nCafÃ©;9\n<b>dog</b>;3\nxqzjjv;1\n"
        "MMXCVIII;2\naaazzuq;4\nno;-1\nf\u00fcr;9\nx;3\na  b;7\n"
    )
    text = run_ok("words", "audit", "list")
    for line in (
        "entries     12 words in 14 entries of 14 lines",
        "  CAT: 5 in line 1, 7 in line 2, 5 in line 3",
        "  U+200B zero width space: 1 entry, as in line 5",
        "  characters of another encoding: 1",
        "  invisible characters: 1",
        "  markup or an address: 1",
        "    MMXCVIII;2 in line 9",
        "    aaazzuq;4 in line 10",
        "    a  b;7 in line 14",
    ):
        assert line in text.splitlines(), line
    data = json.loads(run_ok("words", "audit", "list@0-10", "--format", "json", "-n", "1"))
    assert (data["n_words"], data["n_banned"], data["scores"]["90"]) == (12, 1, 2)
    assert data["suspects"]["no vowel"]["entries"] == [
        {"written": "xqzjjv", "score": 10, "line": 8}
    ]
    Path("counts").write_text("cat;600\ndog;10\n")
    assert "scores go up to 600: FILE@0-600 maps them to 0-100" in run_ok(
        "words", "audit", "counts"
    )


def test_spaces_are_restored_and_what_is_left_is_counted() -> None:
    Path("known").write_text("ice cream;80\nguardian;90\nangel;90\n")
    Path("list").write_text("# x\nICECREAM;5\nMYGUARDIANANGEL;7\nANGEL;1\nXYZ;2\nICE CREAM;9\n")
    done = run_cli("words", "spaces", "list", "list", "--known", "known")
    assert Path("list").read_text() == (
        "# x\nICECREAM;5\nMY GUARDIAN ANGEL;7\nANGEL;1\nXYZ;2\nICE CREAM;9\n"
    )
    assert done.err == (
        "0 entries as known lists write them, 1 cut into known words\n"
        "1 known as one word; 1 left, as they are not sure\n"
    )
