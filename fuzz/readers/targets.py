"""The readers, each as a target: bytes in; a value out, or an InputError.

A target whose value can be written says how: what is written is then read again.
"""

from __future__ import annotations

import functools
import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.lists import lines_of_file, word_file
from satcross.apps.models.instance import read_instance
from satcross.apps.models.solutions import decode_solution
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.proofs.checker import check_proof
from satcross.apps.solving.html import html_of
from satcross.apps.store.store import FillStore
from satcross.apps.wordsearch.board import picture, sized
from satcross.cli import config
from satcross.cnf.dimacs import parse_formula, parse_output, write_flat
from satcross.cnf.formula import Formula
from satcross.cnf.variants import MINIZINC, XCSP3
from satcross.drawing.style import Page, Part
from satcross.encoding.decode import Decoder
from satcross.errors import GridError
from satcross.formats.reading import file_of, parse_crossword, sniffed
from satcross.formats.registry import NAMES, format_named
from satcross.kinds.codeword.puzzle import Codeword
from satcross.model.alphabet import LATIN
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.model.gridtext import decode_grid
from satcross.model.puzzle import Puzzle
from satcross.packed import pieces_of_file
from satcross.rules.constraint import Constraint
from satcross.tasks.export import export
from satcross.words import WordList
from satcross.words.alphabets import parse_alphabet
from satcross.words.patterns import parse_pattern
from satcross.words.phrases import phrase_letters

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "fuzz" / "corpus"
SOURCE = "input"  # what errors must name
MAX_BYTES = 1 << 30
_FEW_BYTES = 1 << 28  # for small files that say how large something is
_PROOF_LIMIT_S = 2.0
_SEPARATOR = b"\n--- proof ---\n"  # between the two files of a proof

Read = Callable[[bytes], Any]
Write = Callable[[Any], bytes]


@dataclass(frozen=True)
class Target:
    """One reader.

    Args:
        name: as in `--target`.
        read: what is tested; may raise an InputError.
        write: from a value back to bytes; None where nothing writes it.
        seeds: files to mutate, as patterns below the repository.
        texts: more inputs to mutate.
        tokens: what the mutator inserts.
        command: the arguments of `satcross` that read a file `{}`.
        suffix: of that file.
        made: more inputs, which are made when they are needed.
        max_bytes: of memory, for one input, beside what the process has at first.
    """

    name: str
    read: Read
    write: Write | None = None
    seeds: tuple[str, ...] = ()
    texts: tuple[bytes, ...] = ()
    tokens: tuple[bytes, ...] = ()
    command: tuple[str, ...] = ()
    suffix: str = ""
    made: Callable[[], Sequence[bytes]] = tuple
    max_bytes: int = MAX_BYTES

    def inputs(self) -> list[bytes]:
        """The inputs to mutate: good ones and bad ones, in a fixed order."""
        patterns = (*self.seeds, f"fuzz/corpus/{self.name}/*")
        paths = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
        files = (path.read_bytes() for path in paths if path.is_file())
        return [*files, *self.texts, *self.made()]


class _Folder:
    """A folder for readers that want files, removed at the end of the process."""

    _path: Path | None = None

    @classmethod
    def file(cls, data: bytes, suffix: str = "") -> Path:
        """A file of these bytes; the next one replaces it."""
        if cls._path is None:
            import atexit

            cls._path = Path(tempfile.mkdtemp(prefix="fuzz-"))
            atexit.register(shutil.rmtree, cls._path, ignore_errors=True)
        path = cls._path / f"{SOURCE}{suffix}"
        path.write_bytes(data)
        return path


def crossword_reader(name: str) -> tuple[Read, Write]:
    """How a format is read and written."""
    format_ = format_named(name)

    def read(data: bytes) -> Crossword:
        return parse_crossword(data, format_, SOURCE)

    def write(crossword: Crossword) -> bytes:
        return file_of(crossword, name, lossy=True).data

    return read, write


