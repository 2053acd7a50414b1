"""A puzzle as a file for solvers: DIMACS CNF and its relatives, MiniZinc, XCSP3."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from os import PathLike, fspath
from pathlib import PurePath

import numpy as np

from satcross import rooms
from satcross.checks import check_choice, check_integer, checked
from satcross.cnf import variants
from satcross.cnf.cardinality import AT_MOST_ONE, AUTO, CARDINALITIES, Counting
from satcross.cnf.variants import (
    CNF,
    CNFPLUS,
    GCNF,
    ICNF,
    MINIZINC,
    OPB,
    PWCNF,
    WCNF,
    XCSP3,
    Objective,
    Problem,
)
from satcross.encoding.encode import Encoding, encode
from satcross.errors import InputError, OptionError
from satcross.model.consistency import Domains, arc_consistent
from satcross.model.puzzle import Puzzle, PuzzleLike
from satcross.rules.constraint import Constraint
from satcross.rules.literals import Letter, literal_of, of_cell
from satcross.tasks.objective import FillValue
from satcross.words import WordsLike

PUZZLE = "json"
SUFFIXES: Mapping[str, str] = {
    CNF: ".cnf",
    CNFPLUS: ".cnf+",
    GCNF: ".gcnf",
    WCNF: ".wcnf",
    PWCNF: ".pwcnf",
    OPB: ".opb",
    ICNF: ".icnf",
    MINIZINC: ".mzn",
    XCSP3: ".xml",
    PUZZLE: ".json",
}
"""By format, the extension of its files. `PUZZLE` is `satcross.save_puzzle`, which `export` leaves
to it."""
_PACKED = (".gz", ".xz")
_WITH_TOTAL = (WCNF, PWCNF, OPB, MINIZINC, XCSP3)
_OF_CLAUSES = (CNF, CNFPLUS, WCNF, PWCNF, OPB, ICNF)
_WITH_SUMS = (CNFPLUS, OPB)
_PER_CENT = 100  # of a score, in weights
N_CUBES = 16


@dataclass(frozen=True, slots=True)
class ExportStats:
    """What was written.

    Args:
        n_vars: variables.
        n_letters: how many of them are letters, which come first; in a constraint model cells.
        n_clauses: clauses, or constraints.
        n_literals: literals in all clauses together; in a constraint model values in tables.
        n_clauses_by_constraint: clauses each constraint made.
        n_vars_by_kind: variables by what they say: "letter", "word", "path", "differ".
        n_slots_by_encoding: slots under "support", "dawg", or "given"; "table" in a constraint
            model.
        n_bytes: size of the file.
        encode_s: seconds to make the formula.
        write_s: seconds to write it.
    """

    n_vars: int
    n_letters: int
    n_clauses: int
    n_literals: int
    n_clauses_by_constraint: Mapping[str, int]
    n_vars_by_kind: Mapping[str, int]
    n_slots_by_encoding: Mapping[str, int]
    n_bytes: int
    encode_s: float
    write_s: float


@dataclass(frozen=True, slots=True)
class How:
    """What `export` is told beside the puzzle and the file; args: as there."""

    encoding: str = "auto"
    amo: str | None = None
    card: str | None = None
    scores: bool = True
    n_cubes: int | None = None
    assume: tuple[str, ...] = ()
    word_names: bool = False
    weights: bool = False
    crossings: bool = False


def format_of(path: str | PathLike[str], to: str | None = None) -> str:
    """The format to write.

    Args:
        path: of the file.
        to: its name; by default that of the file's extension.

    Raises:
        OptionError: there is no such format, or none with this extension.
    """
    if to is not None:
        if to not in SUFFIXES:
            known = ", ".join(SUFFIXES)
            raise OptionError(
                f"there is no format {to!r}", hint=f"choose one of {known}", parameter="to"
            )
        return to
    name = PurePath(fspath(path))
    plain = name.with_suffix("") if name.suffix.lower() in _PACKED else name
    for form, suffix in SUFFIXES.items():
        if plain.suffix.lower() == suffix and (form != PUZZLE or plain == name):
            return form
    if plain.suffix.lower() == ".nnf":
        hint = "`satcross compile` writes .nnf"
    elif plain.suffix.lower() == SUFFIXES[PUZZLE]:
        hint = "a puzzle is not compressed: name it .json"
    else:
        hint = f"name the file {', '.join(SUFFIXES.values())}, or use --to"
    raise OptionError(f"no format has the extension of {str(name)!r}", hint=hint)


def check_options(form: str, how: How) -> None:
    """Refuse options of `export` for which a format has no use.

    Raises:
        OptionError: there is one, or one has no such value.
    """
    unused = [
        ("encoding", "clauses for words in slots", how.encoding != "auto", _OF_CLAUSES),
        ("amo", "clauses that count", how.amo is not None, _OF_CLAUSES),
        ("card", "clauses that count", how.card is not None, _OF_CLAUSES),
        ("scores", "objective", not how.scores, _WITH_TOTAL),
        ("n_cubes", "cubes", how.n_cubes is not None, (ICNF,)),
        ("assume", "assumptions", bool(how.assume), (ICNF,)),
        ("word_names", "variables of words", how.word_names, (*_OF_CLAUSES, GCNF)),
        ("weights", "weights of literals", how.weights, (CNF,)),
        ("crossings", "groups", how.crossings, (GCNF,)),
    ]
    for option, wanted, is_given, forms in unused:
        if is_given and form not in forms:
            problem = f"the format {form} has no {wanted}"
            raise OptionError(problem, hint="leave it out", parameter=option)
    if how.amo is not None:
        check_choice(how.amo, tuple(AT_MOST_ONE), "amo")
    if how.card is not None:
        check_choice(how.card, CARDINALITIES, "card")
    if how.n_cubes is not None:
        check_integer(how.n_cubes, "n_cubes", at_least=1)
        if how.assume:
            problem = "does not go together with a number of cubes"
            raise OptionError(problem, hint="give one of them", parameter="assume")


@checked
def export(
    puzzle: PuzzleLike,
    path: str | PathLike[str],
    words: WordsLike | None = None,
    *,
    encoding: str = "auto",
    amo: str | None = None,
    card: str | None = None,
    scores: bool = True,
    n_cubes: int | None = None,
    assume: Sequence[str] = (),
    word_names: bool = False,
    weights: bool = False,
    crossings: bool = False,
) -> ExportStats:
    """Write a puzzle for solvers, with the comments that `decode` needs.

    Args:
        puzzle: a `Puzzle`, or a grid for one: a `Grid`, its text or its rows.
        path: of the file, which appears only when it is whole. Its extension is the format: `.cnf`,
            `.cnf+`, `.gcnf`, `.wcnf`, `.pwcnf`, `.opb`, `.icnf`, `.mzn` or `.xml`; `.gz` and `.xz`
            after it compress.
        words: for a grid: a `WordList`, words with or without scores, or the path of a file; the
            built-in list by default.
        encoding: of slots in formulas: "support", "dawg" or "auto".
        amo: how clauses say that at most one of some literals holds: "pairwise", "seqcounter",
            "product", "bitwise", "bimander" or "commander". By default pairs in cells and counters
            in rules (between entries); OPB has sums instead.
        card: how clauses of constraints count literals: "seqcounter", "totalizer" or "sortnetwrk".
            By default a counter; OPB has sums instead.
        scores: whether the objective is the best total, in the formats that have one: all but
            CNF and iCNF.
        n_cubes: of iCNF: number of cubes, or more; 16 by default.
        assume: of iCNF, instead of cubes: for each call of a solver the letters that it assumes, as
            in "r1c1=A, ~r2c2=E".
        word_names: whether comments of formulas name the variables of words, as "1A=CRANE"; those
            of letters are always named.
        weights: of CNF, for weighted model counting: the weight of a fill is the product of the
            scores of its words, in hundredths.
        crossings: of group CNF: whether each crossing is a group, too.

    Returns: sizes and seconds.

    Raises:
        OptionError: there is no such format or encoding, or the format has no use for an option.
        DimacsError: the file cannot be written.
    """
    given = (assume,) if isinstance(assume, str) else tuple(assume)
    how = How(encoding, amo, card, scores, n_cubes, given, word_names, weights, crossings)
    return export_as(format_of(path), Puzzle.of(puzzle, words), path, how)


def export_as(form: str, puzzle: Puzzle, path: str | PathLike[str], how: How) -> ExportStats:
    """The same in a format that the file's name need not tell."""
    if form == PUZZLE:
        raise OptionError(
            "a puzzle's own format is not for solvers", hint="call save_puzzle", parameter="path"
        )
    check_options(form, how)
    started = time.monotonic()
    domains = arc_consistent(puzzle)
    if form in variants.MODELS:
        models = rooms.only("models", "writes models", "write DIMACS", "to")
        stats: ExportStats = models.export_model(domains, path, form, how.scores, started)
        return stats
    problem, encoded = _grouped(puzzle, how) if form == GCNF else problem_of(domains, form, how)
    encoded_at = time.monotonic()
    n_bytes = variants.write_problem(problem, path)
    formula = encoded.formula
    return ExportStats(
        n_vars=formula.n_vars,
        n_letters=encoded.letters.n,
        n_clauses=formula.n_clauses + len(problem.at_least),
        n_literals=formula.n_literals + sum(len(literals) for literals, _ in problem.at_least),
        n_clauses_by_constraint={
            **encoded.n_clauses_by_constraint,
            **({"sums": len(problem.at_least)} if form in _WITH_SUMS else {}),
        },
        n_vars_by_kind=encoded.varmap.n_by_kind(),
        n_slots_by_encoding={
            name: encoded.chosen.count(name) for name in sorted(set(encoded.chosen))
        },
        n_bytes=n_bytes,
        encode_s=encoded_at - started,
        write_s=time.monotonic() - encoded_at,
    )


