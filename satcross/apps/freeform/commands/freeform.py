"""`satcross freeform`: a crossword of given words that cross, in large squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross import Answered, Found, Impossible, Reason, Stopped
from satcross.apps.clues.options import AskingOptions, alphabet_for, load_listed
from satcross.apps.pictures.options import GREY_VOIDS, NAME_LINE
from satcross.commandline import (
    JSON,
    About,
    CrosswordOutputOptions,
    ExitCode,
    HelpPanel,
    SearchOptions,
    Shared,
    argument,
    chosen_language,
    command,
    echo_err,
    exit_code,
    flag,
    option,
    option_set,
    run,
    usual_page,
    usual_style,
    why_stopped,
)
from satcross.extend import MAX_SIDE, Drawing, Listed, ListingResult, counted

if TYPE_CHECKING:
    from satcross.apps.clues.words import HiddenWord
    from satcross.apps.freeform.layout import Layout, LayoutOptions
    from satcross.extend import Page

LAYOUT_SCHEMA = "satcross.layout/1"
_LARGER_PAGE = "write .json instead, and draw it with satcross render --page a3"
_NOT_FOUND = "no layout with all words was found"

EXAMPLES = """\
Examples:
  satcross freeform words.txt
  satcross freeform words.txt -o puzzle.ipuz --title "Friends"
  satcross freeform cells.csv -o cells.pdf --title "The cell"     word,clue on each line
  satcross freeform obst.csv --alphabet german -o obst.html
  satcross freeform words.txt --parts 2 -o puzzle.pdf    two layouts if not all words interlock
  satcross freeform words.txt --max-cols 15 --at-least 20 --seed 3
  satcross freeform few.txt --prove -n 5 --format json