def _read_only(name: str) -> Read:
    """How a format is read that is not written: our own files, which are written, are read too."""
    read, ours = crossword_reader(name)[0], crossword_reader("satcross")[0]
    return lambda data: (ours if data.startswith(b'{\n "schema"') else read)(data)


_FILLS = (
    b'{"format":"satcross.fills/2","puzzle":{"alphabet":"AB","folds":[],"rows":1,"cols":2,"cells"'
    b':[".","."],"bars_right":[],"bars_below":[],"distinct":true,"min_length":2,"rebus":[],'
    b'"rules":[],"texts":["A","B"]},'
    b'"words":{"source":"words","digest":""},"parts":[{"cells":[0,1],"best":50,"n_layers":2}],'
    b'"scores":true,"arrays":{"words":[["ab",50],["ba",50]],"sizes":[1,2],"degrees":[2,1,1],'
    b'"letters":[0,1,1,0],"targets":[0,1,0,0],"losses":[0,0,0,0]}}',
)


def _fills(data: bytes) -> FillStore:
    """A store of a file; or of JSON, in which more can change before the digest is wrong."""
    from satcross.apps.store import file

    try:
        header = json.loads(data)
        lists = header.pop("arrays")
        arrays = {name: np.array(lists[name], kind) for name, kind in file.ARRAYS.items()
                  if name != "words"}  # fmt: skip
        arrays["words"] = file.as_array(lists["words"])
        packed = file.archive({**header, "digest": file.digest_of(header, arrays)}, arrays)
    except (ValueError, LookupError, TypeError, OverflowError, AttributeError, RecursionError):
        packed = data
    store = FillStore.from_bytes(packed, SOURCE)
    if store.n_fills:
        from fuzz.readers.continued import store_check

        store_check(packed)
    return store


def _state(data: bytes) -> list[str]:
    from fuzz.readers import continued

    return continued.state(data)


def _states() -> list[bytes]:
    from fuzz.readers import continued

    return continued.states()


def _ledger(data: bytes) -> str:
    from fuzz.readers import continued

    return continued.ledger(data)


def _ledgers() -> list[bytes]:
    from fuzz.readers import continued

    return continued.ledgers()


def _fills_text(store: FillStore) -> bytes:
    """The JSON that `_fills` reads."""
    from satcross.apps.store import file

    arrays = file.arrays_of(store.to_bytes())
    header = json.loads(arrays.pop("header").tobytes())
    lists = {name: array.tolist() for name, array in arrays.items()}
    lists["words"] = json.loads(arrays["words"].tobytes())
    return json.dumps({**header, "arrays": lists}).encode()


def _stores() -> list[bytes]:
    from fuzz.readers import continued

    return [_fills_text(store) for store in continued.stores() for _ in range(5)]


def _any_crossword(data: bytes) -> Crossword:
    return parse_crossword(data, format_named(sniffed(data)), SOURCE)


def _drawn(data: bytes) -> Crossword:
    """A puzzle of any kind, whose pages can be made."""
    crossword = _any_crossword(data)
    Codeword.of_crossword(crossword)
    html_of(crossword)
    for part in Part:
        sheets_of(crossword, part, page=Page.named("a4"))
    return crossword


def _own(crossword: Crossword) -> bytes:
    return file_of(crossword, "satcross", lossy=True).data


def _config(data: bytes) -> dict[str, Any]:
    return config.settings_of(SOURCE, data)


def _grid(data: bytes) -> Grid:
    return Grid.parse(decode_grid(data, SOURCE), source=SOURCE)


def _grid_text(grid: Grid) -> bytes:
    return crossword_reader("text")[1](crossword_of(grid))


def _hex(data: bytes) -> Grid:
    return Grid.from_hex(decode_grid(data, SOURCE).strip(), source=SOURCE)


def _words(alphabet: str) -> Read:
    def read(data: bytes) -> WordList:
        return WordList.load(_Folder.file(data), alphabet=parse_alphabet(alphabet))

    return read


