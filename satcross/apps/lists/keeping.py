"""The commands of `satcross words` for those who keep a list: to compare, renew and check it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross import OptionError
from satcross.commandline import (
    FormatOptions,
    Shared,
    Sink,
    WordListOptions,
    argument,
    command,
    echo_err,
    flag,
    option,
    option_set,
)
from satcross.extend import Scale, counted

if TYPE_CHECKING:
    from satcross import Alphabet
    from satcross.apps.lists.audit import Audit
    from satcross.apps.lists.changes import Conflict, ListChange
    from satcross.apps.lists.journal import Note
    from satcross.apps.lists.records import ListLines, Record

DIFF_EXAMPLES = """\
Examples:
  satcross words diff stwl-2024.txt stwl-2025.txt
  satcross words diff mine.dict stwl.txt@0-50 --format json

Exit codes:
  0 nothing differs   1 something differs   2 bad input"""
MERGE_EXAMPLES = """\
Examples:
  satcross words merge stwl-2024.txt mine.dict stwl-2025.txt mine.dict
  satcross words merge old.txt mine.dict new.txt merged.dict --theirs --why 'release of May'

Exit codes:
  0 merged, conflicts too, which are listed   2 bad input"""
JOURNAL_EXAMPLES = """\
Examples:
  satcross words journal mine.dict                         what happened to its entries
  satcross words journal mine.dict 'ice cream'             to this one
  satcross words journal mine.dict --set 'ice cream=70' --why 'solvers like it'
  satcross words journal mine.dict --used daily.puz --why 'sold to the Daily'
  satcross words journal mine.dict --since mine.bak --why 'an evening of scoring'

Exit codes:
  0 done   1 the journal has no such entry   2 bad input"""
AUDIT_EXAMPLES = """\
Examples:
  satcross words audit mine.dict
  satcross words audit stwl.txt@0-50 --limit 100 --format json

Exit codes:
  0 done   2 bad input"""
SPACES_EXAMPLES = """\
Examples:
  satcross words spaces stwl.txt stwl-spaced.txt
  satcross words spaces stwl.txt - --known mine.dict --known builtin

