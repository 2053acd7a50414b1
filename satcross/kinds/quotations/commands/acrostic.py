"""`satcross acrostic`: answers with the letters of a quotation, whose initials spell its source."""

from __future__ import annotations

from functools import partial
from typing import Any

from satcross import Best, FormatError, Found
from satcross.commandline import (
    JSON,
    TEXT,
    About,
    CrosswordOutputOptions,
    GridSink,
    HelpPanel,
    Renderers,
    SearchOptions,
    WordListOptions,
    argument,
    command,
    declare,
    echo_err,
)
from satcross.kinds.quotations.acrostic import AcrosticMaker, AcrosticOptions
from satcross.kinds.quotations.answers import Acrostic
from satcross.kinds.quotations.commandline import (
    LACKS,
    LINES,
    SCHEMA,
    Quoted,
    read_quotations,
    write_each,
)

LACKING = "no acrostic"
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


declare(AcrosticOptions, "The acrostic")


@command(
    HelpPanel.PUZZLES,
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
    lines: bool = LINES,
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
    quoted = read_quotations(quote, words.alphabet, lines=lines)
    makers = []
    for one in quoted:
        makers.append(AcrosticMaker(one.quotation, wanted.source or one.source, words, wanted))
        if lines and not one.source:
            raise FormatError(
                f"{one.quotation.text[:40]!r} has no source", hint="write it before the quotation,"
                " and a tab after it", source=quote,
            )  # fmt: skip
    with out.open(len(quoted), about) as sink:
        return write_each(
            quoted, makers, search, sink, partial(_write, sink),
            lacks=LACKING, impossible=LACKING, give_up_s=GIVE_UP_S,
        )  # fmt: skip


def _write(sink: GridSink, one: Quoted, result: Found[Acrostic] | Best[Acrostic]) -> None:
    made = result.value
    grid = one.quotation.in_rows(made.width)
    shown: Renderers = {TEXT: f"{grid}\n\n{_listed(made)}", JSON: _data(made)}
    sink.write(grid, shown, crossword=made.crossword)
    scores = [score for score in made.scores if score is not None]
    mean = f", mean score {sum(scores) / len(scores):.0f}" if scores else ""
    stopped = f"; stopped: {result.reason}" if isinstance(result, Best) else ""
    with sink.view.hidden():
        echo_err(f"{len(made.answers)} answers{mean}{stopped}")


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