def _word_lines(words: WordList) -> bytes:
    return "".join(f"{line}\n" for line in words.lines()).encode()


def _clues(data: bytes) -> ClueBook:
    return ClueBook.load(_Folder.file(data))


def _formula(data: bytes) -> tuple[Formula, tuple[str, ...]]:
    dump = parse_formula(data, source=SOURCE)
    return dump.formula, dump.comments


def _dimacs(value: tuple[Formula, tuple[str, ...]]) -> bytes:
    import io

    formula, comments = value
    out = io.BytesIO()
    for line in comments:
        out.write(f"c {' '.join(line.split())}\n".encode())
    if formula.n_vars > 1_000_000:  # the writer keeps the text of each variable
        return b""
    write_flat(out, formula.n_vars, [formula.flat])
    return out.getvalue()


def _answer(data: bytes) -> Any:
    return parse_output(data, 40, source=SOURCE)


def _model(data: bytes) -> Any:
    path = _Folder.file(data)
    return read_instance(path, XCSP3 if data.startswith(b"<") else MINIZINC)


def _solution(data: bytes) -> Any:
    """A solver's output for one of two small models."""
    path = _Folder.file(data)
    model = path.with_name("model")
    model.write_bytes(_models()[b"<instantiation" in data])
    return decode_solution(model, path)


@functools.cache
def _models() -> list[bytes]:
    """A small puzzle in MiniZinc and in XCSP3."""
    puzzle = Puzzle(Grid.parse("..#\n...\nA.."), WordList.from_words(["at", "ate", "tea", "eat"]))
    puzzle = puzzle.with_rule("at most 2 of 1A=AT, r2c2=E, 1D=ATE").with_rule("allow-repeats")
    made = []
    for suffix in (".mzn", ".xml"):
        path = _Folder.file(b"", suffix)
        export(puzzle, path)
        made.append(path.read_bytes())
    return made


def _proof(data: bytes) -> Any:
    cnf, _, proof = data.partition(_SEPARATOR)
    path = _Folder.file(cnf)
    other = path.with_name(f"{SOURCE}.drat")
    other.write_bytes(proof)
    return check_proof(path, other, time_limit_s=_PROOF_LIMIT_S)


def _comments(data: bytes) -> Any:
    return Decoder.from_comments(data.decode("utf-8", "replace").split("\n"), source=SOURCE)


def _packed(data: bytes) -> bytes:
    return b"".join(pieces_of_file(_Folder.file(data), GridError, limit=1 << 20))


_FLASHCARDS = (
    b'#separator:tab\n#html:true\n#guid column:1\nx1\t<b>perro</b>\t"dog&nbsp;[sound:a.mp3]"\n'
)


def _hidden_words(data: bytes) -> Any:
    path = _Folder.file(data)
    return word_file(lines_of_file(str(path)), alphabet=LATIN, source=SOURCE)


def _small_texts(data: bytes) -> Any:
    """The languages of single arguments: the first line says which."""
    kind, _, text = data.decode("utf-8", "surrogateescape").partition("\n")
    readers: Mapping[str, Callable[[str], Any]] = {
        "alphabet": parse_alphabet,
        "pattern": lambda line: parse_pattern(line, LATIN),
        "mask": lambda mask: picture(mask, source=SOURCE),
        "size": sized,
        "phrase": lambda line: phrase_letters(line, LATIN, source=SOURCE),
        "rebus": lambda line: Grid.parse(f"[{line}]", source=SOURCE),
    }
    if kind == "constraint":
        try:
            return Constraint.of_value(text)
        except ValueError:  # documented: the caller names the file
            return None
    return readers.get(kind, parse_alphabet)(text)


