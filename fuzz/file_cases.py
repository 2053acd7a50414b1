"""A call of every command, for faults of files and streams: what it reads, and what it writes.

A command without a case here is called as in the first of its examples that names no output.

`OUT` in an argument stands for the folder that is written to, `IN` for the one with the inputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import typer

from satcross.cli.commands import find_inner
from satcross.cli.main import build_app
from satcross.cli.options.command import Command
from satcross.testing.commands import first_example

# Parameters of commands that take the name of a file, and only read it.
READ = {
    "quote", "rules_file", "files",
    "words", "exclude", "clues", "book", "theme_file", "mask", "forbid", "grid", "file", "source",
    "bonus", "cnf", "answer", "structure", "check", "decode", "from_", "like", "judge",
    "unlike", "against", "solution", "old", "new", "base", "ours", "theirs", "known", "list_",
}  # fmt: skip
# Commands that run until they are stopped. They write by `satcross.files` too, but for the history
# of a crossword, a file that grows by whole lines: tests/apps/workbench/test_history.py.
SERVERS = {"serve"}
# Commands whose output grows by whole lines or files and is continued:
# tests/apps/cluster/test_batch.py, tests/apps/sweep/test_instances.py,
# tests/apps/sweep/test_sweep.py and tests/apps/lists/test_list_keeping_cli.py.
GROWING = {"batch", "instances", "sweep", "words journal"}
# Folders of ledgers, which SQLite writes: tests/apps/cluster/test_runs.py.
LEDGERS = {("count", "state"), ("optimise", "state"), ("prove", "state")}
_INPUTS = {
    "words.txt": "COD\nARE\nBEN\nCAB\nORE\nDEN\n",
    "few.txt": "COD\nCAB\n",
    "quote.txt": "BAD COC\n",
    "none.txt": "CAT\nDOG\n",
    "grid.txt": "...\n...\n...\n",
    "filled.txt": "COD\nARE\nBEN\n",
    "numbers.txt": "1 2 3\n4 5 6\n7 6 8\n\n1=C\n",
    "clued.xd": "Title: Two\n\n\nAT\n\n\nA1. Near ~ AT\n",
    "cs50.txt": "___\n___\n___\n",
    "clues.tsv": "".join(f"{word}\tclue of {word}\n" for word in ("COD", "ARE", "CAB")),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A call of a command.

    Args:
        command: its name; of a group, with that of the command in it.
        arguments: what follows.
        files: the names of the files that it writes, relative to OUT.
        writes: the parameter that names them; "" if it only prints.
        folders: what must be in OUT before.
        code: the exit code.
    """

    command: str
    arguments: tuple[str, ...]
    files: tuple[str, ...] = ()
    writes: str = ""
    folders: tuple[str, ...] = ()
    code: int = 0

    @property
    def name(self) -> str:
        """The case for people."""
        return " ".join((self.command, *self.arguments))

    def argv(self, inputs: Path, out: Path) -> list[str]:
        """The arguments of the command line."""
        words = [*self.command.split(), *self.arguments]
        return [w.replace("OUT", str(out)).replace("IN/", f"{inputs}/") for w in words]


def _to_file(command: str, arguments: str, *outputs: str, code: int = 0) -> Iterator[Case]:
    """A case for each name after -o; with {} in it, there are two grids, else one."""
    for output in outputs:
        several = "{}" in output
        files = tuple(output.replace("{}", str(n)) for n in (1, 2)) if several else (output,)
        words = [*arguments.replace("#", "2" if several else "1").split(), "-o", f"OUT/{output}"]
        yield Case(command, tuple(words), files, "output", code=code)


def _printed(command: str, arguments: str, code: int = 0) -> Case:
    return Case(command, tuple(arguments.split()), code=code)


