"""`satcross freeform`: a crossword of given words that cross, in a small box.

The JSON form is one object a line, schema `satcross.layout/1`:

- `schema`: that name.
- `number`: 1 for the first layout of the run.
- `grid`: the rows, as strings of letters and `~` where there is no cell.
- `n_rows`, `n_cols`, `area`: of the box.
- `least_area`: proved: as many words need so much; `proved`: whether the layout is the best.
- `words`: in the order of the list, each with `word`, `slot` ("3D"), `row` and `col` of its first
  letter (0-based) and `direction` ("A" or "D").
- `left_out`: words that are not there, each with `word` and `why` ("" where it is not plain).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satcross.cli import exits
from satcross.cli.options import (
    AlphabetOption,
    ProgressOption,
    SeedOption,
    TimeLimitOption,
    check_numbers,
    load_words,
)
from satcross.cli.progress import progress_view
from satcross.cli.publishing import JSON, TEXT, form_of, publish_crossword
from satcross.cli.sink import open_sink
from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.cli.sink import Sink
    from satcross.patterns.freeform import Layout, LayoutResult

LAYOUT_SCHEMA = "satcross.layout/1"

EXAMPLES = """\
Examples:
  satcross freeform words.txt
  satcross freeform words.txt -o puzzle.ipuz --title "Friends"
  satcross freeform words.txt --max-cols 15 --at-least 20 --seed 3
  satcross freeform few.txt --prove -n 5 --format json

