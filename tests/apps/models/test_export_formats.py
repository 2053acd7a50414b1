"""Files for solvers of every kind: as many solutions as fills, and the same best total."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from oracles import solver_files as files
from pysat.formula import WCNF
from support.matrix import Fills, fills_of, puzzles
from support.seeds import quick

import satcross as sx
from satcross.apps.models.solutions import decode_solution
from satcross.cnf.cardinality import AT_MOST_ONE, CARDINALITIES, Counting
from satcross.cnf.variants import read_problem
from satcross.encoding.decode import Decoder
from satcross.encoding.encode import encode
from satcross.model.consistency import arc_consistent
from satcross.tasks.cubes import cover
from satcross.tasks.export import export

PUZZLES = list(puzzles(whole=False))


def ids(puzzle: sx.Puzzle) -> str:
    return f"{'/'.join(puzzle.grid.lines())} {', '.join(rule.to_text() for rule in puzzle.rules)}"


def every_rule(turn: int) -> pytest.MarkDecorator:
    """Each puzzle, every other one as slow: in some formats the even ones, in some the odd ones."""
    cases = [
        pytest.param(puzzle, marks=[pytest.mark.slow] * ((number + turn) % 2))
        for number, puzzle in enumerate(PUZZLES)
    ]
    return pytest.mark.parametrize("puzzle", cases, ids=ids)


def in_turn(ways: Sequence[Any]) -> list[Any]:
    """For `parametrize`: each puzzle in one of some ways, and in the others as slow."""
    return [
        pytest.param(
            puzzle,
            way,
            id=f"{way}-{ids(puzzle)}",
            marks=[pytest.mark.slow] * bool((number - at) % len(ways)),
        )
        for number, puzzle in enumerate(PUZZLES)
        for at, way in enumerate(ways)
    ]


def best_total(puzzle: sx.Puzzle) -> int | None:
    """By brute force."""
    totals = [fill_of(puzzle, cells).score for cells in fills_of(puzzle)]
    return max(totals, default=None)


def fill_of(puzzle: sx.Puzzle, cells: tuple[str, ...]) -> sx.Fill:
    held = {at: puzzle.texts.index(cells[at]) for at in puzzle.cells_in_slots}
    return sx.Fill(puzzle, held)


def decoded(
    path: Path, models: Iterator[list[int]], *, check: bool = True
) -> list[tuple[tuple[str, ...], int | None]]:
    """The cells and the total of each model, by the file alone."""
    problem = read_problem(path)
    decoder = Decoder.from_comments(problem.comments)
    found = []
    for model in models:
        assignment = sx.Assignment.of(model, max(map(abs, model), default=0))
        assert not check or problem.first_falsified(assignment) is None
        total = None if problem.objective is None else problem.objective.total(assignment)
        found.append((decoder.decode(assignment).cells, total))
    return found


def require_fills(found: list[tuple[str, ...]], right: Fills) -> None:
    assert len(set(found)) == len(found)
    assert set(found) == right


@every_rule(1)
@pytest.mark.parametrize("suffix", ["wcnf", "pwcnf"])
def test_wcnf(puzzle: sx.Puzzle, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"puzzle.{suffix}"
    stats = export(puzzle, path)
    clauses = WCNF(from_file=str(path)).hard
    assert len(clauses) == stats.n_clauses or not fills_of(puzzle)
    found = decoded(path, files.projections(clauses, range(1, stats.n_letters + 1)))
    require_fills([cells for cells, _ in found], fills_of(puzzle))
    assert all(total == fill_of(puzzle, cells).score for cells, total in found)
    least = files.best_of_wcnf(str(path))
    best = best_total(puzzle)
    objective = read_problem(path).objective
    assert objective is not None
    assert (None if least is None else objective.best - least) == best


@every_rule(0)
def test_opb(puzzle: sx.Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.opb"
    stats = export(puzzle, path)
    read = files.read_opb(path.read_text(encoding="utf-8"))
    models = list(files.projections(read.clauses(), range(1, stats.n_letters + 1)))
    found = decoded(path, iter([[lit for lit in m if abs(lit) <= read.n_vars] for m in models]))
    require_fills([cells for cells, _ in found], fills_of(puzzle))
    objective = read_problem(path).objective
    assert objective is not None
    for model, (cells, total) in zip(models, found, strict=True):
        assert total == objective.best - read.cost(model) == fill_of(puzzle, cells).score
    assert max((total or 0 for _, total in found), default=None) == best_total(puzzle)


@every_rule(1)
def test_icnf(puzzle: sx.Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.icnf"
    stats = export(puzzle, path, n_cubes=4)
    lines = path.read_text(encoding="utf-8").splitlines()
    body = [line.split() for line in lines if not line.startswith("c")]
    assert body[0] == ["p", "inccnf"]
    cubes = [list(map(int, line[1:-1])) for line in body[1:] if line[0] == "a"]
    clauses = [list(map(int, line[:-1])) for line in body[1:] if line[0] != "a"]
    assert all(line[-1] == "0" for line in body[1:])
    assert len(clauses) == stats.n_clauses
    assert body[1 + len(clauses)][0] == "a"
    assert len(cubes) == max(1, len(cover(puzzle, 4)))
    letters = range(1, stats.n_letters + 1)
    models = [m for cube in cubes for m in files.projections(clauses, letters, cube)]
    require_fills([cells for cells, _ in decoded(path, iter(models))], fills_of(puzzle))
    assert [list(cube) for cube in read_problem(path).cubes] == cubes


@pytest.mark.parametrize("puzzle", quick(PUZZLES, 4), ids=ids)
def test_assumptions(puzzle: sx.Puzzle, tmp_path: Path) -> None:
    """Each line has the fills that hold its letters, by brute force."""
    path = tmp_path / "puzzle.icnf"
    cells = sorted(puzzle.cells_in_slots)[:2]
    one, two = cells[0], cells[-1]
    texts = puzzle.texts[:6]
    asked = [(one, a, two, b) for a in texts for b in texts[:3]]
    names = puzzle.grid.cell_name
    stats = export(
        puzzle, path, assume=[f"{names(c)}={a}, ~{names(d)}={b}" for c, a, d, b in asked]
    )
    problem = read_problem(path)
    letters = range(1, stats.n_letters + 1)
    for (c, a, d, b), cube in zip(asked, problem.cubes, strict=True):
        models = files.projections(list(problem.formula), letters, list(cube))
        right = {fill for fill in fills_of(puzzle) if fill[c] == a and fill[d] != b}
        assert {cells_ for cells_, _ in decoded(path, models)} == right


MODELS = ("scores.mzn", "scores.xml", "plain.mzn", "plain.xml")


@pytest.mark.parametrize(("puzzle", "name"), in_turn(MODELS))
def test_models(puzzle: sx.Puzzle, name: str, tmp_path: Path) -> None:
    scores, suffix = name.startswith("scores"), Path(name).suffix
    path = tmp_path / name
    export(puzzle, path, scores=scores)
    read = files.read_minizinc if suffix == ".mzn" else files.read_xcsp3
    csp = read(path.read_text(encoding="utf-8"))
    cells = sorted(puzzle.cells_in_slots)
    found = []
    for solution in csp.solutions():
        whole = list(puzzle.grid.cells)
        for number, cell in enumerate(cells):
            whole[cell] = puzzle.texts[solution[f"x[{number}]"]]
        found.append(tuple(whole))
        if csp.objective:
            assert csp.total(solution) == fill_of(puzzle, tuple(whole)).score
    require_fills(found, fills_of(puzzle))
    require_decoded(puzzle, path, [csp_codes(puzzle, cells_, cells) for cells_ in found[:2]])
    counted = {e for c in found for e in fill_of(puzzle, c).entries if e.counted is not None}
    assert bool(csp.objective) is (scores and bool(counted)) or not found


def csp_codes(puzzle: sx.Puzzle, texts: tuple[str, ...], cells: list[int]) -> list[int]:
    return [puzzle.texts.index(texts[cell]) for cell in cells]


def require_decoded(puzzle: sx.Puzzle, path: Path, solutions: list[list[int]]) -> None:
    """`decode` takes the fills, and of their neighbours those that are fills as well."""
    answer, right = path.with_suffix(".answer"), fills_of(puzzle)
    cells = sorted(puzzle.cells_in_slots)
    for codes in solutions:
        for at in range(-1, len(codes)):
            other = list(codes)
            if at >= 0:
                other[at] = (codes[at] + 1) % len(puzzle.texts)
            values = " ".join(map(str, other))
            if path.suffix == ".mzn":
                text = f"x = array1d(0..{len(codes) - 1}, [{values.replace(' ', ', ')}]);"
                text += "\n----------\n"
            else:
                names = " ".join(f"x[{number}]" for number in range(len(codes)))
                text = (
                    f"s SATISFIABLE\nv <instantiation>\nv \t<list>{names} </list>\n"
                    f"v \t<values>{values} </values>\nv </instantiation>\n"
                )
            answer.write_text(text, encoding="utf-8")
            whole = list(puzzle.grid.cells)
            for cell, code in zip(cells, other, strict=True):
                whole[cell] = puzzle.texts[code]
            if tuple(whole) in right:
                solution = decode_solution(path, answer)
                assert solution.grid is not None
                assert solution.grid.cells == tuple(whole)
                assert solution.total in (None, fill_of(puzzle, tuple(whole)).score)
            else:
                with pytest.raises(sx.DimacsError, match="does not satisfy the model"):
                    decode_solution(path, answer)


@pytest.mark.parametrize("puzzle", quick(PUZZLES, 4), ids=ids)
def test_minizinc_itself(puzzle: sx.Puzzle, tmp_path: Path) -> None:
    """What it prints is the grid, and the total."""
    if shutil.which("minizinc") is None or shutil.which("fzn-gecode") is None:
        pytest.skip("MiniZinc with Gecode is not installed")
    export(puzzle, tmp_path / "all.mzn", scores=False)
    export(puzzle, tmp_path / "best.mzn")
    printed = {}
    for name, options in (("all", ["-a"]), ("best", [])):
        command = ["minizinc", "--solver", "gecode", *options, str(tmp_path / f"{name}.mzn")]
        printed[name] = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    right = fills_of(puzzle)
    assert ("UNSATISFIABLE" in printed["all"]) is not bool(right)
    printed_ = [part.strip("\n") for part in re.split(r"-{10}|={10}", printed["all"])]
    named = range(puzzle.grid.size, len(puzzle.grid.cells))
    grids = [
        "\n".join(
            [*grid.lines(), *(f"{grid.cell_name(at)}={shown(grid.cells[at])}" for at in named)]
        )
        for grid in map(puzzle.grid.with_cells, right)
    ]
    if right:
        assert sorted(filter(None, printed_)) == sorted(grids)
        assert f"total {best_total(puzzle)}\n" in printed["best"]
    (tmp_path / "answer").write_text(printed["best"], encoding="utf-8")
    solution = decode_solution(tmp_path / "best.mzn", tmp_path / "answer")
    assert solution.total in (None, best_total(puzzle))
    assert not right if solution.grid is None else solution.grid.cells in right


def shown(text: str) -> str:
    return text if len(text) == 1 else f"[{text}]"


@every_rule(0)
def test_nnf(puzzle: sx.Puzzle, tmp_path: Path) -> None:
    """The models are the fills; the sentence is decomposable, deterministic and smooth."""
    store = sx.compile_fills(puzzle)
    if not isinstance(store, sx.Found):
        assert not fills_of(puzzle)
        return
    path, cnf = tmp_path / "puzzle.nnf", tmp_path / "puzzle.cnf"
    store.value.save(path)
    stats = export(puzzle, cnf)
    n_vars, models = files.read_nnf(path.read_text(encoding="utf-8"))
    assert n_vars == stats.n_letters
    require_fills([cells for cells, _ in decoded(cnf, iter(models), check=False)], fills_of(puzzle))


DETERMINED = {"pairwise", "seqcounter", "product", "commander"}


@pytest.mark.parametrize(("puzzle", "amo"), in_turn(list(AT_MOST_ONE)))
def test_every_way_to_say_at_most_one(puzzle: sx.Puzzle, amo: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.cnf"
    domains = arc_consistent(puzzle)
    if domains.emptied is not None or (domains.letters.sum(axis=1) <= 1).all():
        with pytest.raises(sx.OptionError, match="has no effect"):
            export(puzzle, path, amo=amo)
        return
    stats = export(puzzle, path, amo=amo)
    clauses = list(read_problem(path).formula)
    letters = range(1, stats.n_letters + 1)
    found = decoded(path, files.projections(clauses, letters))
    require_fills([cells for cells, _ in found], fills_of(puzzle))
    if amo in DETERMINED or not puzzle.pair_rules:
        every = range(1, stats.n_vars + 1)
        assert len(list(files.projections(clauses, every))) == len(found)


@pytest.mark.parametrize(("puzzle", "card"), in_turn(CARDINALITIES))
def test_every_way_to_count(puzzle: sx.Puzzle, card: str, tmp_path: Path) -> None:
    if not n_counts(puzzle):
        with pytest.raises(sx.OptionError, match="has no effect"):
            export(puzzle, tmp_path / "puzzle.cnf", card=card)
        return
    for suffix in (".cnf", ".opb"):
        path = tmp_path / f"puzzle{suffix}"
        stats = export(puzzle, path, card=card)
        if suffix == ".cnf":
            clauses = list(read_problem(path).formula)
            assert len(list(files.projections(clauses, range(1, stats.n_vars + 1)))) == len(
                fills_of(puzzle)
            )
        else:
            clauses = files.read_opb(path.read_text(encoding="utf-8")).clauses()
        models = list(files.projections(clauses, range(1, stats.n_letters + 1)))
        shown_ = iter([[lit for lit in model if abs(lit) <= stats.n_vars] for model in models])
        require_fills([cells for cells, _ in decoded(path, shown_)], fills_of(puzzle))


def n_counts(puzzle: sx.Puzzle) -> int:
    """How many of its conditions count literals."""
    counting = Counting()
    encode(puzzle, counting=counting)
    return counting.n_card


def test_some_rules_count() -> None:
    """So that the test above is not about nothing."""
    assert sum(map(bool, map(n_counts, PUZZLES))) >= 5