_WORDS = "-w IN/words.txt"
_SEARCH = "IN/few.txt 3x3 --level easy --no-forbid"
_PROOF = tuple(f"pf/{name}" for name in ("README.md", "puzzle.cnf", "proof.drat"))
_PROVE = ("IN/grid.txt", "-w", "IN/none.txt", "-o", "OUT/pf", "--force")
_CASES: tuple[Case, ...] = (
    *_to_file("fill", f"IN/grid.txt {_WORDS}", *(f"f.{x}" for x in (
        "txt", "puz.txt", "json", "ipuz", "puz", "jpz", "xd", "svg", "png", "pdf", "html",
    ))),
    *_to_file("fill", f"IN/grid.txt {_WORDS} -n 2", "f-{}.txt", "f-{}.ipuz"),
    *_to_file("fill", f"IN/grid.txt {_WORDS} --clues IN/clues.tsv", "f.ipuz"),
    _printed("fill", f"IN/grid.txt {_WORDS} --all"),
    _printed("fill", f"IN/grid.txt IN/filled.txt {_WORDS} --all --count-only"),
    *_to_file("fill", f"IN/grid.txt {_WORDS} --all", "f.csv"),
    _printed("optimise", f"IN/grid.txt {_WORDS} --goal total --all --min-total 2"),
    Case("fill", (*f"IN/grid.txt {_WORDS} --all".split(), "--state", "OUT/l"), ("l",), "state"),
    _printed("fill", "IN/grid.txt -w IN/none.txt", code=20),
    *_to_file("fill", f"IN/filled.txt {_WORDS} --free 1A+ --ban zoo", "f.json"),
    _printed("fill", f"IN/grid.txt {_WORDS} -n 2 --unlike IN/filled.txt --distinct auto"),
    _printed("fill", f"IN/filled.txt {_WORDS} --free 1A+ -n 2 --distinct 1A"),
    *_to_file("make", f"3x3 {_WORDS} --blocks 0", "m.txt", "m.ipuz"),
    *_to_file("theme", "5x5 --theme ABC --symmetry none --unpaired", "t.txt", "t.xd"),
    *_to_file("pattern", "4x4 --symmetry none -n 2", "p.txt", "p.hex", "p-{}.svg"),
    _printed("check", f"IN/filled.txt {_WORDS}"),
    _printed("check", "IN/filled.txt -w IN/none.txt", code=1),
    _printed("explain", "IN/grid.txt -w IN/none.txt", code=20),
    _printed("letters", f"IN/grid.txt {_WORDS}"),
    _printed("unique", f"IN/grid.txt {_WORDS}", code=1),
    *_to_file("optimise", f"IN/grid.txt {_WORDS}", "o.txt", "o.ipuz"),
    *_to_file("optimise", f"IN/grid.txt {_WORDS} -n #", "o-{}.ipuz"),
    _printed("count", f"IN/grid.txt {_WORDS}"),
    *_to_file("sample", f"IN/grid.txt {_WORDS} -n #", "s.txt", "s-{}.ipuz"),
    *_to_file("compile", f"IN/grid.txt {_WORDS}", "c.fills", "c.nnf"),
    *_to_file("arrowword", "5x5 -n #", "a.txt", "a-{}.ipuz"),
    *_to_file("codeword", f"IN/grid.txt {_WORDS} --any-letters -n #", "w.txt", "w-{}.ipuz"),
    *_to_file("codeword", f"IN/numbers.txt --solve {_WORDS} -n #", "s.jpz", "s-{}.ipuz"),
    *_to_file("diagramless", f"IN/grid.txt {_WORDS} -n #", "dl.txt", "dl-{}.json"),
    *_to_file("fillin", f"IN/grid.txt {_WORDS} -n #", "i.txt", "i-{}.json"),
    *_to_file("acrostic", f"IN/quote.txt {_WORDS} --source CC --length 1-9", "a.txt", "a.json"),
    *_to_file("quotefall", f"IN/quote.txt {_WORDS}", "q.txt", "q.pdf"),
    *_to_file("cryptogram", f"IN/quote.txt {_WORDS}", "c.txt", "c.html"),
    *_to_file("query", "IN/q.fills --sample #", "q.txt", "q-{}.ipuz"),
    *_to_file("query", "IN/q.fills --all", "q.csv"),
    _printed("query", "IN/q.fills --letters --format json"),
    Case("prove", _PROVE, _PROOF, "output"),
    Case("prove", _PROVE, _PROOF, "output", folders=("pf",)),
    _printed("prove", "--check IN/pf"),
    *(
        Case(
            command, ("IN/grid.txt", "-w", "IN/none.txt", "--certificate", "OUT/c"), ("c",),
            "certificate", code=20,
        )
        for command in ("fill", "unique", "letters", "optimise")
    ),
    _printed("verify", "IN/cert"),
    Case(
        "pattern", ("3x3", "--words", "7-", "--certificate", "OUT/c"), ("c",), "certificate",
        code=20,
    ),
    *_to_file(
        "export", f"IN/grid.txt {_WORDS} --stats",
        *("e.cnf", "e.cnf.gz", "e.cnf.xz", "e.wcnf", "e.opb", "e.icnf", "e.mzn", "e.xml"),
    ),
    _printed("decode", "IN/e.cnf IN/answer.txt"),
    _printed("words stats", _WORDS),
    _printed("words wordplay", f"cod {_WORDS}"),
    _printed("words query", f"c* {_WORDS}"),
    _printed("words why", "crossword nato"),
    *(
        Case(
            "words build", ("nl", "--from", "IN/words.txt", "--to", f"OUT/{name}"), (name,), "to"
        )
        for name in ("nl.dict", "nl.dict.gz")
    ),
    *(
        Case("words convert", (f"OUT/{name}", "-w", "IN/words.txt"), (name,), "out")
        for name in ("w.dict", "w.dict.gz", "w.dict.xz")
    ),
    _printed("words convert", f"- {_WORDS}"),
    _printed("words diff", "IN/none.txt IN/words.txt", code=1),
    _printed("words audit", "IN/words.txt"),
    *(
        Case(f"words {name}", (*files, f"OUT/{out}"), (out,), "out")
        for name, files, out in (
            ("merge", ("IN/none.txt", "IN/words.txt", "IN/words.txt"), "m.dict"),
            ("merge", ("IN/none.txt", "IN/words.txt", "IN/words.txt"), "m.dict.gz"),
            ("spaces", ("IN/words.txt", "--known", "IN/words.txt"), "s.dict"),
        )
    ),
    _printed("words merge", "IN/none.txt IN/words.txt IN/words.txt -"),
    _printed("words spaces", "IN/words.txt - --known IN/words.txt"),
    *(
        Case("convert", ("IN/filled.txt", f"OUT/{name}"), (name,), "target")
        for name in (
            *("c.ipuz", "c.puz", "c.jpz", "c.xml", "c.xd", "c.exolve", "c.qxw"),
            *("c.json", "c.txt"),
        )
    ),
    _printed("convert", "IN/filled.txt - --to puz"),
    *_to_file("clues", "IN/filled.txt --clues IN/clues.tsv", "c.ipuz"),
    *_to_file("clues", "IN/filled.txt --clues IN/clues.tsv --list", "c.puz"),
    *_to_file("render", "IN/filled.txt", "r.svg", "r.png", "r.pdf", "r.html", "r.zip", "r.docx"),
    *_to_file("render", "IN/filled.txt", "r.epub", "r.brf"),
    *_to_file("render", "IN/clued.xd --layout nyt", "nyt.pdf"),
    *_to_file("book", "IN/clued.xd IN/filled.txt", "book.pdf"),
    Case(
        "book", ("IN/clued.xd", "-o", "OUT/book.pdf", "--key", "OUT/key.pdf"),
        ("book.pdf", "key.pdf"), "key",
    ),
    Case("cs50", ("IN/cs50.txt", "IN/words.txt", "OUT/c.png"), ("c.png",), "output"),
    _printed("cs50", "IN/cs50.txt IN/none.txt", code=20),
    Case(
        "wordsearch", (*_SEARCH.split(), "-o", "OUT/search.txt"),
        ("solution.txt", "search.txt"), "output",
    ),
    _printed("wordsearch", "IN/clues.tsv 5x5 --show-clues --split --no-forbid"),
    *_to_file("wordsearch", f"{_SEARCH} -n #", "w.json", "w-{}.html", "w-{}.h5p"),
    *_to_file("freeform", "IN/few.txt", "f.txt", "f.ipuz"),
    *_to_file("densest", f"3x3 {_WORDS}", "d.txt", "d.puz"),
)  # fmt: skip


