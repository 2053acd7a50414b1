"""External solvers, by fakes that misbehave in every way, and by Debian's where installed."""

from __future__ import annotations

import itertools
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from support.processes import has_ended
from support.tasks import long_enough

from satcross.cnf import dimacs
from satcross.cnf.formula import Formula
from satcross.encoding.decode import Decoder, decode
from satcross.encoding.encode import Encoding, encode
from satcross.errors import DimacsError, OptionError, SolverError
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.external import CommandBackend, program_of
from satcross.solve.backends.registry import eager_session
from satcross.solve.backends.scramble import Scramble
from satcross.solve.protocol import Answer, Outcome, SolverOptions
from satcross.task import Deadline
from satcross.verification.crossword import verify
from satcross.words import WordList

FORMULA = Formula.of([[1, 2], [-1, 3]], n_vars=3)


def python(code: str, arguments: str = "{cnf}") -> str:
    """A command that runs a line of Python."""
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} {arguments}"


def ask(command: str, assumptions: tuple[int, ...] = (), limit_s: float | None = None) -> Answer:
    scramble = Scramble.identity(FORMULA.n_vars)
    session = EagerSession("fake", FORMULA, CommandBackend(command, seed=17), scramble)
    try:
        return session.solve(assumptions, deadline=Deadline.after(limit_s))
    finally:
        session.close()


SAT = "print('c hi\\ns SATISFIABLE\\nv -1 2\\nv 3 0')"


def test_it_reads_a_file_and_prints() -> None:
    code = (
        "import sys; t = open(sys.argv[1]).read();"
        "assert t == 'p cnf 3 4\\n1 2 0\\n-1 3 0\\n-3 0\\n2 0\\n', t;"
        "print('s SATISFIABLE\\nv -1 2 -3 0'); sys.exit(10)"
    )
    answer = ask(python(code), (-3, 2))
    assert answer.assignment is not None
    assert answer.assignment.true_variables() == [2]


def test_it_reads_standard_input() -> None:
    code = f"import sys; assert sys.stdin.read().startswith('p cnf 3 2\\n'); {SAT}"
    assert ask(python(code, "")).outcome is Outcome.SAT


def test_it_writes_a_file() -> None:
    code = "import sys; print('junk'); open(sys.argv[2], 'w').write('SAT\\n-1 2 3 0\\n')"
    assert ask(python(code, "{cnf} {out}")).outcome is Outcome.SAT
    with pytest.raises(SolverError, match=r"failed with exit code 0; it wrote no \{out\} file"):
        ask(python("pass", "{cnf} {out}"))


def test_the_seed_is_filled_in() -> None:
    code = f"import sys; assert sys.argv[2] == '--seed=17'; {SAT}"
    assert ask(python(code, "{cnf} --seed={seed}")).outcome is Outcome.SAT


def test_other_answers() -> None:
    unsat = "import sys; print('s UNSATISFIABLE'); sys.exit(20)"
    answer = ask(python(unsat), (1, -3))
    assert (answer.outcome, answer.core) == (Outcome.UNSAT, (1, -3))
    answer = ask(python("print('s UNKNOWN')"))
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.detail.endswith("gave up")


ABORTED = "exit code 3" if sys.platform == "win32" else "signal 6"
CANNOT_BE_RUN = "cannot be run: " + ("" if sys.platform == "win32" else "Permission denied")
FAILING = {
    "crash": ("import os; os.abort()", rf"failed with {ABORTED}"),
    "exit code": ("import sys; sys.exit('out of cheese')",
                  r"failed with exit code 1; it said: out of cheese"),
    "crash after an answer": (f"{SAT}; import os; os._exit(3)", r"failed with exit code 3"),
    "silence": ("pass", r"failed with exit code 0; .*holds no answer"),
    "garbage": ("import os; os.write(1, bytes(range(256)))", r"holds no answer"),
    "cut off": ("print('s SATISFIABLE\\nv 1 2')", r"lacks its 0"),
    "out of range": ("print('s SATISFIABLE\\nv 1 4 0')", r"variable 4 is beyond the formula's 3"),
    "code against word": (f"{SAT}; import sys; sys.exit(20)",
                          r"it said SATISFIABLE, against its exit code"),
    "wrong": ("print('s SATISFIABLE\\nv 1 2 -3 0')",
              r"fake said SATISFIABLE, but its assignment does not satisfy clause 2"),
}  # fmt: skip


@pytest.mark.parametrize(("code", "message"), FAILING.values(), ids=FAILING)
def test_failures(code: str, message: str) -> None:
    with pytest.raises(SolverError, match=message) as caught:
        ask(python(code))
    assert "\n" not in str(caught.value)


def test_an_assignment_against_an_assumption_is_wrong() -> None:
    with pytest.raises(SolverError, match="does not satisfy a clause that was added"):
        ask(python(SAT), (1,))


def test_missing_and_unusable_programs(tmp_path: Path) -> None:
    with pytest.raises(SolverError, match="there is no program 'no-such-solver'; install it"):
        ask("no-such-solver {cnf}")
    (tmp_path / "plain").write_text("no program")
    with pytest.raises(SolverError, match=CANNOT_BE_RUN):
        ask(f"{tmp_path}/plain {{cnf}}")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "the command is empty"),
        ("kissat 'x", "cannot be split: no closing quotation"),
        ("kissat {file}", r"\{file\} is not known; use \{cnf\}, \{out\} or \{seed\}"),
    ],
)
def test_bad_commands(command: str, message: str) -> None:
    with pytest.raises(OptionError, match=f"^solver_command: .*{message}"):
        program_of(command)


