"""What the commands about quotations share: files of text, and puzzles made and solved."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from satcross import Alphabet, Best, Crossword, Fill, Fills, FormatError, Grid, InputError, WordList
from satcross.commandline import (
    JSON,
    TEXT,
    About,
    ExitCode,
    GridSink,
    OutputOptions,
    Renderers,
    SearchOptions,
    WordListOptions,
    argument,
    echo_err,
    flag,
    option,
    option_set,
    read_puzzle,
    say_how_many,
    write_made,
    write_solutions,
)
from satcross.extend import Deadline, Maker, Making, counted, read_file_or_stdin, utf8_text
from satcross.kinds.quotations.make import Hidden, HiddenMaker, MadeHidden, read, solved
from satcross.kinds.quotations.quotation import Quotation, with_single_letters

SCHEMA = "satcross.quotation/1"
LACKS = {"--solution-word": "solvers find a quotation, and nothing else"}
"""What the commands say of options that they lack: see `command`."""
MAX_FILE = 1 << 20  # bytes
LINES = flag(
    "FILE has a quotation on each line, which may follow its source and a tab: make a puzzle of"
    " each.",
    panel="The puzzle",
)


@option_set(
    "The puzzle",
    exclusions="number !solve: is for solutions; add --solve, or --lines for several puzzles",
)
class QuoteOptions:
    """A quotation, or with --solve a puzzle, and the words that solvers know."""

    quote: str = argument("FILE", "A file of the quotation, or - for stdin.")
    solve: bool = flag(
        "Solve the puzzle in FILE, which is written as this command prints it, or in its own .json."
    )
    number: int = option("N", "Number of solutions.", "-n", default=1, at_least=1)
    word_list: WordListOptions

    def words(self) -> WordList:
        """The words that solvers know."""
        return with_single_letters(self.word_list.read(self.word_list.choice(), 1))


class Quoted(NamedTuple):
    """A quotation, where it is from ("" if its file does not say that), and in which line it is."""

    quotation: Quotation
    source: str = ""
    line: int = 0


def read_quotations(name: str, alphabet: "Alphabet", *, lines: bool) -> list[Quoted]:
    """The quotation in a file or on standard input; or one on each line, perhaps after its source.

    Raises: FormatError: a text is no quotation; it names the line.
    """
    data, path = read_file_or_stdin(name, FormatError, limit=MAX_FILE)
    text = utf8_text(data, path, FormatError)
    if not lines:
        return [Quoted(Quotation(text, alphabet, path))]
    found: list[Quoted] = []
    for number, line in enumerate(text.splitlines(), 1):
        source, _, said = line.rpartition("\t")
        if line.strip():
            try:
                quotation = Quotation(said.strip(), alphabet, path)
            except InputError as error:
                raise FormatError(
                    error.problem, hint=error.hint, source=path, line=number
                ) from None
            found.append(Quoted(quotation, source.strip(), number))
    if not found:
        raise FormatError(
            "no line has a quotation", hint="write one on each line, perhaps after its source and"
            " a tab", source=path,
        )  # fmt: skip
    return found


def write_each(
    quoted: Sequence[Quoted],
    makers: Sequence[Maker[Any]],
    search: SearchOptions,
    sink: GridSink,
    write: Callable[[Quoted, Any], None],
    *,
    lacks: str = "no puzzle",
    impossible: str = "unfillable",
    give_up_s: float | None = None,
) -> int:
    """Make a puzzle of each quotation. The exit code.

    Args:
        write: writes one: it takes the quotation, and the `Best` or `Found`.
        lacks: what to say of a line that has none.
        impossible: as of `end`.
        give_up_s: seconds for each, where no time limit is given.
    """
    deadline = Deadline.after(search.time_limit)
    code: int = ExitCode.OK
    for one, maker in zip(quoted, makers, strict=True):

        def write_one(made: Any, one: Quoted = one) -> bool:
            write(one, made)
            return True

        limit = deadline if search.time_limit else Deadline.after(give_up_s)
        making = Making(maker, search.solver(), limit=1)
        line = f"line {one.line}: {lacks}" if one.line else ""
        ended = write_made(
            making, limit, sink.view, write_one, done=line, impossible=line or impossible
        )
        code = max(code, ended)
        if code > ExitCode.STOPPED or deadline.passed():
            break
    return code


def quoted_puzzles(
    kind: type[Hidden],
    wanted: Any,
    quote: QuoteOptions,
    search: SearchOptions,
    out: OutputOptions,
    *,
    lines: bool,
) -> int:
    """What the commands do: make a puzzle of each quotation, or solve the one in the file.

    Args: wanted: the options of the kind; lines: as of `read_quotations`.
    """
    about = About(drawing=out.drawing(unsolved=True))
    words = quote.words()
    if quote.solve:
        with out.open(quote.number, about) as sink:
            return _solve(kind, quote, words, search, sink)
    quoted = read_quotations(quote.quote, words.alphabet, lines=lines)
    makers = [
        HiddenMaker(kind, one.quotation, words, wanted, one.source, number)
        for number, one in enumerate(quoted)
    ]
    with out.open(len(makers), about) as sink:

        def write(one: Quoted, best: Best[MadeHidden]) -> None:
            made = best.value
            data = {**made.puzzle.to_json(made.solution), "quotation": one.quotation.text}
            data |= {"n_given": best.objective, "bound": best.bound}
            _write(made.solution, made.crossword, str(made), data, sink)
            n_given = counted(best.objective or 0, "letter")
            said = f"{n_given} given; one solution among {made.n_words:,} words: proved"
            if not best.is_proved:
                said += f"; at least {best.bound} are needed; stopped: {best.reason}"
            with sink.view.hidden():
                echo_err(said)

        return write_each(quoted, makers, search, sink, write)


def _solve(
    kind: type[Hidden], quote: QuoteOptions, words: WordList, search: SearchOptions, sink: GridSink
) -> int:
    """Write up to `quote.number` solutions of the puzzle in a file; say whether there are more."""
    n = quote.number
    asked = read_puzzle(quote.quote, words.alphabet, partial(read, kind))

    def write(fill: Fill) -> None:
        solution = solved(asked, fill.grid.cells, words)
        said, data = asked.said(solution), asked.to_json(solution)
        _write(solution, asked.crossword(solution), said, data, sink)

    with Fills(asked.puzzle(words), search.solver(), limit=n + 1) as fills:
        found, result = write_solutions(fills, n, search.time_limit, sink.view, write)
    return say_how_many(found, result, n)


def _write(
    solution: Grid, crossword: Crossword, text: str, data: Mapping[str, Any], sink: GridSink
) -> None:
    shown: Renderers = {TEXT: text, JSON: {"schema": SCHEMA, **data}}
    sink.write(solution, shown, crossword=crossword)
