"""What solvers write: every form, with junk around it, and each defect."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satcross.cnf import dimacs, output
from satcross.cnf.dimacs import SolverStatus, parse_output
from satcross.errors import DimacsError

GOOD = {
    "competition": (b"s SATISFIABLE\nv 1 -2 3 0\n", [1, 3]),
    "several lines": (b"s SATISFIABLE\nv 1 -2\nv\nv 3 0\n", [1, 3]),
    "v first": (b"v 1 -2 3\nv 0\ns SATISFIABLE\n", [1, 3]),
    "junk around": (b"c vfoo\nreading 12 clauses\nv1\ns  x\nc s UNSATISFIABLE\n"
                    b"s SATISFIABLE\nv -1 3 0\nc done\nexit 10\n", [3]),
    "windows": (b"s SATISFIABLE\r\nv 1 -2 3 0\r\n", [1, 3]),
    "minisat": (b"SAT\n1 -2 3 0\n", [1, 3]),
    "minisat, no line end": (b"SAT\n1 -2 3 0", [1, 3]),
    "no variables": (b"s SATISFIABLE\nv 0\n", []),
    "said twice": (b"s SATISFIABLE\nv 1 0\ns SATISFIABLE\n", [1]),
}  # fmt: skip


@pytest.mark.parametrize(("data", "true"), GOOD.values(), ids=GOOD)
def test_assignments(data: bytes, true: list[int]) -> None:
    verdict, assignment = parse_output(data, 3)
    assert verdict is SolverStatus.SATISFIABLE
    assert assignment is not None
    assert assignment.n_vars == 3
    assert assignment.true_variables() == true


@pytest.mark.parametrize(
    ("data", "verdict"),
    [
        (b"c\ns UNSATISFIABLE\n", SolverStatus.UNSATISFIABLE),
        (b"UNSAT\n", SolverStatus.UNSATISFIABLE),
        (b"restarts: 1\nUNSATISFIABLE\n", SolverStatus.UNSATISFIABLE),
        (b"s UNKNOWN\n", SolverStatus.UNKNOWN),
        (b"INDET", SolverStatus.UNKNOWN),
        (b"INDETERMINATE\n", SolverStatus.UNKNOWN),
        (b"s INDETERMINATE\n", SolverStatus.UNKNOWN),
        (b"s TIMEOUT\n", SolverStatus.UNKNOWN),
        (b"TIMEOUT\n", SolverStatus.UNKNOWN),
        (b"c\nc UNKNOWN\nc\nc exit 0\n", SolverStatus.UNKNOWN),
        (b"c UNKNOWN\ns UNSATISFIABLE\n", SolverStatus.UNSATISFIABLE),
    ],
)
def test_other_answers(data: bytes, verdict: SolverStatus) -> None:
    assert parse_output(data, 3) == (verdict, None)


BAD = {
    "empty": (b"", r"x: holds no answer: no line"),
    "only comments": (b"c s SATISFIABLE\nfoo\n", r"x: holds no answer"),
    "two answers": (b"s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", r"x:3: a second answer, UNSAT"),
    "no assignment": (b"SATISFIABLE\n", r"x: says SATISFIABLE but gives no assignment; have"),
    "unsat with values": (b"s UNSATISFIABLE\nv 1 0\n", r"x:2: UNSATISFIABLE, and yet"),
    "no 0": (b"s SATISFIABLE\nv 1\nv 3\n", r"x:3: the assignment lacks its 0; is the file cut"),
    "more after 0": (b"s SATISFIABLE\nv 1 0\nv 3 0\n", r"x:3: literals follow the assignment's 0"),
    "beyond": (b"s SATISFIABLE\nv 1\nv -4 0\n", r"x:3: variable 4 is beyond the formula's 3; is"),
    "both": (b"s SATISFIABLE\nv 1 2\nv -1 0\n", r"x:3: variable 1 is given both values"),
    "not a number": (b"s SATISFIABLE\nv 1 x2\nv 0\n", r"x:2: 'x2' is no literal"),
    "binary": (b"s SATISFIABLE\nv 1 \xff\x00 0\n", r"x:2: '\\xff\\x00' is no literal"),
}


def test_an_answer_without_a_0_that_has_all_variables_as_of_z3() -> None:
    verdict, assignment = parse_output(b"s SATISFIABLE\nv 1 -2 3 \n", 3)
    assert verdict.name == "SATISFIABLE"
    assert assignment is not None
    assert assignment.true_variables() == [1, 3]


@pytest.mark.parametrize(("data", "message"), BAD.values(), ids=BAD)
def test_bad_output(data: bytes, message: str) -> None:
    with pytest.raises(DimacsError, match="^" + message) as caught:
        parse_output(data, 3, source="x")
    assert "\n" not in str(caught.value)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_bytes(b"s SATISFIABLE\nv 1 -2 5 0\n")
    assert dimacs.read_assignment(path).true_variables() == [1, 5]
    assert dimacs.read_assignment(path).n_vars == 5
    with pytest.raises(DimacsError, match=r"out\.txt:2: variable 5 is beyond"):
        dimacs.read_assignment(path, 4)
    path.write_bytes(b"s UNSATISFIABLE\n")
    with pytest.raises(DimacsError, match=r"out\.txt: the solver's answer is UNSATISFIABLE"):
        dimacs.read_assignment(path)
    with pytest.raises(DimacsError, match="no such file"):
        dimacs.read_output(tmp_path / "none.txt")


@given(st.lists(st.booleans(), max_size=40), st.integers(1, 12))
def test_any_assignment_comes_back(values: list[bool], per_line: int) -> None:
    lits = [v if value else -v for v, value in enumerate(values, 1)]
    lines = [lits[i : i + per_line] for i in range(0, len(lits), per_line)]
    text = "".join(f"v {' '.join(map(str, line))}\n" for line in [*lines, [0]])
    verdict, assignment = parse_output(f"s SATISFIABLE\n{text}".encode(), len(values))
    assert verdict is SolverStatus.SATISFIABLE
    assert assignment is not None
    assert assignment.values[1:].tolist() == values


LINES = st.lists(
    st.sampled_from(
        [
            "s SATISFIABLE",
            "s UNKNOWN",
            "SAT",
            "v 1 -2",
            "v 3 0",
            "v",
            "1 2 0",
            "c x",
            "",
            "v 9",
            "v x",
        ]
    ),
    max_size=8,
)


@given(LINES, st.integers(1, 9), st.sampled_from([" ", " 1 1 1 1 1 1 1 1 1 1 "]))
def test_reading_does_not_depend_on_the_pieces(lines: list[str], size: int, more: str) -> None:
    text = "\n".join(lines).replace(" ", more)

    def read(piece: int) -> object:
        with mock.patch.multiple(output, PIECE=piece, MAX_LINE=max(16, piece)):
            try:
                verdict, assignment = parse_output(text.encode(), 4)
            except DimacsError as error:
                return str(error)
            return verdict, assignment and assignment.true_variables()

    # Of several faults another one may be found first, but none where there was none.
    one, whole = read(size), read(1 << 20)
    assert one == whole or (isinstance(one, str) and isinstance(whole, str))