def problem_of(domains: Domains, form: str, how: How) -> tuple[Problem, Encoding]:
    """The formula of a puzzle in a format of clauses, and its encoding. Args: as for `export`."""
    value_of = FillValue(domains.puzzle, "total")
    has_total = (how.scores and form in _WITH_TOTAL) or how.weights
    counted = _slots_that_count(domains, value_of) if has_total else []
    counting = Counting(how.amo or AUTO, how.card or AUTO, is_native=form in _WITH_SUMS)
    encoded = encode(domains, encoding=how.encoding, by_word=counted, counting=counting)
    _require_effect("amo", how.amo, counting.n_amo, "at most one of several literals holds")
    _require_effect("card", how.card, counting.n_card, "a number of literals holds")
    comments = encoded.comments(word_names=how.word_names)
    if how.weights:
        # In the track without projection such lines have no place.
        shown = [line for line in comments if not line.startswith("p show")]
        comments = ["t wmc", *shown, *_weights(encoded, value_of)]
    problem = Problem(
        form,
        encoded.formula,
        tuple(comments),
        _objective(encoded, value_of, counted) if form in _WITH_TOTAL and how.scores else None,
        at_least=tuple(counting.sums),
        cubes=_cubes(encoded, how) if form == ICNF else (),
    )
    return problem, encoded


