"""What the commands about quotations share: files of text, and puzzles made and solved."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from satcross.checks import counted
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import argument, flag, option, option_set
from satcross.cli.options.common import SearchOptions
from satcross.cli.options.puzzle import WordListOptions
from satcross.cli.output.grids import JSON, TEXT, About, GridSink, OutputOptions, Renderers
from satcross.cli.output.solutions import read_puzzle, say_how_many, write_solutions
from satcross.cli.run import end, exit_code, run
from satcross.errors import FormatError, InputError, VerificationError
from satcross.files import read_file_or_stdin, utf8_text
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import Crossword
from satcross.model.fill import Fill
from satcross.model.quotation import Cryptogram, Quotation, QuoteFall, with_single_letters
from satcross.results import Best
from satcross.task import Deadline
from satcross.tasks.enumerate import Fills
from satcross.tasks.unique.givens import GivensTask
from satcross.verification.quotations import cryptogram_faults, fall_faults
from satcross.words import WordList

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

    def lacks(self, what: str) -> str:
        """`line 3: no acrostic`; without the line where it is the only one."""
        return f"line {self.line}: {what}" if self.line else what


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


def quoted_puzzles(
    kind: type[QuoteFall] | type[Cryptogram],
    make: Callable[[Quotation, int], QuoteFall | Cryptogram],
    quote: QuoteOptions,
    search: SearchOptions,
    out: OutputOptions,
    *,
    lines: bool,
) -> int:
    """What the commands do: make a puzzle of each quotation, or solve the one in the file.

    Args: make: makes a puzzle of a quotation and a seed; lines: as of `read_quotations`.
    """
    about = About(drawing=out.drawing(unsolved=True))
    words = quote.words()
    if quote.solve:
        with out.open(quote.number, about) as sink:
            return _solve(kind, quote, words, search, sink)
    quoted = read_quotations(quote.quote, words.alphabet, lines=lines)
    puzzles = [(make(one.quotation, seed), one) for seed, one in enumerate(quoted, search.seed)]
    deadline = Deadline.after(search.time_limit)
    code = exits.OK
    with out.open(len(puzzles), about) as sink:
        for asked, one in puzzles:
            code = max(code, _make(asked, one, words, search, deadline, sink))
            if code > exits.STOPPED or deadline.passed():
                break
    return code


def _make(
    asked: QuoteFall | Cryptogram,
    quoted: Quoted,
    words: WordList,
    search: SearchOptions,
    deadline: Deadline,
    sink: GridSink,
) -> int:
    quotation = quoted.quotation
    words = quotation.known_to_solvers(words)
    puzzle = asked.puzzle(words)
    whole = isinstance(asked, Cryptogram)
    letters = quotation.in_rows(puzzle.grid.n_cols, whole=whole).cells
    solution = puzzle.grid.with_cells(letters)
    with GivensTask(puzzle, search.solver(), solution=solution) as task:
        result = run(task, deadline, sink.view)
    if not isinstance(result, Best):
        return end(result, quoted.lacks("no puzzle") if quoted.line else "")
    made = asked.giving(result.value.fill, result.value.cells)
    _write(made, letters, words, sink, quoted, n_given=result.objective, bound=result.bound)
    n_given = counted(result.objective or 0, "letter")
    said = f"{n_given} given; one solution among {len(words):,} words: proved"
    if not result.is_proved:
        said += f"; at least {result.bound} are needed; stopped: {result.reason}"
    with sink.view.hidden():
        echo_err(said)
    return exit_code(result)


def _solve(
    kind: type[QuoteFall] | type[Cryptogram],
    quote: QuoteOptions,
    words: WordList,
    search: SearchOptions,
    sink: GridSink,
) -> int:
    """Write up to `quote.number` solutions of the puzzle in a file; say whether there are more."""
    n = quote.number

    def read(said: Crossword | str, alphabet: Alphabet, source: str) -> QuoteFall | Cryptogram:
        if isinstance(said, str):
            return kind.parse(said, alphabet, source)
        return kind.of_crossword(said, alphabet, source)

    asked = read_puzzle(quote.quote, words.alphabet, read)

    def write(fill: "Fill") -> None:
        _write(asked, fill.grid.cells, words, sink)

    with Fills(asked.puzzle(words), search.solver(), limit=n + 1) as fills:
        found, result = write_solutions(fills, n, search.time_limit, sink.view, write)
    return say_how_many(found, result, n)


def _write(
    asked: QuoteFall | Cryptogram,
    letters: tuple[str, ...],
    words: WordList,
    sink: GridSink,
    quoted: Quoted | None = None,
    **more: Any,
) -> None:
    """Write a puzzle that was made from a quotation, or a solution of one that was not."""
    if isinstance(asked, QuoteFall):
        grid = asked.grid.with_cells(letters)
        faults = fall_faults(letters, asked.columns, words)
        data: Mapping[str, Any] = {
            "kind": "quote-fall", "columns": asked.columns, "grid": asked.grid.lines(),
            "solution": grid.lines(),
        }  # fmt: skip
        solved = str(grid)
    else:
        grid = asked.rows().with_cells(letters)
        key = asked.key(grid)
        solved = asked.coded.with_letters(key).strip()
        faults = cryptogram_faults(asked.coded.text, solved, words)
        data = {
            "kind": "cryptogram", "text": asked.coded.text, "given": dict(asked.given),
            "key": key, "solution": solved,
        }  # fmt: skip
    if faults:
        raise VerificationError(f"a wrong solution was found: {faults[0]}")
    crossword = asked.crossword(grid)
    if quoted is not None:
        crossword = quoted.quotation.on(crossword, quoted.source)
        data = {**data, "quotation": quoted.quotation.text}
    text = solved if quoted is None else str(asked)
    shown: Renderers = {TEXT: text, JSON: {"schema": SCHEMA, **data, **more}}
    sink.write(grid, shown, crossword=crossword)
