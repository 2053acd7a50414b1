"""Where grids go: as text or JSON, to crossword files, or to pictures.

Text and JSON go to one place, grid after grid. A file or picture holds one grid, so several need a
name with `{}`, which stands for their number; with it, texts go to their own files as well.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from satcross import rooms
from satcross.cli.options.command import flag, option, option_set
from satcross.cli.options.common import ProgressOptions, Shared
from satcross.cli.output.sink import Sink
from satcross.cli.progress import ProgressView
from satcross.errors import OptionError
from satcross.files import write_file
from satcross.model.value import solution_word_in
from satcross.outputs import Contents, Drawing, Output, chosen, outputs_of

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.model.crossword import Crossword
    from satcross.model.fill import Fill
    from satcross.model.grid import Grid
    from satcross.model.puzzle import Puzzle
    from satcross.model.refill import Roles
    from satcross.rules.solution_word import SolutionWord
    from satcross.words.table import Codes

TEXT, JSON, CSV = "text", "json", "csv"
OWN = "satcross"  # the format of crossword files that holds everything
# How fills are written by the thousand.
_ROWS = {TEXT: "text_rows", JSON: "json_rows", CSV: "csv_rows"}
_PANEL = "Output"

# How a command shows a grid in formats that are texts, as text or data of JSON, or what makes that.
Shown = str | dict[str, Any]
Renderers = Mapping[str, Shown | Callable[[int], Shown]]


class GivesRows(Protocol):
    """Has fills in arrays, as the listing of `enumerate_fills` and a store of fills."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The positions of the cells, which are the columns."""

    def fill(self, row: "Codes") -> "Fill":
        """The fill of a row."""


def format_option(what: str) -> Any:
    """--format for a command that makes this."""
    return option(
        "FORMAT",
        f"{', '.join(outputs_of(what))}. Default: by the extension of -o, or text. json is one"
        " object a line, which names its schema; -o NAME.json writes satcross.",
        panel=_PANEL,
    )


@option_set(_PANEL)
class OutputOptions(ProgressOptions):
    """Where grids go, and in which format."""

    makes: ClassVar = Contents.PUZZLE

    format: str | None = format_option(makes)
    output: str | None = option(
        "FILE",
        "Write to FILE instead of stdout, in the format of its extension. {} in the name stands"
        " for the number of the grid; several crossword files or pictures need it.",
        "-o",
    )
    title: str | None = Shared.TITLE
    author: str | None = Shared.AUTHOR
    lossy: bool = Shared.LOSSY

    def chosen_output(self) -> Output:
        """What `--format`, or else the extension of the file, asks for. Raises OptionError."""
        return chosen(self.makes, self.output, self.format, usual=TEXT, option="format")

    def chosen_format(self) -> str:
        """Its name."""
        return self.chosen_output().name

    def drawing(self, *, unsolved: bool) -> "Drawing":
        """How to draw a puzzle of another kind.

        Args: unsolved: whether a picture, of one part alone, shows it without its solution.
        """
        if not unsolved or not self.chosen_output().is_picture:
            return Drawing()
        from satcross.drawing.style import Part

        return Drawing(part=Part.PUZZLE)

    def check(self, to: Output, n_wanted: int | None) -> None:
        """Reject options that do not go together, before any work begins.

        Args:
            to: the output chosen.
            n_wanted: how many grids; None for all.

        Raises: OptionError.
        """
        to.check_details(
            clues=getattr(self, "clues", None),
            enumerations=getattr(self, "enumerations", None),
            title=self.title,
            author=self.author,
        )
        if "{}" in (self.output or ""):
            Sink.require_folder(self.output or "")
        elif not to.streams and n_wanted != 1:
            raise OptionError(
                f"{to.name} files hold one grid each",
                hint=f"write {{}} for the number, as in -o grid-{{}}{to.suffixes[0]}",
                parameter="output",
            )

    @contextmanager
    def open(
        self,
        n_wanted: int | None,
        about: "About | None" = None,
        at: int | None = None,
        end: str | None = None,
    ) -> "Iterator[GridSink]":
        """A place for grids; a text file appears when all has gone well.

        Args:
            n_wanted: how many grids; None for all.
            about: what is being made.
            at: how many bytes of a file of grids to keep, and go on after; None for a new one.
            end: the `satcross.cli.output.sink.digest_of_end` that these must have; None for any.

        Raises:
            OptionError: options do not go together, or the output cannot be written; before any
                work begins.
        """
        to = self.chosen_output()
        self.check(to, n_wanted)
        about = about or About()
        with self.view() as view:
            if not to.streams or "{}" in (self.output or ""):
                yield GridSink(self, to, view, None, about)
                return
            with Sink.open(self.output, at, end) as sink:
                yield GridSink(self, to, view, sink, about)


