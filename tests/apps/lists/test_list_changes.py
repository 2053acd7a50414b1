"""Lists compared, and renewed under own edits."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satcross as sx
from satcross.apps.lists.changes import ListChangeKind, differences, merged
from satcross.apps.lists.records import ListLines, Record, read_lines
from satcross.model.alphabet import LATIN

LISTS = st.dictionaries(st.sampled_from(["cat", "dog", "ice cream", "R&B"]), st.integers(0, 3))


def read(path: Path, text: str) -> ListLines:
    path.write_text(text)
    return read_lines(path, LATIN)


def made(folder: Path, name: str, scores: dict[str, int]) -> ListLines:
    return read(folder / name, "".join(f"{word};{score}\n" for word, score in scores.items()))


@given(LISTS, LISTS, LISTS, st.booleans())
@settings(deadline=None)
def test_a_merge_is_that_of_each_entry_alone(
    base: dict[str, int], ours: dict[str, int], theirs: dict[str, int], prefer_ours: bool
) -> None:
    lists = [lines_of(scores) for scores in (base, ours, theirs)]
    found = merged(*lists, prefer_ours=prefer_ours)
    right: dict[str, int] = {}
    conflicts = []
    for word in {*base, *ours, *theirs}:
        old, mine, other = (scores.get(word) for scores in (base, ours, theirs))
        if other in (mine, old):
            kept = mine
        elif mine == old:
            kept = other
        else:
            conflicts.append(word)
            kept = mine if prefer_ours else other
        if kept is not None:
            right[word] = kept
    result = {word: record.score for word, record in lists[1].entries().items()}
    for word, record in found.changes.items():
        result.pop(word, None)
        if record is not None:
            result[word] = record.score
    letters = {
        word: LATIN.normalise(word) or word.upper() for word in right | dict.fromkeys(conflicts)
    }
    assert result == {letters[word]: score for word, score in right.items()}
    assert [one.word for one in found.conflicts] == sorted(letters[word] for word in conflicts)
    again = text_of(lists[1].edited(found.changes))
    assert again == right


def lines_of(scores: dict[str, int]) -> ListLines:
    from satcross.words.files import FileText
    from satcross.words.scales import Scale

    text = "".join(f"{word};{score}\n" for word, score in scores.items())
    records = [
        Record(LATIN.normalise(word) or word.upper(), word, score, number)
        for number, (word, score) in enumerate(scores.items(), start=1)
    ]
    return ListLines("list", FileText(text.encode(), "list"), Scale.PLAIN, None, records)


def text_of(data: bytes) -> dict[str, int]:
    pairs = (line.rsplit(";", 1) for line in data.decode().splitlines())
    return {word: int(score) for word, score in pairs}


def test_comments_notes_order_and_line_ends_of_the_own_list_stay(tmp_path: Path) -> None:
    base = made(tmp_path, "base", {"icecream": 50, "cat": 30, "owl": 7, "gone": 1, "eel": 5})
    theirs = made(tmp_path, "theirs", {"icecream": 55, "cat": 31, "owl": 8, "eel": 6, "new": 9})
    (tmp_path / "ours.gz").write_bytes(
        gzip.compress(
            b"# mine\r\nice cream;50;cold; sweet\r\n\r\ncat\t30\tpet\r\nowl;7 # dull\r\n"
            b"mine;77\r\neel;5\r\neel;4\r\n4x4;3"
        )
    )
    ours = read_lines(tmp_path / "ours.gz", LATIN)
    found = merged(base, ours, theirs, prefer_ours=True)
    ours.write_edited(found.changes, tmp_path / "out.gz")
    assert gzip.decompress((tmp_path / "out.gz").read_bytes()) == (
        b"# mine\r\nice cream;55;cold; sweet\r\n\r\ncat\t31\tpet\r\nowl;8 # dull\r\n"
        b"mine;77\r\neel;6\r\n4x4;3\r\nnew;9\r\n"
    )
    assert (found.taken, found.kept, found.conflicts) == (5, 3, [])


def test_bans_written_forms_and_scales_are_merged(tmp_path: Path) -> None:
    base = read(tmp_path / "b", "icecream;25\ncat;20\n")
    theirs = read_lines(tmp_path / "b", LATIN)
    assert read_lines(f"{tmp_path / 'b'}@0-50", LATIN).entries()["CAT"].score == 40
    ours = read(tmp_path / "o", "ice cream;25\ncat;-1\n")
    assert not merged(base, ours, theirs, prefer_ours=True).changes
    theirs = read(tmp_path / "t", "IceCream;30\ncat;21\n")
    found = merged(base, ours, theirs, prefer_ours=True)
    assert [str(one) for one in found.conflicts] == [
        "CAT: base 20 as cat, ours banned as cat, theirs 21 as cat, kept banned as cat",
        "ICECREAM: base 25 as icecream, ours 25 as ice cream, theirs 30 as IceCream,"
        " kept 30 as ice cream",
    ]


def test_differences_have_a_kind_each(tmp_path: Path) -> None:
    old = read(tmp_path / "old", "cat;50\ncat;40\ndog;1\nice cream;2\nowl;3\n")
    new = read(tmp_path / "new", "CAT;50\ndog;-1\nICECREAM 2\neel;4\n".replace(" 2", ";2"))
    found = differences(old.entries(), new.entries())
    assert list(map(str, found)) == [
        "= cat -> CAT", "~ dog: 1 -> banned", "+ eel: 4", "= ice cream -> ICECREAM", "- owl: 3",
    ]  # fmt: skip
    assert [change.kind for change in found][2:] == [
        ListChangeKind.ADDED, ListChangeKind.REWRITTEN, ListChangeKind.REMOVED,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "suffix", "problem"),
    [
        ("word,score\ncat,3\n", "", "the list is a table with a header, which is not edited"),
        ("cat;3\n", "@0-50", "a list with a scale is not edited, as its own scores would be lost"),
    ],
)
def test_lists_that_cannot_be_edited(tmp_path: Path, text: str, suffix: str, problem: str) -> None:
    (tmp_path / "list").write_text(text)
    lines = read_lines(f"{tmp_path / 'list'}{suffix}", LATIN)
    with pytest.raises(sx.WordListError, match=problem):
        lines.edited({})