Exit codes:
  0 done   2 bad input"""

_STDOUT = "-"


@command(examples=DIFF_EXAMPLES)
def diff(
    *,
    old: Path = argument("OLD", "A list, perhaps with a scale, or a set of lists."),
    new: Path = argument("NEW", "Another one, or a later state of it."),
    report: FormatOptions,
    alphabet: str = Shared.ALPHABET,
) -> int:
    """List what differs between two lists: added, removed, rescored and rewritten entries.

    Lines begin with + for added, - for removed, ~ for rescored, and = for written in another way.
    """
    from satcross.apps.lists.changes import differences

    found = differences(*(_entries_that_count(path, alphabet) for path in (old, new)))
    with Sink.open(None) as sink:
        if report.as_json:
            sink.write(json_array(map(_change_data, found)))
        elif found:
            sink.write("\n".join(map(str, found)))
    counts = _counts(found)
    echo_err(", ".join(f"{n:,} {kind}" for kind, n in counts.items()) or "nothing differs")
    return bool(found)


@command(examples=MERGE_EXAMPLES, replaces=("ours",))
def merge(
    *,
    base: Path = argument("BASE", "The third party's list that your own was made from."),
    ours: Path = argument("OURS", "Your own list, with your edits."),
    theirs: Path = argument("THEIRS", "The third party's list of today."),
    out: str = argument("OUT", "File to write, which may be OURS; - for stdout."),
    prefer_theirs: bool = flag(
        "In conflicts, take THEIRS. Default: your own edit stays.", "--theirs"
    ),
    why: str | None = option("TEXT", "Note the changes in the journal of OUT, with this reason."),
    report: FormatOptions,
    alphabet: str = Shared.ALPHABET,
) -> None:
    """Renew a list of a third party without losing your own edits.

    What THEIRS changed since BASE becomes part of OURS; scores, added, removed and rewritten
    entries of your own stay. Where both changed an entry, the conflict is listed. Comments and the
    order of OURS are kept, and new entries come last.
    """
    from satcross.apps.lists.changes import differences, merged
    from satcross.apps.lists.journal import add_notes, notes_of

    to_stdout = out == _STDOUT
    if to_stdout and (report.as_json or why is not None):
        name = "--format" if report.as_json else "--why"
        raise OptionError("standard output has the list", hint="name a file for it", source=name)
    lists = [_read(path, alphabet) for path in (base, ours, theirs)]
    found = merged(*lists, prefer_ours=not prefer_theirs)
    own = lists[1]
    if to_stdout:
        Sink.print_bytes(own.edited(found.changes))
    else:
        before = own.entries()
        own.write_edited(found.changes, Path(out))
        if why is not None:
            after = {word: record for word, record in found.changes.items() if record is not None}
            touched = {word: before[word] for word in found.changes if word in before}
            add_notes(out, notes_of(differences(touched, after), date.today(), why))
    if report.as_json:
        with Sink.open(None) as sink:
            sink.write(_merge_json(found.taken, found.kept, found.conflicts))
        return
    for conflict in found.conflicts:
        echo_err(f"conflict: {conflict}")
    echo_err(
        f"{counted(found.taken, 'change')} of {theirs} taken, {counted(found.kept, 'own edit')}"
        f" kept, {counted(len(found.conflicts), 'conflict')}"
    )


@option_set()
class NoteOptions:
    """What to note in a journal."""

    set_: list[str] | None = option(
        "ENTRY=SCORE",
        "Give an entry of the list this score, add it, or remove it: 'ice cream=70', 'eatage='. Can"
        " be repeated.",
        "--set",
    )
    used: list[Path] | None = option(
        "FILE", "Note that the entries of this crossword were used. Can be repeated."
    )
    since: Path | None = option("OLD", "Note what differs between this state of the list and it.")
    why: str = option("TEXT", "The reason.", default="", show_default=False)
    day: str | None = option("YYYY-MM-DD", "The day. Default: today.", "--date")


@command(examples=JOURNAL_EXAMPLES)
def journal(
    *,
    list_: Path = argument("LIST", "A file of words. Its journal is LIST.journal."),
    entries: list[str] | None = argument("[ENTRY]...", "Show these entries alone.", default=None),
    noted: NoteOptions,
    report: FormatOptions,
    alphabet: str = Shared.ALPHABET,
) -> int:
    """Show or write the journal of a list: when an entry was rescored or used, and why.

    The journal is a text file beside the list, with tabs between its columns.
    """
    from satcross.apps.lists.journal import add_notes, read_journal
    from satcross.extend import parse_alphabet

    letters = parse_alphabet(alphabet)
    is_new = bool(noted.set_ or noted.used or noted.since)
    if not is_new and (noted.why or noted.day):
        name = "--why" if noted.why else "--date"
        raise OptionError(
            "there is nothing to note", hint="add --set, --used or --since", source=name
        )
    if is_new and entries:
        raise OptionError(
            "entries are shown, and not noted",
            hint="leave them out, or the options",
            source="ENTRY",
        )
    if is_new:
        notes = _noted(list_, noted, alphabet)
        add_notes(list_, notes)
    else:
        if not list_.exists():
            raise OptionError("there is no such file", hint="check the path", source=str(list_))
        notes = read_journal(list_)
        if entries:
            wanted = {letters.normalise(entry) or entry for entry in entries}
            notes = [note for note in notes if (letters.normalise(note.entry) or "") in wanted]
    with Sink.open(None) as sink:
        if report.as_json:
            sink.write(json_array(note._asdict() for note in notes))
        elif notes:
            sink.write("\n".join(map(str, notes)))
    if notes:
        return 0
    echo_err("nothing to note" if is_new else "the journal has no such entry" if entries else
             "the list has no journal yet; --set, --used and --since begin one")  # fmt: skip
    return bool(entries)


@command(examples=AUDIT_EXAMPLES)
def audit(
    *,
    list_: Path = argument("LIST", "A file of words, perhaps with a scale."),
    limit: int = option("N", "Examples of each kind.", "--limit", "-n", default=10, at_least=0),
    report: FormatOptions,
    alphabet: str = Shared.ALPHABET,
) -> None:
    """Report duplicates, odd characters, scores, and entries that look wrong.

    With the letters A to Z, entries are compared with the built-in list.
    """
    from satcross.apps.lists.audit import audit as audit_of
    from satcross.extend import parse_alphabet

    found = audit_of(list_, parse_alphabet(alphabet))
    with Sink.open(None) as sink:
        sink.write(audit_json(found, limit) if report.as_json else audit_text(found, limit))


@command(examples=SPACES_EXAMPLES, replaces=("list_", "known"))
def spaces(
    *,
    list_: Path = argument("LIST", "A file of words without spaces."),
    out: str = argument("OUT", "File to write, which may be LIST; - for stdout."),
    known: list[Path] | None = option(
        "FILE|NAME",
        "A list with spaces, as --words of other commands. Can be repeated. Default: all of the"
        " built-in list.",
    ),
) -> None:
    """Restore the spaces of a list: ICECREAM becomes ICE CREAM.

    Entries are written as a known list writes them. Others are cut into known words where that is
    sure; the rest is left as it is, and counted. Scores, comments and order stay.
    """
    from satcross import LATIN, WordList
    from satcross.apps.lists.spaces import restored
    from satcross.extend import ListChoice

    lines = _read(list_, LATIN.spelling)
    chosen = ListChoice(WordListOptions.named(known or ()))
    found = restored(
        lines.entries().values(), chosen.load() if known else WordList.builtin(min_score=0)
    )
    if out == _STDOUT:
        Sink.print_bytes(lines.edited(found.entries))
    else:
        lines.write_edited(found.entries, Path(out))
    echo_err(
        f"{counted(found.n_known, 'entry')} as known lists write them,"
        f" {found.n_cut:,} cut into known words"
    )
    echo_err(f"{found.n_words:,} known as one word; {found.n_left:,} left, as they are not sure")


def _read(path: Path, alphabet: str) -> ListLines:
    """A list, line by line; of a name the file that it stands for."""
    first, *others = _read_all(path, alphabet)
    if others:
        hint = f"make one file of them: `satcross words convert FILE -w {path}`"
        raise OptionError("several files have this name", hint=hint, source=str(path))
    return first


def _entries_that_count(path: Path, alphabet: str) -> dict[str, Record]:
    """By word the entry of a list; of the lists of a set, that of the first that has the word."""
    lists = [lines.entries() for lines in _read_all(path, alphabet)]
    return {word: entry for entries in reversed(lists) for word, entry in entries.items()}


def _read_all(path: Path, alphabet: str) -> list[ListLines]:
    """The list of a file, or those of a set of the configuration, line by line."""
    from satcross.apps.lists.records import read_lines
    from satcross.extend import ListChoice, parse_alphabet

    return [
        read_lines(file, parse_alphabet(alphabet))
        for file in ListChoice.files_of(WordListOptions.named([path]), 0)
    ]


def _day(text: str | None) -> date:
    try:
        return date.today() if text is None else date.fromisoformat(text)
    except ValueError:
        raise OptionError(
            f"{text!r} is not a day", hint="write 2026-11-26", source="--date"
        ) from None


def _noted(list_: Path, noted: NoteOptions, alphabet: str) -> list[Note]:
    """The notes that the options of `journal` ask for; gives entries of the list their scores."""
    from satcross.apps.lists.changes import differences
    from satcross.apps.lists.journal import USED, Note, edit_list, notes_of
    from satcross.extend import parse_alphabet

    letters, why, day = parse_alphabet(alphabet), " ".join(noted.why.split()), _day(noted.day)
    lines = _read(list_, alphabet)
    before = lines.entries()
    asked = dict(_asked(text, letters, before) for text in noted.set_ or ())
    notes = [
        Note(day.isoformat(), USED, entry, why=why or str(file))
        for file in noted.used or ()
        for entry in _entries_of(file, letters, before)
    ]
    changes = (
        [] if noted.since is None else differences(_read(noted.since, alphabet).entries(), before)
    )
    changes += edit_list(lines, list_, asked, before)
    return notes_of(changes, day, why) + notes


def _asked(text: str, letters: Alphabet, before: Mapping[str, Record]) -> tuple[str, Record | None]:
    """What `--set` asks for: a word and its entry, or None to remove it."""
    from satcross.apps.lists.records import Record

    written, equals, score = (part.strip() for part in text.rpartition("="))
    word = letters.normalise(written) if written else ""
    is_score = score.isascii() and score.isdigit() and len(score) < 5 and int(score) <= Scale.MOST
    if not (word and equals and (is_score or not score)):
        raise OptionError(
            f"{text[:60]!r} is not an entry and a score from 0 to {Scale.MOST}",
            hint="write 'ice cream=70', or 'ice cream=' to remove it",
            source="--set",
        )
    old = before.get(word)
    if score:
        return word, old._replace(score=int(score)) if old else Record(word, written, int(score))
    if old is None:
        raise OptionError(
            f"the list does not have {written!r}", hint="check the spelling", source="--set"
        )
    return word, None


def _entries_of(file: Path, letters: Alphabet, before: Mapping[str, Record]) -> list[str]:
    """The entries of a crossword whose letters are all there, as the list writes them."""
    from satcross.commandline import echo_remarks
    from satcross.extend import OPEN, find_slots, load_grid

    grid, crossword = load_grid(str(file), letters, hex_patterns=False)
    if crossword is not None:
        echo_remarks(crossword, str(file))
    texts = [[grid.cells[cell] for cell in slot.cells] for slot in find_slots(grid, 2)]
    words = ["".join(cells) for cells in texts if OPEN not in cells]
    if not words:
        raise OptionError(
            "no entry of the grid has all its letters", hint="fill it first", source=str(file)
        )
    return [before[word].written if word in before else word for word in dict.fromkeys(words)]


def audit_text(found: Audit, limit: int) -> str:
    """An audit for people, with some examples of each kind."""
    lines = [
        f"list        {found.source}, {found.encoding}",
        f"entries     {counted(found.n_words, 'word')} in {counted(found.n_entries, 'entry')}"
        f" of {counted(found.n_lines, 'line')}",
    ]
    n_banned = f"; {found.n_banned:,} banned by scores below 0" if found.n_banned else ""
    if found.scores:
        low, high = min(found.scores), max(found.scores)
        lines.append(f"scores      {low} to {high}, median {found.median_score:g}{n_banned}")
        lines += [f"  {low:>4}-{low + 9:<4} {n:>9,}" for low, n in found.bands()]
        lines += [f"  {found.advice}"] if found.advice else []
    lines.append(f"duplicates  {counted(len(found.duplicates), 'word')}")
    for one in found.duplicates[:limit]:
        places = ", ".join(f"{record.score} in line {record.line}" for record in one.records[:4])
        lines.append(f"  {one.word}: {places}{', …' * (len(one.records) > 4)}")
    lines.append(f"characters  {counted(len(found.characters), 'odd one')}")
    for char in found.characters[:limit]:
        left = "; left out" if char.leaves_out else ""
        shown = char.char if char.char.isprintable() else f"U+{ord(char.char):04X}"
        lines.append(
            f"  {shown} {char.name.lower()}: {counted(char.n_entries, 'entry')}, as in line"
            f" {char.example.line}{left}"
        )
    lines.append(f"look wrong  {counted(len(found.suspects), 'entry')}")
    for reason, records in found.by_reason().items():
        lines.append(f"  {reason}: {len(records):,}")
        for record in records[:limit]:
            lines.append(f"    {record.written};{record.score} in line {record.line}")
        if len(records) > limit > 0:
            lines.append(f"    and {len(records) - limit:,} more")
    return "\n".join(lines)


def audit_json(found: Audit, limit: int) -> str:
    """The same as one JSON object."""
    return json.dumps(
        {
            "source": found.source,
            "encoding": found.encoding,
            "n_lines": found.n_lines,
            "n_entries": found.n_entries,
            "n_words": found.n_words,
            "n_banned": found.n_banned,
            "scores": {str(score): n for score, n in sorted(found.scores.items())},
            "median_score": found.median_score,
            "advice": found.advice,
            "n_duplicates": len(found.duplicates),
            "duplicates": [
                {"word": one.word, "entries": list(map(_record_data, one.records))}
                for one in found.duplicates[:limit]
            ],
            "characters": [
                {
                    "character": one.char,
                    "name": one.name,
                    "n_entries": one.n_entries,
                    "leaves_out": one.leaves_out,
                    "example": _record_data(one.example),
                }
                for one in found.characters[:limit]
            ],
            "suspects": {
                reason: {"n": len(some), "entries": list(map(_record_data, some[:limit]))}
                for reason, some in found.by_reason().items()
            },
        },
        ensure_ascii=False,
        indent=2,
    )


def _merge_json(taken: int, kept: int, conflicts: Iterable[Conflict]) -> str:
    rows = [
        {
            "word": one.word,
            **{
                name: None if record is None else _record_data(record)
                for name, record in one._asdict().items()
                if name != "word"
            },
        }
        for one in conflicts
    ]
    data = {"n_taken": taken, "n_kept": kept, "conflicts": rows}
    return json.dumps(data, ensure_ascii=False, indent=2)


def _record_data(record: Record) -> dict[str, Any]:
    line = {"line": record.line} if record.line else {}
    return {"written": record.written, "score": record.score, **line}


def _change_data(change: ListChange) -> dict[str, Any]:
    return {
        "change": change.kind.value,
        "word": change.word,
        "old": None if change.old is None else _record_data(change.old),
        "new": None if change.new is None else _record_data(change.new),
    }


def _counts(changes: Iterable[ListChange]) -> dict[str, int]:
    found: dict[str, int] = {}
    for change in changes:
        found[change.kind.value] = found.get(change.kind.value, 0) + 1
    return found


def json_array(rows: Iterable[Mapping[str, Any]]) -> str:
    """Objects as a JSON array, one a line."""
    texts = [json.dumps(row, ensure_ascii=False) for row in rows]
    return "[\n" + ",\n".join(texts) + "\n]" if texts else "[]"