def _grouped(puzzle: Puzzle, how: How) -> tuple[Problem, Encoding]:
    from satcross.encoding.groups import grouped

    encoded, sizes = grouped(puzzle, crossings=how.crossings)
    names = [f"satcross group {number} {name}" for number, name in enumerate(sizes)]
    comments = (*encoded.comments(word_names=how.word_names), *names)
    return Problem(GCNF, encoded.formula, comments, groups=tuple(sizes.values())), encoded


def _weights(encoded: Encoding, value_of: FillValue) -> Iterator[str]:
    """Lines with the weights of word variables: a false one counts 1."""
    domains, puzzle = encoded.domains, encoded.puzzle
    found: dict[int, Decimal] = {}
    for slot, weight in zip(puzzle.slots, value_of.weights, strict=True):
        if not weight or domains.emptied is not None:
            continue
        words = domains.words[slot.index]
        first = encoded.first_word.get(slot.index)
        scores = puzzle.table(slot).scores[words].tolist()
        if first is None and len(words) > 1:
            raise _no_words(encoded.chosen[slot.index], "weights")
        for at, score in enumerate(scores):
            # Where one word is left, its first letter is as good as a variable of its own.
            code = int(domains.codes[slot.index][at][0])
            variable = encoded.letters.rows[slot.cells[0]][code] if first is None else first + at
            found[variable] = found.get(variable, Decimal(1)) * score / _PER_CENT
    for variable, value in found.items():
        yield f"p weight {variable} {value:f} 0"
        yield f"p weight -{variable} 1 0"