Exit codes:
  0 found   20 proved impossible; the reason is told   2 bad input
  124 the time limit came before any layout, or before the proof that was asked for
  130 interrupted"""


def freeform(
    words: Annotated[
        Path,
        typer.Argument(metavar="WORDS", help="A word a line; - for stdin.", show_default=False),
    ],
    max_cols: Annotated[
        int | None, typer.Option(metavar="N", help="No more columns.", rich_help_panel="Box")
    ] = None,
    max_rows: Annotated[
        int | None, typer.Option(metavar="N", help="No more rows.", rich_help_panel="Box")
    ] = None,
    at_least: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="So many words must be placed, and as many as can be. Default: all.",
            show_default=False,
            rich_help_panel="Box",
        ),
    ] = None,
    prove: Annotated[
        bool | None,
        typer.Option(
            "--prove/--no-prove",
            help="Search on until no smaller box is possible. Default: for up to 8 words.",
            show_default=False,
            rich_help_panel="Search",
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Rounds of the local search: more of them, smaller boxes.",
            show_default=False,
            rich_help_panel="Search",
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("-n", "--number", metavar="N", help="So many different layouts.")
    ] = 1,
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    alphabet: AlphabetOption = "latin",
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORM",
            help="text, json, or a crossword file or picture. Default: what -o is called, or text.",
            rich_help_panel="Output",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write here instead of to stdout. Several files or pictures need {} in the name"
            " for their number.",
            rich_help_panel="Output",
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", rich_help_panel="Output", help="Its title.")
    ] = None,
    lossy: Annotated[
        bool,
        typer.Option(
            "--lossy", help="Leave out what the file cannot hold.", rich_help_panel="Output"
        ),
    ] = False,
    progress: ProgressOption = None,
) -> None:
    """Lay given words out so that they cross and hang together, in a small box.

    Every run of letters is one of the words, and each stands once. The box of a few words is proved
    to be the smallest; of many, it is the best that was found, with a bound.
    """
    from satcross.patterns.freeform import Layout, layouts
    from satcross.patterns.freeform_local import ROUNDS

    check_numbers(seed, time_limit)
    if number < 1:
        raise OptionError(f"{number} is no number of layouts", mend="give 1 or more", source="-n")
    if rounds is not None and rounds < 0:
        raise OptionError(f"{rounds} rounds", mend="give 0 or more", source="--rounds")
    form = form_of(format_, output)
    several = number > 1 and "{}" not in (output or "")
    if form not in (TEXT, JSON) and several:
        raise OptionError(
            f"each layout is a {form} file of its own",
            mend="name them with {} for the number, as in -o layout-{}.ipuz",
            source="--output",
        )
    if title is not None and form in (TEXT, JSON):
        raise OptionError(
            f"{form} has no place for it", mend="write a crossword file", source="--title"
        )
    path = Path("/dev/stdin") if str(words) == "-" else words
    listed = [word for word, _ in load_words([path], alphabet=alphabet).words()]
    n_found = 0
    result: LayoutResult | None = None
    with (
        progress_view(progress) as view,
        open_sink(output if form in (TEXT, JSON) else None) as sink,
    ):
        for result in layouts(
            sorted(listed), limit=number, max_rows=max_rows, max_cols=max_cols, at_least=at_least,
            seed=seed, rounds=ROUNDS if rounds is None else rounds, prove=prove,
            time_limit_s=time_limit, on_progress=view,
        ):  # fmt: skip
            if isinstance(result, Layout):
                n_found += 1
                with view.hidden():
                    _publish(result, n_found, form, sink, output, title, lossy)
                    exits.tell(_told(result))
    raise typer.Exit(_ended(result, n_found, prove=bool(prove)))


def _publish(
    layout: Layout,
    number: int,
    form: str,
    sink: Sink,
    output: str | None,
    title: str | None,
    lossy: bool,
) -> None:
    if form == TEXT:
        sink.write(("\n" if number > 1 else "") + str(layout.grid))
        return
    if form == JSON:
        sink.write(layout_json(layout, number))
        return
    from dataclasses import replace

    from satcross.crossword import crossword_of

    crossword = replace(crossword_of(layout.grid), title=title or "")
    name = None if output is None else output.replace("{}", str(number))
    publish_crossword(crossword, form, name, lossy=lossy)


def layout_json(layout: Layout, number: int) -> str:
    """One line of JSON, in the schema that this module describes."""
    from satcross.puzzle import find_slots

    n_cols = layout.grid.n_cols
    names = {(slot.cells[0], slot.direction): slot.name for slot in find_slots(layout.grid)}
    words: list[dict[str, Any]] = [
        {
            "word": word,
            "slot": names[row * n_cols + col, direction],
            "row": row,
            "col": col,
            "direction": direction.value,
        }
        for word, direction, row, col in layout.placements
    ]
    data = {
        "schema": LAYOUT_SCHEMA,
        "number": number,
        "grid": layout.grid.lines(),
        "n_rows": layout.grid.n_rows,
        "n_cols": layout.grid.n_cols,
        "area": layout.area,
        "least_area": layout.least_area,
        "proved": layout.is_proved,
        "words": words,
        "left_out": [{"word": word, "why": why} for word, why in layout.left_out],
    }
    return json.dumps(data, ensure_ascii=False)


def _told(layout: Layout) -> str:
    grid = layout.grid
    n = len(layout.placements)
    text = f"{n} word{'' if n == 1 else 's'} in {grid.n_cols}x{grid.n_rows}, {layout.area} cells"
    if layout.is_proved:
        text += "; proved: no box is smaller"
    else:
        text += f"; at least {layout.least_area} are needed"
    for word, why in layout.left_out:
        text += f"; left out: {word}" + (f" ({why})" if why else "")
    return text


def _ended(result: LayoutResult | None, n_found: int, *, prove: bool) -> int:
    from satcross.patterns.freeform import LayoutUnknown, NoLayout

    match result:
        case NoLayout(why):
            if n_found:
                exits.tell(why)
                return exits.OK
            exits.tell(f"impossible: proved: {why}")
            return exits.UNFILLABLE
        case LayoutUnknown(reason):
            exits.tell(f"stopped: {reason}")
            return exits.STOPPED
        case None:
            return exits.STOPPED
        case _:
            return exits.STOPPED if prove and not result.is_proved else exits.OK
