"""`satcross acrostic`: answers with the letters of a quotation, whose initials spell its source."""

from __future__ import annotations

import re
from typing import Any

from satcross.checks import whole_number
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import PUZZLES, argument, command, option, option_set
from satcross.cli.options.common import SearchOptions
from satcross.cli.options.puzzle import WordListOptions
from satcross.cli.output.grids import JSON, TEXT, About, CrosswordOutputOptions, GridSink, Renderers
from satcross.cli.quotations import LACKS, LINES, SCHEMA, Quoted, read_quotations
from satcross.cli.run import end, exit_code, run
from satcross.construct.acrostic import LENGTHS, Acrostic, AcrosticTask
from satcross.errors import FormatError, OptionError
from satcross.model.quotation import WIDTH
from satcross.results import Best, Found
from satcross.task import Deadline
from satcross.words import WordList

GIVE_UP_S = 30.0  # where no time limit is given

EXAMPLES = """\
Examples:
  satcross acrostic quote.txt --source 'Austen, Emma' -o acrostic.pdf
  satcross acrostic quote.txt --source 'Austen, Emma' --answer 1=Abbey --length 3-9
  satcross acrostic quote.txt --source 'Austen, Emma' --clues clues.tsv -o acrostic.html
  satcross acrostic quotes.tsv --lines -o 'acrostic-{}.pdf'    one of each line, after its source

Exit codes:
  0 made   20 proved impossible   2 bad input
  124 stopped by the time limit   130 interrupted"""
EXCLUSIONS = """\
lines source|answer: each line has a quotation of its own; leave out {pair}
!source !lines: no source is given; write --source TEXT, or --lines for a file that has sources"""


@option_set("The acrostic")
class AcrosticOptions:
    """What the answers are like."""

    source: str | None = option("TEXT", "What the initials of the answers spell.")
    lines: bool = LINES
    answer: list[str] | None = option(
        "N=WORD", "An answer that is wanted, by its number from 1. Can be repeated."
    )
    length: str = option("N-M", "Letters of an answer.", default="{}-{}".format(*LENGTHS))
    width: int = option("N", "Squares in a row of the quotation.", default=WIDTH)

    def answers(self) -> dict[int, str]:
        """By number. Raises OptionError."""
        found: dict[int, str] = {}
        for text in self.answer or ():
            number, _, word = text.partition("=")
            n = whole_number(number)
            if n is None or n in found or not word:
                raise OptionError(
                    f"must be a number, which is there once, and a word; got {text[:40]!r}",
                    hint="write --answer 3=HAMLET",
                    parameter="answer",
                )
            found[n] = word
        return found

    def lengths(self) -> tuple[int, int]:
        """The least and the most. Raises OptionError."""
        found = re.fullmatch(r"(\d{1,3})-(\d{1,3})", self.length, re.ASCII)
        if found is None:
            raise OptionError(
                f"must be two numbers, as in 4-12; got {self.length[:40]!r}", parameter="length"
            )
        return int(found[1]), int(found[2])


@command(
    PUZZLES,
    50,
    examples=EXAMPLES,
    exclusions=EXCLUSIONS,
    lacks=LACKS,
    guide="guide/quotations.md",
)
def acrostic(
    quote: str = argument("FILE", "A file of the quotation, or - for stdin."),
    *,
    wanted: AcrosticOptions,
    word_list: WordListOptions,
    search: SearchOptions,
    out: CrosswordOutputOptions,
) -> int:
    """Make an acrostic: answers that have the letters of a quotation, each once.

    Their initials spell its source. No answer is in the quotation, and no two are forms of one
    word. Each letter of an answer has its square in the quotation. Of the answers that are found
    those with high scores are chosen. Without --time-limit the search stops after 30 seconds.
    """
    words = word_list.load()
    about = About(alphabet=words.alphabet, seed=search.seed, drawing=out.drawing(unsolved=True))
    quoted = read_quotations(quote, words.alphabet, lines=wanted.lines)
    for one in quoted:
        one.quotation.in_rows(wanted.width)
        if wanted.lines and not one.source:
            raise FormatError(
                f"{one.quotation.text[:40]!r} has no source", hint="write it before the quotation,"
                " and a tab after it", source=quote,
            )  # fmt: skip
    deadline = Deadline.after(search.time_limit)
    code = exits.OK
    with out.open(len(quoted), about) as sink:
        for one in quoted:
            limit = deadline if search.time_limit else Deadline.after(GIVE_UP_S)
            code = max(code, _make(one, wanted, words, search, limit, sink))
            if code > exits.STOPPED or deadline.passed():
                break
    return code


def _make(
    one: Quoted,
    wanted: AcrosticOptions,
    words: WordList,
    search: SearchOptions,
    limit: Deadline,
    sink: GridSink,
) -> int:
    quotation = one.quotation
    with AcrosticTask(
        quotation, wanted.source or one.source, words, search.solver(),
        answers=wanted.answers(), lengths=wanted.lengths(),
    ) as task:  # fmt: skip
        result = run(task, limit, sink.view)
    if not isinstance(result, Found | Best):
        done = one.lacks("no acrostic") if one.line else ""
        return end(result, done, impossible=one.lacks("no acrostic"))
    made = result.value
    grid = quotation.in_rows(wanted.width)
    shown: Renderers = {TEXT: f"{grid}\n\n{_listed(made)}", JSON: _data(made)}
    sink.write(grid, shown, crossword=made.crossword(wanted.width))
    scores = [score for score in made.scores if score is not None]
    mean = f", mean score {sum(scores) / len(scores):.0f}" if scores else ""
    stopped = f"; stopped: {result.reason}" if isinstance(result, Best) else ""
    with sink.view.hidden():
        echo_err(f"{len(made.answers)} answers{mean}{stopped}")
    return exit_code(result)


def _listed(made: Acrostic) -> str:
    """A line for each answer: its label, its score, and its squares by number."""
    width = max(map(len, made.written))
    return "\n".join(
        f"{label:<2} {word:<{width}} {'-' if score is None else score:>4}"
        f"  {' '.join(str(at + 1) for at in places)}"
        for label, word, score, places in zip(
            made.labels, made.written, made.scores, made.places, strict=True
        )
    )


def _data(made: Acrostic) -> dict[str, Any]:
    """An acrostic for JSON: see docs/reference/json.md."""
    rows = zip(made.labels, made.answers, made.written, made.scores, made.places, strict=True)
    keys = "label", "answer", "written", "score", "squares"
    return {
        "schema": SCHEMA,
        "kind": "acrostic",
        "quotation": made.quotation.text,
        "source": made.source,
        "answers": [dict(zip(keys, row, strict=True)) for row in rows],
    }