Exit codes:
  0 all words are placed (or as many as --at-least asks for)   2 bad input
  20 proved that not all can be   124 no layout with all was found, or no proof for --prove
  With 20 and 124 the best layout of fewer words is printed or written   130 interrupted"""
EXCLUSIONS = """\
word_bank !form=pdf|form=html|form=zip: {form} has no place for it; write a .pdf or an .html
name_line !form=pdf: {form} has no place for it; write a .pdf
grey_voids !form=pdf|form=svg|form=png|form=html|form=zip|form=docx|form=epub: {form} has no place
  for it; write a .pdf or an .html"""


@option_set()
class LayoutLimits:
    """What the layout must be like, and how to search for it."""

    max_cols: int | None = option("N", "Maximum number of columns.", panel="Box")
    max_rows: int | None = option("N", "Maximum number of rows.", panel="Box")
    at_least: int | None = option(
        "K", "Place at least K words, and as many as possible. Default: all.", panel="Box"
    )
    parts: int = option(
        "N",
        "Divide words that cannot all interlock among at most N layouts on one page.",
        default=1,
        panel="Box",
    )
    prove: bool | None = flag(
        "Search until it is proved that no layout has more words, or as many and is better."
        " Default: the latter, for up to 7 words.",
        default=None,
        panel="Search",
    )
    rounds: int | None = option(
        "N", "Rounds of the local search: more rounds give better layouts.", panel="Search"
    )

    def layout_options(self, page: Page) -> LayoutOptions:
        """The same for the library. Raises OptionError."""
        from satcross.apps.freeform.layout import LayoutOptions

        return LayoutOptions(
            self.max_rows, self.max_cols, self.at_least, self.rounds, self.prove, self.parts, page
        )


@option_set()
class PageOptions:
    """What is written beside the layout, on its page or into a file of its own."""

    language: str | None = Shared.LANGUAGE
    word_bank: bool = flag("List the answers below the clues, on paper and pages to solve.")
    name_line: bool = NAME_LINE
    solution_word: str | None = Shared.SOLUTION_WORD
    grey_voids: bool = GREY_VOIDS


@command(HelpPanel.PUZZLES, 80, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/freeform.md")
def freeform(
    words: str = argument(
        "WORDS",
        "A file with a word or phrase on each line, and perhaps a clue (word,clue); - for stdin.",
        show_default=False,
    ),
    *,
    wanted: LayoutLimits,
    asked: AskingOptions,
    number: int = option("N", "Number of layouts, all different.", "-n", default=1),
    search: SearchOptions,
    alphabet: str = Shared.ALPHABET,
    shown: PageOptions,
    out: CrosswordOutputOptions,
) -> int:
    """Arrange given words so that they cross and are connected, in large squares.

    Every run of letters is one of the words, and each stands once. Sides are at most 7 to 5 where
    the limits allow it; then squares are as large on the paper as they can be, then there are many
    crossings in a small box. The layout of a few words is proved to be the best; of many, it is the
    best that was found. Where not all words can be placed, the layout has as many as possible, and
    the others are named with the reason. Clues of the list stand in crossword files, PDF and HTML.
    """
    from satcross.apps.clues.lists import clue_book
    from satcross.apps.freeform.layout import MAX_PARTS, Layout
    from satcross.apps.freeform.listing import Layouts
    from satcross.apps.freeform.parts import n_needed
    from satcross.apps.pictures.squares import too_small

    letters = alphabet_for(alphabet, words)
    asking = asked.asking(search.seed)
    listed = load_listed(words, letters, longest=MAX_SIDE, asking=asking, skip=asked.skip).words
    page = usual_page().below_name_line if shown.name_line else usual_page()
    options = wanted.layout_options(page)
    style = replace(
        usual_style(),
        language=chosen_language(shown.language, alphabet),
        fills_page=True,
        name_line=shown.name_line,
        grey_voids=shown.grey_voids,
    )
    about = About(
        None, letters, search.seed, clues=clue_book(listed, letters), drawing=Drawing(style=style)
    )
    about.folder = _folder_of(words, listed)
    if shown.word_bank:
        about.word_bank = {word.letters: word.written for word in listed}
    if shown.solution_word is not None:
        from satcross.extend import SolutionWord

        about.solution_word = SolutionWord.of_value(shown.solution_word)
    task = Layouts(
        sorted(word.letters for word in listed),
        search.solver(),
        wanted=options,
        alphabet=letters,
        limit=number,
        holding="" if about.solution_word is None else about.solution_word.word,
    )
    with out.open(number, about) as sink, task:

        def publish(layout: Layout) -> None:
            sink.write(layout.grid, {JSON: partial(layout_data, layout)})
            with sink.view.hidden():
                for line in _summary(layout, len(listed)):
                    echo_err(line)
                small = too_small(page, layout.grid.n_rows, layout.grid.n_cols)
                if sink.format == "pdf" and small:
                    echo_err(f"{small}; {_LARGER_PAGE}")

        def show(answered: Answered[Layout]) -> None:
            publish(answered.value)

        result = run(task, search.time_limit, sink.view, show)
        match result:
            case Impossible(evidence=Layout() as best) | Stopped(partial=Layout() as best):
                publish(best)
                missing = [letters.symbols(word) for word, _ in best.left_out]
                n_parts = best.n_parts + n_needed(missing, options.shape)
                if wanted.at_least is None and wanted.parts < n_parts <= MAX_PARTS:
                    echo_err(f"--parts {n_parts} keeps all words, in {n_parts} layouts on one page")
    _say_end(result)
    is_open = wanted.prove and task.best is not None and not task.best.is_proved
    return ExitCode.STOPPED if is_open and isinstance(result, Found) else exit_code(result)


def _say_end(result: ListingResult) -> None:
    """Say why there are no more layouts."""
    match result:
        case Found(Listed(is_exhausted=True)):
            echo_err("there is no other that is as good")
        case Impossible(why):
            echo_err(f"impossible: proved: {why}")
        case Stopped(Reason.GIVEN_UP):
            echo_err("stopped: many searches found no other")
        case Stopped(Reason.ROUNDS):
            echo_err(f"stopped: {_NOT_FOUND}; --prove continues")
        case Stopped():
            echo_err(why_stopped(result))


def _folder_of(name: str, listed: Sequence[HiddenWord]) -> Path:
    """The folder of a list. Raises FormatError: a picture or a sound that it names is unusable."""
    from satcross.apps.pictures.images import load_clue_picture
    from satcross.extend import Medium

    folder = Path() if name == "-" else Path(name).parent
    for word in listed:
        Medium.all_in(word.clue, folder, load_clue_picture)
    return folder


def layout_data(layout: Layout, number: int) -> dict[str, Any]:
    """A layout for JSON, schema as in docs/reference/json.md."""
    from satcross.extend import find_slots

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
    return {
        "schema": LAYOUT_SCHEMA,
        "number": number,
        "grid": layout.grid.lines(),
        "n_rows": layout.grid.n_rows,
        "n_cols": layout.grid.n_cols,
        "area": layout.area,
        "least_area": layout.least_area,
        "crossings": layout.n_crossings,
        "proved": layout.is_proved,
        "words": words,
        "left_out": [{"word": word, "why": why} for word, why in layout.left_out],
        "parts": layout.n_parts,
    }


def _summary(layout: Layout, n_words: int) -> Iterator[str]:
    grid = layout.grid
    n = len(layout.placements)
    text = counted(n, "word") if n == n_words else f"{n} of {counted(n_words, 'word')}"
    if layout.n_parts > 1:
        text += f" in {layout.n_parts} layouts"
    text += f" in {grid.n_cols}x{grid.n_rows}, {counted(layout.n_crossings, 'crossing')}"
    yield f"{text}; proved: no layout is better" if layout.is_proved else text
    for word, why in layout.left_out:
        yield f"left out: {word} ({why or 'no place for it was found'})"