def test_there_is_no_shell(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    code = f"import sys; assert sys.argv[2:] == [';', 'touch', {str(mark)!r}]; {SAT}"
    assert ask(python(code, f"{{cnf}} ';' touch {mark}")).outcome is Outcome.SAT
    assert not mark.exists()


def test_the_deadline_kills_the_whole_family(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = (
        "import subprocess, sys, time; from pathlib import Path;"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(90)']);"
        f"Path({str(tmp_path / 'new')!r}).write_text(str(child.pid));"
        f"Path({str(tmp_path / 'new')!r}).rename({str(pid)!r}); time.sleep(90)"
    )
    answer = long_enough(
        lambda limit_s: ask(python(code), limit_s=limit_s), lambda _: pid.exists(), 0.7
    )
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.reason == "time limit"
    assert has_ended(int(pid.read_text(encoding="utf-8")))


def test_no_temporary_files_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ask(python(SAT))
    with pytest.raises(SolverError):
        ask(python("import os; os.abort()"))
    ask(python("import time; time.sleep(9)"), limit_s=0.1)
    assert list(tmp_path.iterdir()) == []


def encoding_of(name: str, grid: str = "...\n...\n...") -> Encoding:
    words = WordList.from_words("".join(w) for w in itertools.product("ABCD", repeat=3))
    return encode(Puzzle(Grid.parse(grid), words), encoding=name)


DEBIAN = {"minisat": "minisat {cnf} {out}", "cadical": "cadical -q {cnf}"}


@pytest.mark.parametrize("solver", DEBIAN)
@pytest.mark.parametrize("name", ["support", "dawg"])
def test_debians_solvers(solver: str, name: str, tmp_path: Path) -> None:
    if shutil.which(solver) is None:
        pytest.skip(f"{solver} is not installed")
    encoding = encoding_of(name)
    session = eager_session(encoding, SolverOptions(command=DEBIAN[solver], seed=4))
    answer = session.solve()
    session.close()
    assert answer.assignment is not None
    fill = decode(encoding, answer.assignment)
    assert verify(encoding.puzzle.grid, fill.grid, encoding.puzzle.words) == []

    # The long way: a file, a solver of its own accord, and a file back.
    import subprocess

    cnf, out = tmp_path / "p.cnf", tmp_path / "out.txt"
    dimacs.write(encoding, cnf)
    command: list[str | Path] = [solver, cnf, out] if solver == "minisat" else [solver, "-q", cnf]
    run = subprocess.run(command, capture_output=True, check=False)
    assert run.returncode == 10
    if solver == "cadical":
        out.write_bytes(run.stdout)
    dump = dimacs.read_formula(cnf)
    assignment = dimacs.read_assignment(out, dump.formula.n_vars)
    assert dump.formula.first_falsified(assignment) is None
    grid = Decoder.from_comments(dump.comments).decode(assignment)
    assert verify(encoding.puzzle.grid, grid, encoding.puzzle.words) == []
    assert grid == decode(encoding, assignment).grid


def test_decoding_by_comments_names_each_defect(tmp_path: Path) -> None:
    encoding = encoding_of("support", "..A#\n...#\n...#")
    comments = encoding.comments()
    letters = encoding.letters
    session = eager_session(encoding, SolverOptions(solver="minisat22"), in_process=True)
    assignment = session.solve().assignment
    session.close()
    assert assignment is not None
    good = Decoder.from_comments(comments).decode(assignment)
    assert good == decode(encoding, assignment).grid

    truth = bytearray(assignment.truth)
    first = assignment.true_variables()[0]
    truth[first] = 0
    with pytest.raises(
        DimacsError, match=r"^out: cell r1c1 holds no letter; check that it is the output"
    ):
        Decoder.from_comments(comments).decode(type(assignment)(bytes(truth)), source="out")
    truth[first] = 1
    truth[next(v for v in range(1, 5) if v != first)] = 1
    with pytest.raises(DimacsError, match=r"^out: cell r1c1 holds [A-D] and [A-D]; check"):
        Decoder.from_comments(comments).decode(type(assignment)(bytes(truth)), source="out")

    def without(word: str) -> list[str]:
        return [line for line in comments if not line.startswith(f"satcross {word}")]

    bad = {
        "has no satcross comments": ["p show 1 0"],
        "has comments of format 9": ["satcross format 9", *without("format")],
        "lacks the comment `satcross alphabet`": without("alphabet"),
        "lacks the comment `satcross grid`": without("grid"),
        "in no open cell: `satcross letter 1 1=A`": [*comments, "satcross letter 1 1=A"],
        "in no open cell: `satcross letter 1 r1c4=A`": [*comments, "satcross letter 1 r1c4=A"],
        "in no open cell: `satcross letter 1 r9c1=A`": [*comments, "satcross letter 1 r9c1=A"],
        "outside its alphabet": [*comments, "satcross letter 1 r1c1=é"],
    }
    for message, lines in bad.items():
        with pytest.raises(DimacsError, match=message):
            Decoder.from_comments(lines).decode(assignment)
    shown = [int(v) for line in comments if line.startswith("p show") for v in line.split()[2:-1]]
    assert shown == list(range(1, letters.n + 1))
    assert f"satcross digest {encoding.puzzle.words.digest}" in comments
