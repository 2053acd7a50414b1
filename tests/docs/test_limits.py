"""The page of limits: each row is accepted at its limit, and refused above it with its message."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import PIL.Image
import pytest
from support.spreadsheets import xlsx

from satcross import compile_fills, load_fills
from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.lists import word_file
from satcross.apps.clues.spreadsheets import lines_of_spreadsheet
from satcross.apps.construct.cli.theme import _from_file
from satcross.apps.freeform.layout import LayoutOptions, check_words
from satcross.apps.pictures.images import load_image
from satcross.apps.proofs.checker import check_proof
from satcross.apps.store.store import FillStore
from satcross.apps.wordsearch.board import rectangle
from satcross.boards import parse_board
from satcross.cli import config
from satcross.cli.commands.cs50 import read_structure
from satcross.cli.options.puzzle import rules_in_file
from satcross.cnf.dimacs import parse_formula, parse_output, read_formula, read_output
from satcross.cnf.variants import read_problem
from satcross.errors import InputError
from satcross.formats.reading import load_crossword
from satcross.kinds.quotations.commandline import read_quotations
from satcross.kinds.quotations.quotation import Quotation
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.cellnames import NamedCell
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.packed import pieces_of
from satcross.pattern.rules import PatternRules
from satcross.processes.child import Crew
from satcross.results import Found
from satcross.rules import rule_of_text
from satcross.rules.constraint import any_of, at_most, somewhere
from satcross.rules.regex import Regex
from satcross.rules.solution_word import SolutionWord
from satcross.tasks.objective import FillValue
from satcross.words import WordList

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "limits.md"
ROWS = {
    what: (limit, message)
    for what, limit, message in re.findall(
        r"^\| (.+?) \| (.+?) \| (.+?) \|$", PAGE.read_text(encoding="utf-8"), re.M
    )
    if limit not in ("limit", "---")
}


@dataclass(frozen=True)
class Case:
    """How a limit is tried out.

    Args:
        constant: the module and name of the number.
        use: reads an input of a size; raises InputError above the limit.
        small: the number that the constant gets in the test; None where it stays.
    """

    constant: str
    use: Callable[[int], object]
    small: int | None = None


def names() -> Iterator[str]:
    """Distinct words of letters."""
    return map("".join, product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=3))


def lines(size: int) -> str:
    return "\n".join(name for name, _ in zip(names(), range(size), strict=False)) + "\n"


def filled(head: str | bytes, size: int, fill: bytes = b" ") -> bytes:
    data = head.encode() if isinstance(head, str) else head
    return data + fill * (size - len(data))


def file(data: bytes | str, name: str = "input") -> Path:
    path = Path(name)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def proof(cnf: str, steps: str = "0\n") -> object:
    return check_proof(file(cnf, "puzzle.cnf"), file(steps, "apps.proofs.checker.drat"))


def crossword(data: bytes | str, name: str) -> object:
    return load_crossword(file(data, name)).crossword


def hexadecimal(side: int) -> object:
    n_digits, n_left = divmod(side * side, 4)
    return Grid.from_hex("F" * n_digits + "h" * bool(n_left))


def puzzle(rebus: Sequence[str]) -> object:
    return Puzzle(Grid.parse(".."), WordList.from_words(["AB"]), rebus=tuple(rebus))


def nested(depth: int) -> object:
    return rule_of_text("any of cell=A, (" * depth + "cell=B" + ")" * depth)


def xz(size: int) -> object:
    """An archive that needs half of an even size to unpack it, and a bit more than an odd one."""
    import lzma

    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": size if size % 2 else size >> 1}]
    data = lzma.compress(b"x", filters=filters)
    return list(pieces_of(io.BytesIO(data), "input", InputError, limit=9))


def comments(size: int) -> object:
    """A formula with comments of `size` bytes."""
    text = "c xxxxxxx\n" * (size // 9) + "c" * (size % 9 > 0) + " " * (size % 9 - 1) + "\n"
    return parse_formula(f"{text}p cnf 1 1\n1 0\n".encode())


def fills(size: int = 0, unpacked: int = 0) -> bytes:
    """A small store: a file of a size, or one that unpacks to a size."""
    result = compile_fills("..", ["ab", "ba"])
    assert isinstance(result, Found)
    out = io.BytesIO(result.value.to_bytes())
    with ZipFile(out, "a") as archive:
        n = sum(info.file_size for info in archive.infolist())
        if unpacked:
            archive.writestr("more", bytes(unpacked - n), ZIP_DEFLATED)
    # What stands before a ZIP is passed over.
    return bytes(max(0, size - len(out.getvalue()))) + out.getvalue()


def ipuz(marks: int, n_bytes: int = 0) -> object:
    """A file with a number of `[`, `{` and `,`."""
    head = (
        '{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"],'
        ' "puzzle": [[1]], "x": ['
    )
    more = marks - sum(map(head.count, "[{,"))
    text = head + ",".join("1" * (more + 1)) + "]}"
    return crossword(filled(text, n_bytes), "input.ipuz")


JPZ = (
    '<crossword-compiler><rectangular-puzzle><crossword><grid width="1" height="1">'
    '<cell x="1" y="1" solution="A"/></grid></crossword></rectangular-puzzle>'
    "{}</crossword-compiler>"
)


def jpz_tags(n: int) -> object:
    bare = JPZ.count("<")
    return crossword(JPZ.format("<a/>" * (n - bare)), "input.jpz")


def jpz_files(n: int) -> object:
    with ZipFile("input.jpz", "w") as archive:
        archive.writestr("a.jpz", JPZ.format(""))
        for number in range(n - 1):
            archive.writestr(f"{number}.txt", "")
    return load_crossword("input.jpz")


PUZ = Path(__file__).parents[1] / "apps" / "interchange" / "puz" / "corpus"
LETTERS = "".join(map(chr, [*range(0x4E00, 0xA000), *range(0xAC00, 0xD7A4)]))
WORD = "ABCD" * 50
CASES = {
    "cells in a row or column of a grid": Case(
        "model.marks.MAX_SIDE", lambda n: (Grid.parse("." * n), Grid.parse(".\n" * n))
    ),
    "letters in a cell": Case("model.gridtext.MAX_REBUS", lambda n: Grid.parse(f"[{WORD[:n]}].")),
    "text of a grid": Case("model.gridtext.MAX_TEXT", lambda n: Grid.parse(".." + " " * (n - 2))),
    "side of a hexadecimal pattern": Case("model.marks.MAX_SIDE", hexadecimal),
    "rows or columns of a block pattern to make": Case(
        "pattern.rules.MAX_PATTERN_SIDE", lambda n: PatternRules(60, n)
    ),
    "strings of `--rebus`": Case(
        "model.rebus.MAX_STRINGS",
        lambda n: puzzle([name for name, _ in zip(names(), range(n), strict=False)]),
    ),
    "cells beside the rectangle": Case(
        "model.cellnames.MAX_NAMED",
        lambda n: Puzzle("..", ["at"], rules=[f"cell h{i}" for i in range(n)]),
    ),
    "slots through a cell, without those that only a treatment leads there": Case(
        "model.puzzleslots.MAX_THROUGH",
        lambda n: Puzzle("..", ["at"], rules=[f"slot s{i}: r1c2 r1c1" for i in range(n - 1)]),
    ),
    "place of such a cell, in either direction": Case(
        "model.marks.MAX_SIDE", lambda n: NamedCell("a", (0, -n))
    ),
    "constraints within each other": Case("rules.constraint.MAX_DEPTH", nested),
    "literals of a constraint with others within": Case(
        "rules.constraint.MAX_WITHIN",
        lambda n: any_of(at_most(1, [somewhere("A")] * (n - 1)), somewhere("B")),
    ),
    "characters of a `regex` rule": Case("rules.regex.MAX_LENGTH", lambda n: Regex((), "t" * n)),
    "letters of a string of `--rebus`": Case(
        "model.rebus.MAX_LETTERS", lambda n: puzzle([WORD[:n]])
    ),
    "bytes of a word list": Case(
        "words.files.WORDS.limit", lambda n: WordList.load(file(filled("cat\n", n))), 50
    ),
    "lines of a word list": Case(
        "words.files.WORDS.max_lines", lambda n: WordList.load(file("cat\n" * n)), 9
    ),
    "tabs, semicolons and commas of a word list": Case(
        "words.scan.MAX_SEPARATORS", lambda n: WordList.load(file("cat;" + ";" * (n - 1))), 9
    ),
    "letters of a word": Case("words.entries.MAX_LETTERS", lambda n: WordList.load(file(WORD[:n]))),
    "score of a word": Case("words.scales.Scale.MOST", lambda n: WordList.load(file(f"cat;{n}\n"))),
    "letters of an alphabet": Case("model.alphabet.MAX_LETTERS", lambda n: Alphabet(LETTERS[:n])),
    "characters of a letter": Case(
        "model.alphabet.Alphabet.MAX_LETTER_LENGTH", lambda n: Alphabet(["A" * n, "B"])
    ),
    "cells of a grid, times the letters of its alphabet": Case(
        "model.puzzle.MAX_CELL_LETTERS",
        lambda n: Puzzle(
            Grid.parse(".."),
            WordList.from_words([LETTERS[:2]], alphabet=Alphabet(LETTERS[: -(-n // 2)])),
        ),
        50,
    ),
    "bytes of a clue file": Case(
        "apps.clues.lines.CLUES.limit", lambda n: ClueBook.load(file(filled("cat\tPet\n", n))), 50
    ),
    "lines of a clue file": Case(
        "apps.clues.lines.CLUES.max_lines", lambda n: ClueBook.load(file("cat\tPet\n" * n)), 9
    ),
    "bytes of a file of a quotation": Case(
        "kinds.quotations.commandline.MAX_FILE",
        lambda n: read_quotations(str(file(b"a".rjust(n))), LATIN, lines=False),
        9,
    ),
    "letters of a quotation": Case(
        "kinds.quotations.quotation.MAX_LETTERS", lambda n: Quotation("a" * n), 9
    ),
    "squares in a row of a quotation": Case(
        "kinds.quotations.quotation.MAX_WIDTH", lambda n: Quotation("a b").in_rows(n)
    ),
    "bytes of the file of a picture": Case(
        "apps.pictures.images.MAX_BYTES",
        lambda n: load_image(Path(str(file(png(1).ljust(n, b"\0"))))),
        200,
    ),
    "pixels of a picture": Case(
        "apps.pictures.images.MAX_PIXELS", lambda n: load_image(Path(str(file(png(n))))), 9
    ),
    "memory to unpack `.xz`": Case("packed.XZ_MEMORY", xz, 1 << 24),
    "bytes of a crossword file": Case(
        "formats.reading.MAX_FILE",
        lambda n: crossword(filled("Title: x\n\n\nAB\nCD\n", n, b"\n"), "input.xd"),
        200,
    ),
    "bytes of a `.puz` file": Case(
        "apps.interchange.puz.layout.MAX_PUZ",
        lambda n: crossword(filled(next(PUZ.glob("*.puz")).read_bytes(), n, b"\0"), "input.puz"),
    ),
    "bytes of an `.ipuz` file": Case(
        "apps.interchange.ipuz.format.MAX_BYTES", lambda n: ipuz(50, n)
    ),
    "lists, objects and commas of an `.ipuz` or `.json` file": Case(
        "formats.jsontext.MAX_MARKS", ipuz
    ),
    "bytes of the XML of a `.jpz` file": Case(
        "apps.interchange.jpz.load.MAX_XML",
        lambda n: crossword(filled(JPZ.format(""), n), "input.jpz"),
    ),
    "tags of the XML of a `.jpz` file": Case("apps.interchange.jpz.load.MAX_TAGS", jpz_tags),
    "files in the archive of a `.jpz` file": Case(
        "apps.interchange.jpz.load.MAX_ENTRIES", jpz_files
    ),
    "bytes of an `.exolve` file": Case(
        "apps.interchange.exolve.lines.MAX_TEXT",
        lambda n: crossword(
            filled(
                "exolve-begin\nexolve-width: 1\nexolve-height: 1\nexolve-grid:\nA\nexolve-end\n", n
            ),
            "input.exolve",
        ),
    ),
    "bytes of a `.qxw` file": Case(
        "apps.interchange.qxw.lines.MAX_TEXT",
        lambda n: crossword(filled("#QXW2\nGP 0 1 1 1 0 0\nEND\n", n), "input.qxw"),
    ),
    "bytes of an `.xd` file": Case(
        "apps.interchange.xd.text.MAX_TEXT",
        lambda n: crossword(filled("Title: x\n\n\nAB\nCD\n", n, b" "), "input.xd"),
    ),
    "bytes of a file of `satcross compile`": Case(
        "apps.store.store.MAX_FILE", lambda n: load_fills(file(fills(n))), 4 << 20
    ),
    "bytes of its arrays, unpacked": Case(
        "apps.store.file.MAX_UNPACKED", lambda n: FillStore.from_bytes(fills(unpacked=n)), 4 << 20
    ),
    "bytes of a CNF file": Case(
        "cnf.dimacs.MAX_BYTES", lambda n: read_formula(file(filled("p cnf 1 1\n1 0\n", n))), 99
    ),
    "groups of a `.gcnf`": Case(
        "cnf.variants.MAX_GROUPS",
        lambda n: read_problem(file(f"p gcnf 1 1 {n}\n{{0}} 1 0\n", "a.gcnf")),
    ),
    "variables of a CNF file": Case(
        "cnf.dimacs.MAX_VARS", lambda n: parse_formula(f"p cnf {n} 1\n1 0\n".encode())
    ),
    "numbers in the clauses of a CNF file": Case(
        "cnf.dimacs.MAX_NUMBERS",
        lambda n: parse_formula(b"p cnf 1 1\n" + b"1 " * (n - 1) + b"0\n"),
        9,
    ),
    "comments of a CNF file": Case(
        "cnf.dimacs.MAX_COMMENTS", lambda n: parse_formula(b"c x\n" * n + b"p cnf 1 1\n1 0\n"), 9
    ),
    "bytes of the comments of a CNF file": Case("cnf.dimacs.MAX_COMMENT_BYTES", comments, 90),
    "bytes of a comment of a CNF file": Case(
        "cnf.dimacs.MAX_LINE",
        lambda n: parse_formula(filled("c ", n, b"x") + b"\np cnf 1 1\n1 0\n"),
    ),
    "bytes of a solver's output": Case(
        "cnf.output.MAX_BYTES", lambda n: read_output(file(filled("s UNSATISFIABLE\n", n))), 99
    ),
    "lines of a solver's output": Case(
        "cnf.output.MAX_LINES", lambda n: parse_output(b"s UNKNOWN" + b"\nc" * (n - 1)), 9
    ),
    "variables of a proof's formula": Case(
        "apps.proofs.checker.reading.MAX_VARS", lambda n: proof(f"p cnf {n} 1\n0\n"), 99
    ),
    "numbers in the clauses of a proof's formula": Case(
        "apps.proofs.checker.reading.MAX_NUMBERS",
        lambda n: proof(f"p cnf 1 1\n{'1 ' * (n - 1)}0\n"),
        9,
    ),
    "bytes of a packed proof or its formula, or of one from a pipe": Case(
        "apps.proofs.checker.check.MAX_HELD",
        lambda n: check_proof(
            file(gzip.compress(filled("p cnf 1 1\n1 0\n", n))),
            file("0\n", "apps.proofs.checker.drat"),
        ),
        99,
    ),
    "bytes of a line of a proof or its formula": Case(
        "apps.proofs.checker.reading.MAX_LINE",
        lambda n: proof(f"p cnf 1 1\n1 0{' ' * (n - 4)}\n"),
        99,
    ),
    "clauses that a proof keeps at a time": Case(
        "apps.proofs.checker.reading.MAX_KEPT",
        lambda n: proof(f"p cnf 3 {n}\n{'1 2 3 0 ' * n}\n"),
        9,
    ),
    "cells of a spreadsheet": Case(
        "apps.clues.spreadsheets.MAX_CELLS",
        lambda n: lines_of_spreadsheet(xlsx([["cat"]] * n), "input"),
        99,
    ),
    "words of a word search": Case(
        "apps.clues.lists.MAX_WORDS",
        lambda n: word_file(lines(n).split(), alphabet=LATIN, source="input"),
    ),
    "columns or rows of a word search": Case(
        "model.marks.MAX_SIDE", lambda n: (rectangle(n, 2), rectangle(2, n))
    ),
    "words of a freeform layout": Case(
        "apps.freeform.layout.MAX_WORDS", lambda n: check_words(lines(n).split(), LayoutOptions())
    ),
    "bytes of a theme file": Case(
        "apps.construct.cli.theme.MAX_FILE", lambda n: _from_file(file(filled("cat", n)), LATIN)
    ),
    "bars of a rule `board`": Case(
        "boards.MAX_BARS", lambda n: parse_board(f"torus; bars {'r1c1A ' * n}")
    ),
    "letters of a rule `solution-word`": Case(
        "rules.solution_word.MOST_LETTERS", lambda n: SolutionWord.letters_of("A" * n, LATIN)
    ),
    "keys of a rule `treatment`": Case(
        "apps.thematic.rules.treatment.MAX_KEYS",
        lambda n: rule_of_text(
            "treatment 1A: vigenere; key in k: "
            + ", ".join(f"K{chr(65 + at // 26)}{chr(65 + at % 26)}" for at in range(n))
        ),
    ),
    "bytes of a file of rules": Case(
        "cli.options.puzzle.MAX_RULES", lambda n: rules_in_file(file(filled("#", n)))
    ),
    "rules in a file of rules": Case(
        "cli.options.puzzle.MAX_RULE_LINES", lambda n: rules_in_file(file("~r1c1=A\n" * n))
    ),
    "bytes of a configuration file": Case(
        "cli.config._MAX_FILE", lambda n: config._bytes(str(file(filled("#", n, b"#")))), 99
    ),
    "bytes of a CS50 structure": Case(
        "cli.commands.cs50.MAX_BYTES", lambda n: read_structure(file(filled("__\n", n, b"\n"))), 99
    ),
    "`--slot-weight`": Case(
        "tasks.objective.MAX_WEIGHT",
        lambda n: FillValue(
            Puzzle(Grid.parse(".."), WordList.from_words(["AB"])),
            goal="lowest",
            slot_weights={"1A": n},
        ),
    ),
    "`--jobs`": Case("processes.child.Crew.MAX_SIZE", Crew.size_of),
}


def png(n_pixels: int) -> bytes:
    """A picture of one row."""
    out = io.BytesIO()
    PIL.Image.new("1", (n_pixels, 1)).save(out, "PNG")
    return out.getvalue()


def test_every_row_has_a_case_and_the_number_of_the_code() -> None:
    assert list(CASES) == list(ROWS)
    for what, case in CASES.items():
        text, unit = (*ROWS[what][0].split(" "), "")[:2]
        number = int(text.replace(",", "")) << (20 if unit == "MB" else 0)
        owner, name = _constant(case)
        assert getattr(owner, name) == number, what


def _constant(case: Case) -> tuple[Any, str]:
    """What has the number as an attribute, and the attribute's name."""
    where, _, name = case.constant.rpartition(".")
    if where.rpartition(".")[2][:1].isupper():
        where, _, owner = where.rpartition(".")
        return getattr(import_module(f"satcross.{where}"), owner), name
    return import_module(f"satcross.{where}"), name


@pytest.mark.parametrize("what", ROWS)
def test_a_limit_is_accepted_and_what_is_above_it_refused(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    case = CASES[what]
    owner, name = _constant(case)
    limit, message = getattr(owner, name), ROWS[what][1]
    if case.small is not None:
        _set(monkeypatch, case, owner, name)
        limit = case.small
        # The message has the number of the code, in its own unit.
        message = re.sub(r"\d[\d,]*", "", message)
    case.use(limit)
    with pytest.raises(InputError) as caught:
        case.use(limit + 1)
    told = str(caught.value)
    assert message in (re.sub(r"\d[\d,]*", "", told) if case.small is not None else told)


def _set(monkeypatch: pytest.MonkeyPatch, case: Case, owner: Any, name: str) -> None:
    if not isinstance(owner, tuple):
        monkeypatch.setattr(owner, name, case.small)
        return
    changed = owner._replace(**{name: case.small})  # type: ignore[attr-defined]
    readers = {"words.files.WORDS": "words.files", "apps.clues.lines.CLUES": "apps.clues.book"}
    kind = case.constant.rpartition(".")[0]
    module = import_module(f"satcross.{readers[kind]}")
    monkeypatch.setattr(module, kind.rpartition(".")[2], changed)