def _formats() -> Iterable[Target]:
    tokens = {
        "ipuz": (
            b'"puzzle":',
            b'"clues":',
            b'"style":',
            b'{"cell":0}',
            b'"#"',
            b"null",
            b"[[",
            b"ipuz(",
            b'"http://crosswordnexus.com/ipuz/coded#1"',
            b'"http://ipuz.org/crossword/diagramless#1"',
            b'"http://ipuz.org/acrostic#1"',
        ),
        "satcross": (
            b'"squares":',
            b'"clues":',
            b'"extras":',
            b"null",
            b'"\\ud800"',
            b'"kind":"acrostic"',
        ),
        "jpz": (
            b"coded>",
            b"acrostic>",
            b' type="clue"',
            b"<cell x=",
            b"<word id=",
            b"<clue ",
            b"<span>",
            b"&nbsp;",
            b"<![CDATA[",
            b"<!DOCTYPE a>",
            b'var CrosswordPuzzleData = "',
            b'\\"',
        ),
        "xd": (
            b"\n\n\n",
            b"## Clues\n",
            b"Rebus: 1=HEART\n",
            b"Special: circle\n",
            b"A1. ~ ",
            b"{/",
            b" ^Refs: ",
        ),
        "exolve": (
            b"exolve-grid:\n",
            b"exolve-across:\n",
            b"exolve-option: rebus-cells\n",
            b"exolve-width: ",
            b"1 ",
            b"(4) ",
            b"|_+@!*",
        ),
        "qxw": (
            b"\nSQ 0 0 1 0 8 A",
            b"\nSQSP 0 0 ffcc00 000000 0 1 0 0 000000",
            b"\nSQSPMK 0 0 0\n+\\o",
            b"\nSQLP 0 0 0 1 1 0 1 1 1",
            b"\nVL 0 0 1 1",
            b'\nSQCT 0 0 0 "AB"',
            b"\nALP 27 0 0 0\n+X\n+xY",
            b"\nEND\n",
        ),
        "puz": (b"GRBS", b"RTBL", b"LTIM", b"GEXT", b"RUSR", b"\0\0", b"ACROSS&DOWN"),
        "across-text": (
            b"<ACROSS PUZZLE V2>\n",
            b"<REBUS>\nMARK;\n",
            b"1:HEART:H\n",
            b"<ACROSS>\n",
            b"<DOWN>\n",
            b"<NOTEPAD>\n",
            b"\n\n",
            b"-.:",
        ),
        "text": (b"[", b"]", b"|", b"-", b"#", b"~", b".", b"\n"),
        "ruby-quiz": (b"# ", b"_ ", b"\n\n", b" "),
        "line": (b".", b"_", b"\n"),
        "hex": (b"g", b"h", b"F", b"0"),
    }
    folders = {
        "ipuz": "tests/apps/interchange/ipuz/corpus/*.ipuz",
        "jpz": "tests/apps/interchange/jpz/corpus/*.jpz",
        "puz": "tests/apps/interchange/puz/corpus/*.puz",
        "qxw": "tests/apps/interchange/qxw/corpus/*.qxw",
        "xd": "tests/apps/interchange/xd/corpus/*.xd",
        "across-text": "tests/apps/interchange/across_text/corpus/*.txt",
        "text": "tests/bad_inputs/files/*.grid",
    }
    texts = {
        "exolve": (
            b"exolve-begin\n exolve-width: 2\n exolve-height: 2\n exolve-grid:\n  A@B!\n  0|.\n"
            b" exolve-across:\n  1 Clue (2) x\n exolve-down:\n  1 <i>Clue</i>\nexolve-end\n",
            b"exolve-begin\nexolve-width: 2\nexolve-height: 1\nexolve-option: rebus-cells\n"
            b"exolve-grid:\nHEART A\nexolve-end\n",
        ),
        "ruby-quiz": (b"# _ A\n\n_ _ _\n\nB _ #\n", b"A B\n\n  C\n"),
        "line": (b"abc.e_g..\n",),
        "hex": (b"7\n", b"3EF9C5g\n"),
    }
    suffixes = {
        "satcross": ".json",
        "text": ".txt",
        "across-text": ".puz.txt",
        "ruby-quiz": "",
        "line": "",
        "hex": ".hex",
    }
    for name in NAMES:
        read, write = crossword_reader(name)
        yield Target(
            {"satcross": "json", "text": "grid-file"}.get(name, name),
            read,
            write,
            seeds=(folders[name],) if name in folders else (),
            texts=texts.get(name, ()),
            tokens=tokens[name],
            command=("convert", "{}", "out.json", "--from", name, "--lossy"),
            suffix=suffixes.get(name, f".{name}"),
        )


