"""`satcross pattern`: block patterns to a constructor's rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from satcross import (
    Answered,
    Best,
    Found,
    Grid,
    Impossible,
    PatternRules,
    Range,
    Reason,
    SolverOptions,
    Stopped,
    read_grid,
)
from satcross.apps.construct.cli.pattern import LACKS, PatternOptions, ScoringOptions, with_letters
from satcross.apps.construct.cli.pattern_rules import FEWEST
from satcross.apps.construct.cli.view import PatternOutputOptions, PatternPrinter, check_format
from satcross.apps.construct.patterns.alike import Alike
from satcross.commandline import (
    ExitCode,
    HelpPanel,
    SearchOptions,
    Shared,
    command,
    echo_err,
    exit_code,
    flag,
    option,
    run,
    say_certificate,
    why_stopped,
)
from satcross.extend import Deadline, Listed, counted

if TYPE_CHECKING:
    from satcross import Alphabet
    from satcross.apps.construct.patterns.estimate import Estimator

EXAMPLES = """\
Examples:
  satcross pattern 15x15                   as in American newspapers: --preset nyt
  satcross pattern 15x15 --preset none     half-turn symmetry, slots of 3 and more, all checked
  satcross pattern --preset nyt -n 10 --seed 7
  satcross pattern --preset nyt --words 72 --blocks 34 --slot 'A r3c1 15' --slot 'A r13c1 15'
  satcross pattern 15x15 --words 78 --blocks fewest
  satcross pattern 5x5 --all --alike exactly
  satcross pattern --preset nyt --best-of 50 -n 5        the five easiest to fill of fifty
  satcross pattern 15x15 --preset none --words 97- --certificate c   the proof that there is none
  satcross pattern --judge one.txt --judge two.txt       two grids, the easier first

Exit codes:
  0 found   20 proved that there is none   2 bad input   130 interrupted
  124 the time limit came first"""
EXCLUSIONS = """\
judge other:words|min_score|exclude|max_words|score|alphabet|format|output|title|author|lossy
  |progress: it judges existing grids, and makes none; leave out {other}
number all_: do not go together; give one of them
best_of all_: the best of all is not known before all are found; leave out --all, and give a large K
best_of blocks=fewest: the fewest blocks and the best of many are two aims; leave out one of
  --blocks fewest and --best-of
max_words !score|best_of|judge: it is for scoring; add --score or --best-of; --words limits the
  words of the grid, as in --words 0-72