@option_set(_PANEL)
class CrosswordOutputOptions(OutputOptions):
    """The same for grids with letters, which can have clues."""

    clues: list[Path] | None = option(
        "FILE", "File of your clues, for crossword files and pictures: see satcross clues."
    )
    enumerations: bool | None = Shared.ENUMERATIONS


@option_set(_PANEL, exclusions="entries !form=text: it is for text, not for {form}; leave it out")
class FillOutputOptions(CrosswordOutputOptions):
    """The same for fills."""

    makes: ClassVar = Contents.FILL

    format: str | None = format_option(makes)
    entries: bool = flag("List the entries and their scores too.")


@dataclass(repr=False, eq=False)
class About:
    """What is being made.

    Args:
        base: the crossword that is filled, with its names and clues; None for a bare grid.
        alphabet: of its letters, for clues; None for the Latin one.
        seed: for the choice of clues.
        clues: beside the words that are placed, by their letters.
        folder: of the files that these name.
        word_bank: by their letters, how the answers are written that pages list too; None for no
            list.
        drawing: how to draw it, where not as usual.
        solution_word: a rule `solution-word`, where grids are not fills of a puzzle that has it.
        roles: whose the letters are, which a file of our own JSON remembers; None where it is not
            known.
    """

    base: "Crossword | None" = None
    alphabet: "Alphabet | None" = None
    seed: int = 0
    roles: "Roles | None" = None
    clues: Any = None
    folder: Path = Path()
    word_bank: Mapping[str, str] | None = None
    drawing: "Drawing | None" = None
    solution_word: "SolutionWord | None" = None