_LISTS = (
    b"CAT;50\nDOG;60\n",
    b"cat\ndog\nice cream\n",
    b'word,score,clue\n"ice cream",70,"Cold, and sweet"\nCAT,50,""\n',
    b'CAT\t70\tPet\nDOG\t50.5\n# remark\n\nTake physic, pomp\n"STOP," (4)\n',
    "Äpfel;50\nstraße;60\ncafé,40\n".encode("latin-1"),
    "\ufeffword\tscore\nnaïve\t7\n".encode(),
    "CAT;1\nŁÓDŹ;2\n".encode("utf-16"),
)
_CNF = (
    b"c satcross format 1\nc satcross alphabet AB\nc satcross grid ..\n"
    b"p cnf 4 3\n1 2 0\n-1 -2 0\n3 4 0\n",
    b"p cnf 3 2\n1 -2\n 0 3\t0\nc between\n%\n0\n",
    b"p cnf 0 0\n",
)
_ANSWERS = (
    b"c hello\ns SATISFIABLE\nv 1 -2 3\nv -4 0\n",
    b"SAT\n1 -2 3 0\n",
    b"s UNSATISFIABLE\n",
    b"INDET\n",
)
_PROOFS = (
    b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n" + _SEPARATOR + b"1 0\nd 1 2 0\n0\n",
    b"c a\np cnf 3 2\n1 2 3 0\n-1 0\n" + _SEPARATOR + b"c x\n2 3 0\n",
)
_SMALL = (
    b"alphabet\nlatin+digits",
    b"alphabet\nABC",
    b"pattern\n[^aeiou]*ing",
    b"pattern\nc?t",
    b"mask\n##.\n.##",
    b"size\n24x20",
    b"phrase\nIce cream, please",
    b"rebus\nHEART",
    b"constraint\n0 1 1A=CAT ~r2c1=Z cell=Q",
    b"alphabet\nrussian+\xd0\x81",
)
_NUMBERS = (b"0", b"-1", b"2147483648", b"9" * 5000, b"18446744073709551616", b"1e9", b"00007")

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target(
            "grid",
            _grid,
            _grid_text,
            seeds=("examples/*.txt", "tests/bad_inputs/files/*.grid"),
            texts=(b"A.|.-\n[HEART]#~\n...", b"7EF9C51EBF", "ÄÖ\n..".encode()),
            tokens=(
                b"[",
                b"]",
                b"|",
                b"-",
                b"#",
                b"~",
                b".",
                b"\n\n",
                b"\xc3\xa4",
                b"\xe2\x80\xa8",
            ),
            command=("count", "{}", "-w", "w.txt", "--time-limit", "0.5"),
        ),
        Target(
            "grid-hex",
            _hex,
            lambda grid: grid.to_hex().encode(),
            texts=(b"7", b"FDE3C7EF1FFF7EFFC07C7EE3EF1g", b"3EF9C51EBFg", b"F" * 16),
            tokens=(b"g", b"h", b"n", b"FFFF", b"0"),
        ),
        *_formats(),
        Target(
            "cfp",
            _read_only("cfp"),
            _own,
            texts=(
                b'<CROSSFIRE><TITLE>a</TITLE><GRID width="2">\nA@\n.C\n</GRID><CIRCLES>0</CIRCLES>'
                b'<REBUSES><REBUS display="1" input="@" letters="ab"/></REBUSES><WORDS>'
                b'<WORD dir="ACROSS" id="0" num="1">a &lt;i&gt;</WORD></WORDS></CROSSFIRE>',
            ),
            tokens=(b"<WORD>", b"</WORD>", b"<GRID>", b' num="', b"&lt;b&gt;", b",-1", b"\n"),
            command=("convert", "{}", "out.json", "--from", "cfp"),
            suffix=".cfp",
        ),
        Target(
            "rows-garden",
            _read_only("rows-garden"),
            _own,
            texts=(
                b"title: a\nrows:\n- - clue: *b*\n    answer: VERGES\n- - clue: c\n"
                b"    answer: REPEAL\n  - clue:\n    answer: RECREATED\n"
                b"- - answer: SUPERSEDE\n  - answer: DECALS\n- - answer: WESTIE\n"
                b"light:\n- answer: SUPPER\n- answer: RECEDE\n- answer: SLATED\n"
                b"medium:\n- answer: REVEAL\n- answer: GREASE\n"
                b"dark:\n- answer: SEWERS\n- answer: DECEIT\n",
            ),
            tokens=(b"- - ", b"- ", b"rows:\n", b"dark:\n", b"clue: ", b"answer: ", b"**", b"\n"),
            command=("convert", "{}", "out.json", "--from", "rows-garden"),
            suffix=".rg",
        ),
        Target(
            "any",
            _any_crossword,
            _own,
            seeds=(
                "tests/apps/interchange/*/corpus/*.ipuz",
                "tests/apps/interchange/*/corpus/*.jpz",
                "tests/apps/interchange/*/corpus/*.xd",
                "tests/apps/interchange/*/corpus/*.puz",
            ),
            command=("check", "{}"),
        ),
        Target(
            "kinds",
            _drawn,
            _own,
            seeds=tuple(
                f"tests/apps/interchange/*/corpus/{name}"
                for name in ("acrostic*z", "coded*z", "diagramless*z", "fill*z")
            ),
            command=("codeword", "--solve", "{}"),
        ),
        Target(
            "words",
            _words("latin"),
            _word_lines,
            seeds=("tests/bad_inputs/files/*.dict*",),
            texts=_LISTS,
            tokens=(b";", b"\t", b",", b'"', b'""', b"#", b"(3,4)", b"\r\n", b"word;score\n"),
            command=("words", "stats", "-w", "{}"),
        ),
        Target(
            "words-german",
            _words("german+digits"),
            _word_lines,
            texts=_LISTS,
            tokens=(b"\xc3\x84", b"\xc3\x9f", b"\xcc\x88", b";", b"\t"),
        ),
        Target(
            "clues",
            _clues,
            lambda book: book.text().encode(),
            texts=(
                b"CAT\tPet\nDOG\t70\tBarker\n",
                b'word,clue\nCAT,"Pet, ""small"""\n',
                b"CAT;Pet; it purrs\n# x\n",
                *_LISTS,
            ),
            tokens=(b"\t", b";", b'"', b'""', b"clue", b"\r", b"word\tclue\n"),
            command=("clues", "g.txt", "-c", "{}"),
        ),
        Target(
            "hidden-words",
            _hidden_words,
            texts=(*_LISTS, _FLASHCARDS),
            seeds=("tests/apps/clues/corpus/*.xlsx", "tests/apps/clues/corpus/*.ods"),
            tokens=(b"#", b"\n", b" ", b"&nbsp;", b"[sound:", b"<b>", b"#separator:"),
            command=("wordsearch", "{}", "--time-limit", "0.5"),
        ),
        Target(
            "config",
            _config,
            texts=(
                b'words = ["a.txt"]\nexclude = "b"\nmin-score = 3\n',
                b'page = "a4"\ncolumns = 2\nnumbers = true\nalphabet = "latin"\n',
                b"min-score = -1\n",
            ),
            tokens=(
                b"=",
                b"[",
                b"]",
                b'"',
                b"\n",
                b"words",
                b"true",
                b"[tool.satcross]",
                *_NUMBERS,
            ),
        ),
        Target(
            "dimacs",
            _formula,
            _dimacs,
            seeds=("tests/bad_inputs/files/*.cnf",),
            texts=_CNF,
            tokens=(b"p cnf ", b"\nc ", b" 0\n", b"%", b"-", b"\r\n", *_NUMBERS),
            command=("decode", "{}", "good.answer"),
        ),
        Target(
            "solver-output",
            _answer,
            seeds=("tests/bad_inputs/files/*.answer",),
            texts=_ANSWERS,
            tokens=(b"v ", b"s SATISFIABLE\n", b" 0\n", b"SAT\n", b"s UNKNOWN\n", *_NUMBERS),
            command=("decode", "good.cnf", "{}"),
        ),
        Target(
            "model",
            _model,
            made=_models,
            tokens=(b"constraint ", b"x[", b"];\n", b"<args> ", b"<!-- satcross ", *_NUMBERS),
        ),
        Target(
            "solution",
            _solution,
            texts=(
                b"AT#\nTEA\nATE\ntotal 4\n----------\n==========\n",
                b"x = array1d(0..7, [0, 19, 19, 4, 0, 0, 19, 4]);\n----------\n",
                b'{"x" : [0, 19, 19, 4, 0, 0, 19, 4]}\n----------\n',
                b"=====UNSATISFIABLE=====\n",
                b"s SATISFIABLE\nv <instantiation> <list> x[] </list>\n"
                b"v <values> 0 19x2 4 0x2 19 4 </values> </instantiation>\n",
                b"s UNKNOWN\n<instantiation\n",
            ),
            tokens=(b"v ", b"x[", b"<values>", b"*", b"----------\n", b"[AB]", b"% ", *_NUMBERS),
        ),
        Target(
            "comments",
            _comments,
            seeds=("tests/bad_inputs/files/good.cnf",),
            texts=(
                b"satcross format 1\nsatcross alphabet AB\n"
                b"satcross grid ..\nsatcross letter 1 r1c1=A",
            ),
            tokens=(
                b"satcross ",
                b"letter 1 r1c1=A\n",
                b"constraint 0 1 1A=CAT\n",
                b"grid ..\n",
                *_NUMBERS,
            ),
        ),
        Target(
            "proof",
            _proof,
            texts=_PROOFS,
            tokens=(b"d ", b" 0\n", b"p cnf ", b"\0", b"c", *_NUMBERS),
        ),
        Target(
            "fills",
            _fills,
            _fills_text,
            texts=_FILLS,
            tokens=(b"[", b"]", b",", b"[]", b"null", b'"r1c1=A"', b'"cells":', *_NUMBERS),
            command=("query", "{}"),
            made=_stores,
            max_bytes=_FEW_BYTES,
        ),
        Target(
            "state",
            _state,
            tokens=(b"[", b"]", b",", b"[0]", b"null", b"true", b'"search":', b"NaN", *_NUMBERS),
            made=_states,
            max_bytes=_FEW_BYTES,
        ),
        Target(
            "ledger",
            _ledger,
            tokens=(b"[", b"]", b",", b'"000"', b'"done"', b'"open"', b"null", b"\0", *_NUMBERS),
            made=_ledgers,
            max_bytes=_FEW_BYTES,
        ),
        Target(
            "packed",
            _packed,
            seeds=(
                "tests/bad_inputs/files/*.gz",
                "tests/bad_inputs/files/*.xz",
                "tests/apps/interchange/jpz/corpus/gzipped.jpz",
            ),
        ),
        Target(
            "small-texts",
            _small_texts,
            texts=_SMALL,
            tokens=(b"+", b"[", b"]", b"^", b"*", b"?", b"x", b"latin", *_NUMBERS),
        ),
    )
}