def _of_examples() -> Iterator[Case]:
    """Cases for commands without one."""
    known = {*(case.command for case in _CASES), *SERVERS, *GROWING}
    for name, command in commands():
        declared = find_inner(name.split())
        if name in known or not isinstance(declared, Command):
            continue
        words = first_example(declared)[len(name.split()) :]
        arguments = [f"IN/{word}" if word in _INPUTS else word for word in words]
        yield Case(name, tuple(arguments))
        if "output" in {parameter.name for parameter in command.params}:
            yield from _to_file(name, " ".join(arguments), "example.txt")


def make_inputs(
    folder: Path, *, alphabet: str = "latin", letters: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Write the files that the cases read.

    Args: alphabet: of all of them; letters: what is written for some letters.
    """
    from satcross.cli.main import main

    for name, text in _INPUTS.items():
        form = "[{}]" if name == "filled.txt" else "{}"
        written = text.translate({ord(old): form.format(new) for old, new in letters.items()})
        (folder / name).write_text(written, encoding="utf-8")
    grid = str(folder / "grid.txt")
    words, none = ["--alphabet", alphabet, "-w", str(folder / "words.txt")], folder / "none.txt"
    main(["export", grid, *words, "-o", str(folder / "e.cnf")])
    main(["compile", grid, *words, "-o", str(folder / "q.fills")])
    main(["prove", grid, *words[:-1], str(none), "-o", str(folder / "pf")])
    main(["fill", grid, *words[:-1], str(none), "--certificate", str(folder / "cert")])
    (folder / "answer.txt").write_text(_answer(folder / "e.cnf"), encoding="ascii")


def _answer(cnf: Path) -> str:
    from pysat.solvers import Solver

    from satcross.cnf.dimacs import read_formula

    with Solver("glucose4") as solver:
        clause: list[int] = []
        for literal in read_formula(cnf).formula.flat.tolist():
            if literal:
                clause.append(literal)
            else:
                solver.add_clause(clause)
                clause = []
        solver.solve()
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


def commands() -> Iterator[tuple[str, Any]]:
    """Every command of the command line, with its name; those of groups too."""
    yield from _commands(typer.main.get_command(build_app()), ())


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield " ".join(path), command
        return
    for name, child in inner.items():
        yield from _commands(child, (*path, name))


def file_parameters(command: Any) -> set[str]:
    """The parameters of a command that name files, whether it reads or writes them."""
    named: set[str] = set()
    for parameter in command.params:
        metavar = (getattr(parameter, "metavar", None) or "").strip("[]").upper()
        words = {"FILE", "DIR", "FOLDER", "PATH", "OUT", "OUTPUT", "TO", "FROM", "GRID"}
        is_path = "Path" in type(parameter.type).__name__
        if is_path or metavar in words or metavar.startswith("NAME."):
            named.add(parameter.name)
    return named


CASES = (*_CASES, *_of_examples())