class GridSink:
    """Takes grids one by one, each as soon as it is found. See `OutputOptions.open`.

    Fields:
        view: what is on the terminal meanwhile.
        format: the name of what is written.
        n_written: how many grids there were so far.
    """

    def __init__(
        self,
        options: OutputOptions,
        to: Output,
        view: ProgressView,
        sink: Sink | None,
        about: About,
    ) -> None:
        self.view = view
        self.format = to.name
        self._to = to
        self.n_written = 0
        self._options = options
        self._sink = sink
        self._about = about
        self._rows: Callable[[Codes, int], bytes] | None = None

    def write_rows(self, rows: "Codes", task: "GivesRows", puzzle: "Puzzle") -> None:
        """Print or write fills of `puzzle` that `task` gives in arrays."""
        sink = self._sink
        plain = self.format in _ROWS and not getattr(self._options, "entries", False)
        plain &= not puzzle.grid.named
        plain &= self.format == CSV or solution_word_in(puzzle.rules) is None
        if sink is None or not plain or puzzle.has_long_texts:
            for row in rows:
                self.write_fill(task.fill(row))
            return
        if self._rows is None:
            from satcross.cli.output import batches

            self._rows = getattr(batches, _ROWS[self.format])(puzzle, task.cells)
        data = self._rows(rows, self.n_written)
        with self.view.hidden():
            sink.write_many(data, len(rows))
        self.n_written += len(rows)

    def write_text(self, line: str) -> None:
        """Print or write a line that is no grid."""
        if self._sink is not None:
            self._sink.write(line)

    def position(self) -> int | None:
        """How many bytes of the file are written; None for standard output."""
        file = None if self._sink is None else self._sink.file
        if file is None:
            return None
        file.flush()
        return file.tell()

    def write(
        self,
        grid: "Grid",
        renderers: Renderers | None = None,
        roles: "Roles | None" = None,
        fill: "Fill | None" = None,
        crossword: "Crossword | None" = None,
    ) -> None:
        """Print or write one grid.

        Args:
            grid: the grid.
            renderers: what the command has of its own for some formats, by name: a text, or the
                data of `json`, or what makes these of the number of the grid. Without one for
                `json`, it is what the command writes to a file of our own.
            roles: whose its letters are; by default as for all grids of the command.
            fill: the entries of the grid, with their written forms, where they are known.
            crossword: what files and pictures have; None where the grid says it all.
        """
        self.n_written += 1
        name = self._options.output
        if self._sink is None and name is not None:
            name = name.replace("{}", str(self.n_written))
        is_text = self._to.streams
        word = self._about.solution_word or (fill and solution_word_in(fill.puzzle.rules))
        with self.view.hidden():
            marked = crossword
            if marked is None and (word or not is_text):
                marked = self._crossword(grid, roles or self._about.roles, fill)
            if marked is not None and word:
                from satcross.cli.output.solutionword import echo_word, with_word
                from satcross.model.alphabet import LATIN

                alphabet = self._about.alphabet or LATIN
                marked = with_word(word, marked, fill, alphabet=alphabet, seed=self._about.seed)
                if self.format not in (JSON, CSV):
                    echo_word(marked)
            if marked is not None and not is_text:
                self._write_crossword(marked, name, fill)
            else:
                shown = self._with_usual(renderers or {}, grid, fill, crossword)
                text = self._text(grid, shown, crossword, marked if word else None)
                if self._sink is None:
                    write_file(Path(name or ""), f"{text}\n".encode(), OptionError)
                else:
                    apart = self.n_written > 1 and not self._to.is_close
                    self._sink.write(("\n" if apart else "") + text)
        self.view.found()

    def write_fill(
        self,
        fill: "Fill",
        to_data: Callable[[int], dict[str, Any]] | None = None,
        seed: int | None = None,
        roles: "Roles | None" = None,
    ) -> None:
        """Print or write one fill.

        Args:
            fill: the fill.
            to_data: from its number to the data of its JSON; None for the schema of fills.
            seed: with which it was found, where several searches ran at once.
            roles: as for `write`.
        """
        from satcross.cli.output.fill_view import fill_csv, fill_data, fill_text

        entries = bool(getattr(self._options, "entries", False))
        self.write(
            fill.grid,
            {
                TEXT: lambda _: fill_text(fill, entries=entries),
                JSON: to_data or (lambda number: fill_data(fill, number, seed)),
                CSV: lambda number: fill_csv(fill, head=number == 1 or self._sink is None),
            },
            roles,
            fill,
        )

    def _with_usual(
        self,
        renderers: Renderers,
        grid: "Grid",
        fill: "Fill | None",
        crossword: "Crossword | None",
    ) -> Renderers:
        """The renderers of a command, and one for `json`, which every command offers."""
        if self.format != JSON or JSON in renderers:
            return renderers
        if fill is not None and crossword is None:
            from satcross.cli.output.fill_view import fill_data

            return {**renderers, JSON: fill_data(fill, self.n_written)}
        import json

        from satcross.formats.reading import file_of
        from satcross.model.crossword import crossword_of

        data = file_of(crossword or crossword_of(grid), OWN).data
        return {**renderers, JSON: json.loads(data)}

    def _text(
        self,
        grid: "Grid",
        renderers: Renderers,
        crossword: "Crossword | None",
        worded: "Crossword | None",
    ) -> str:
        """A grid as text. Args: worded: the crossword with its solution word, if it has one."""
        if self.format in renderers:
            shown = renderers[self.format]
            shown = shown(self.n_written) if callable(shown) else shown
            if isinstance(shown, str):
                return shown
            import json

            if worded is not None:
                shown = {**shown, "solution_word": worded.solution_data()}
            return json.dumps(shown, ensure_ascii=False)
        if self.format == TEXT:
            return str(grid)
        from satcross.cli.output.crosswords import echo_losses
        from satcross.model.crossword import crossword_of

        options = self._options
        how = Drawing(lossy=options.lossy, target=options.output or "<stdout>")
        written = self._to.made(crossword or crossword_of(grid), how)
        echo_losses(written.lost)
        return written.data.decode().rstrip("\n")

    def _crossword(self, grid: "Grid", roles: "Roles | None", fill: "Fill | None") -> "Crossword":
        from satcross.model.crossword import crossword_of, with_fill

        about = self._about
        crossword = crossword_of(grid) if about.base is None else with_fill(about.base, grid)
        if roles is not None and self.format == OWN:
            from satcross.model.roles import with_roles

            crossword = with_roles(crossword, roles)
        if fill is not None and self._to.is_drawn:  # for enumerations
            written = {entry.slot.cells: entry.written for entry in fill.entries}
            clues = [replace(c, answer=written.get(c.cells, c.answer)) for c in crossword.clues]
            crossword = replace(crossword, clues=tuple(clues))
        return crossword

    def _write_crossword(
        self, crossword: "Crossword", name: str | None, fill: "Fill | None"
    ) -> None:
        from satcross.cli.output.crosswords import enumerated, publish
        from satcross.model.alphabet import LATIN

        options, about = self._options, self._about
        crossword = crossword.titled(options.title, options.author)
        if about.clues is not None:
            with_clues = _clue_files().with_clues
            crossword, _ = with_clues(crossword, about.clues, seed=about.seed)
            crossword = self._with_media(crossword)
        if files := getattr(options, "clues", None):
            read = {} if fill is None else fill.treated_words()
            crossword, unclued = _clue_files().add_clues(
                crossword, files, alphabet=about.alphabet or LATIN, seed=about.seed, words_of=read
            )
            _clue_files().echo_unclued(unclued)
        elif about.clues is not None:
            _clue_files().echo_unclued([clue for clue in crossword.clues if not clue.text])
        drawing, wanted = about.drawing, getattr(options, "enumerations", None)
        if wanted is not None:
            entries = () if fill is None else fill.entries
            forms = {entry.slot.cells: entry.written for entry in entries}
            crossword, drawing = enumerated(
                crossword, wanted, drawing, lambda clue: forms.get(clue.cells, "")
            )
        if about.word_bank is not None:
            from satcross.drawing.wordbank import with_word_bank, word_bank_of

            words = word_bank_of(crossword, self._language, about.word_bank)
            crossword = with_word_bank(crossword, words, self._language)
        drawing = (drawing or Drawing())._replace(lossy=options.lossy)
        publish(crossword, self._to, name, drawing)

    @property
    def _language(self) -> str:
        """That of pages."""
        drawing = self._about.drawing
        return "en" if drawing is None or drawing.style is None else drawing.style.language

    def _with_media(self, crossword: "Crossword") -> "Crossword":
        """The crossword with pictures and sounds of clues."""
        from satcross.model.media import Medium

        if not any(Medium.are_in(clue.text) for clue in crossword.clues):
            return crossword
        from satcross.drawing.languages import Texts

        phrases = Texts.of(self._language).phrases
        names = phrases["Picture"], phrases["Sound"]
        images = rooms.only("images", "shows pictures", "take them out of the clues")
        load = images.load_clue_picture
        return Medium.with_all(crossword, self._about.folder, load, names=names)


def _clue_files() -> ModuleType:
    """The module `clue_files` of the room that has it. Raises OptionError: no room has one."""
    return rooms.only("clue_files", "reads clues of files", "leave it out", "clues")