words|min_score|exclude !score|best_of|judge: it is for scoring; add --score or --best-of
certificate best_of: it is of patterns that are listed, from the first on; leave out {pair}
certificate blocks=fewest number>1|all_: it is of one pattern with the fewest; leave out -n and
  --all, and list the others with --blocks N"""

_MANY = "How many"
NONE = "no pattern: proved: none obeys all these rules"


@command(
    HelpPanel.GRIDS,
    40,
    examples=EXAMPLES,
    exclusions=EXCLUSIONS,
    replaces=("like",),
    lacks=LACKS,
    guide="guide/patterns.md",
)
def pattern(
    wanted: PatternOptions,
    *,
    number: int | None = option("N", "Number of patterns.", "-n", panel=_MANY, at_least=1),
    all_: bool = flag("All patterns.", panel=_MANY),
    alike: Alike = option(
        "",
        "Which patterns count as the same: those with the same cells; also with across and down"
        " exchanged; or rotated and mirrored in any way.",
        default=Alike.TURNED,
        panel=_MANY,
    ),
    certificate: Path | None = Shared.CERTIFICATE,
    scoring: ScoringOptions,
    search: SearchOptions,
    out: PatternOutputOptions,
) -> int:
    """Make block patterns by rules: one, several, or all; or prove that there is none."""
    scoring.check_number(number)
    alphabet = scoring.choice().letters()
    estimator: Estimator | None = None
    if scoring.is_on:
        from satcross.apps.construct.patterns.estimate import Estimator

        estimator = Estimator(scoring.load())
        if scoring.judge is not None:
            return _estimate_grids(scoring.judge, alphabet, estimator, out)
    like = wanted.read_like(alphabet)
    rules = wanted.rules(like)
    check_format(out, rules.n_rows, rules.n_cols, rules.bars)
    n_wanted = None if all_ else number or 1
    with out.open(n_wanted) as sink:
        usual = wanted.usual_preset(like)
        if usual is not None:
            echo_err(f"rules of the preset {usual}; --preset none leaves them out")
        finder = _Finder(PatternPrinter(sink), search.solver(), alike, like, estimator, certificate)
        if wanted.blocks == FEWEST:
            return finder.fewest(rules, n_wanted, search.time_limit)
        return finder.patterns(rules, n_wanted, search.time_limit, scoring.best_of)


@dataclass(frozen=True, slots=True)
class _Finder:
    """What to print of the patterns that are found, and how.

    Args:
        printer: takes the patterns.
        options: of the search.
        alike: which patterns count as one.
        like: the grid whose letters go back into each pattern.
        estimator: for scores; None for none.
        certificate: a file for the proof of what is proved; None for none.
    """

    printer: PatternPrinter
    options: SolverOptions
    alike: Alike
    like: Grid | None
    estimator: Estimator | None
    certificate: Path | None

    def show(self, grid: Grid) -> None:
        """Print a pattern."""
        estimate = None if self.estimator is None else self.estimator(grid)
        self.printer(with_letters(grid, self.like), estimate)
        # Text of a grid has no place for some bars; files of ours and JSON have.
        if ";" in grid.board and self.printer.is_text:
            echo_err(f"the rule of this grid: board {grid.board}")

    def patterns(
        self,
        rules: PatternRules,
        n_wanted: int | None,
        limit: float | Deadline | None,
        best_of: int | None = None,
    ) -> int:
        """Find and print patterns; the exit code.

        Args: best_of: number of patterns to find; the `n_wanted` best are printed, best first.
        """
        from satcross.apps.construct.patterns.listing import Patterns

        found: list[Grid] = []

        def take(answered: Answered[Grid]) -> None:
            found.append(answered.value)
            if best_of is None:
                self.show(answered.value)

        n = best_of or n_wanted
        with Patterns(
            rules, self.options, limit=n, alike=self.alike, certificate=self.certificate
        ) as task:
            result = run(task, limit, self.printer.view, take)
        self.printer.view.close()
        n_shown = len(found)
        if best_of is not None:
            assert self.estimator is not None
            ease = {grid: self.estimator(grid).ease for grid in found}
            best = sorted(found, key=ease.__getitem__, reverse=True)[:n_wanted]
            n_shown = len(best)
            for grid in best:
                self.show(grid)
        match result:
            case Found(Listed(n_found, is_exhausted)):
                of = "" if n_shown == n_found else f"the best {n_shown} of "
                text = f"{of}{counted(n_found, 'pattern')}"
                if is_exhausted or n != 1:
                    echo_err(f"{text}; there {'are no' if is_exhausted else 'may be'} more")
            case Stopped():
                echo_err(f"{counted(len(found), 'pattern')}; {why_stopped(result)}")
            case Impossible():
                echo_err(NONE)
        say_certificate(task.certificate)
        return exit_code(result)

    def fewest(self, rules: PatternRules, n_wanted: int | None, time_limit_s: float | None) -> int:
        """Find and print patterns with the fewest blocks, one or several; the exit code."""
        from satcross.apps.construct.patterns.minimum import FewestBlocksTask

        deadline = Deadline.after(time_limit_s)
        with FewestBlocksTask(rules, self.options, certificate=self.certificate) as task:
            result = run(task, deadline, self.printer.view)
        walls = "bars" if rules.bars else "blocks"
        match result:
            case Impossible():
                echo_err(NONE)
            case Stopped():
                echo_err(why_stopped(result))
            case Best(grid, n, least, None):
                echo_err(f"{n} {walls}; proved: no pattern has fewer")
                if n_wanted != 1:
                    return self.patterns(replace(rules, n_blocks=Range(n, n)), n_wanted, deadline)
                self.show(grid)
            case Best(grid, n, least, Reason() as reason):
                self.show(grid)
                stopped = why_stopped(Stopped(reason))
                echo_err(f"{n} {walls}; at least {least} are needed; {stopped}")
        say_certificate(task.certificate)
        return exit_code(result)


def _estimate_grids(
    names: list[str], alphabet: Alphabet, estimator: Estimator, out: PatternOutputOptions
) -> int:
    """Print grids with their estimates, the best first."""
    scored = []
    for name in names:
        grid = read_grid(name, alphabet=alphabet)
        check_format(out, grid.n_rows, grid.n_cols, bool(grid.bars_right or grid.bars_below))
        scored.append((estimator(grid), name, grid))
    scored.sort(key=lambda each: each[0].ease, reverse=True)
    with out.open(len(scored)) as sink:
        printer = PatternPrinter(sink)
        for estimate, name, grid in scored:
            printer(grid, estimate, name)
    return ExitCode.OK