def _no_words(encoding: str, wanted: str) -> OptionError:
    return OptionError(
        f"{encoding} has no variables for words, which {wanted} need",
        hint=f"take the encoding support or auto, or leave out the {wanted}",
        parameter="encoding",
    )


def _require_effect(option: str, value: str | None, n: int, what: str) -> None:
    if value is not None and not n:
        problem = f"{value} has no effect: the puzzle nowhere says that {what}"
        raise OptionError(problem, hint="leave it out", parameter=option)


def _slots_that_count(domains: Domains, value_of: FillValue) -> list[int]:
    """The slots whose words have different scores, if they count."""
    table = value_of.puzzle.table
    return [
        slot.index
        for slot, weight in zip(value_of.puzzle.slots, value_of.weights, strict=True)
        if weight and len(set(table(slot).scores[domains.words[slot.index]].tolist())) > 1
    ]


def _objective(encoded: Encoding, value_of: FillValue, counted: list[int]) -> Objective:
    """What each word loses of the total that the best words of all slots would have."""
    domains, puzzle = encoded.domains, encoded.puzzle
    if domains.emptied is not None:
        nothing = np.empty(0, dtype=np.int64)
        return Objective(0, nothing, nothing)
    variables, losses = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for index in counted:
        if index not in encoded.first_word:
            raise _no_words(encoded.chosen[index], "scores")
        words = domains.words[index]
        scores = puzzle.table(puzzle.slots[index]).scores[words].astype(np.int64)
        lacking = scores.max() - scores
        lower = np.flatnonzero(lacking)
        variables.append(encoded.first_word[index] + lower)
        losses.append(lacking[lower])
    best = sum(value_of.best_values(domains))
    return Objective(best, np.concatenate(variables), np.concatenate(losses))


def _cubes(encoded: Encoding, how: How) -> tuple[list[int], ...]:
    """The letters of each cube; one without letters, where there is no cube at all."""
    from satcross.tasks.cubes import cover

    if how.assume:
        return tuple(_assumed(encoded, text) for text in how.assume)
    cubes = cover(encoded.puzzle, how.n_cubes or N_CUBES)
    return tuple(encoded.letters.literals(dict(cube.path)) for cube in cubes) or ([],)


def _assumed(encoded: Encoding, text: str) -> list[int]:
    """The literals of letters that are written as "r1c1=A, ~r2c2=E"."""
    puzzle = encoded.puzzle
    found: list[int] = []

    def bad(problem: str, hint: str) -> OptionError:
        return OptionError(problem, hint=hint, parameter="assume")

    for part in text.split(","):
        literal = of_cell(literal_of(part, "assume"), puzzle)
        if not isinstance(literal, Letter) or literal.cell is None:
            raise bad(f"{part.strip()!r} is not about one cell", "name it, as in r1c4=Q")
        try:
            Constraint((literal,)).bound_to(puzzle)
        except InputError as error:
            raise bad(error.problem, error.hint) from None
        codes = sorted(literal.codes(puzzle.listed.alphabet, puzzle.texts))
        row = encoded.letters.rows[puzzle.grid.position(literal.cell)]
        if literal.negated:
            found += [-row[code] for code in codes if row[code]]
        elif len(codes) > 1:
            raise bad(f"{part.strip()!r} allows several letters", "name one, or others with ~")
        else:
            # A letter without a variable is in no fill: no letter at all is as false as that.
            known = [variable for variable in row if variable]
            found += [row[codes[0]]] if row[codes[0]] else [-variable for variable in known]
    return found
