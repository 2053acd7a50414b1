"""Option sets of word lists and puzzles, and what they load."""

from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross.cli.errors import echo_err
from satcross.cli.options.command import argument, flag, given_by_hand, option, option_set
from satcross.cli.options.common import Shared
from satcross.errors import OptionError
from satcross.rules import Rule, rule_of_text, short_forms
from satcross.words import BUILTIN_MIN_SCORE, WordList
from satcross.words.choice import ListChoice

# No `from __future__ import annotations`: Typer needs the types, and evaluating them again from
# text would slow down the start.
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from satcross.cli.options.refill import KeepOptions
    from satcross.model.crossword import Crossword
    from satcross.model.entry_rules import EntryRules
    from satcross.model.puzzle import Puzzle
    from satcross.model.refill import Roles
    from satcross.tasks.making import Source

_LIST = "Word list"
_PUZZLE = "The puzzle"
MAX_RULES = 1 << 20  # bytes of a file of rules
MAX_RULE_LINES = 10_000  # rules in it, which take seconds to read
LOWER_SCORES = (10, 20)  # how far below the minimum score `make` tries when it finds no grid


def lists_of(given: "Iterable[Path]") -> tuple[Path, ...]:
    """The lists that options name, with those of a set of the configuration in its place.

    Raises: OptionError: a set has a scale, or a name is neither that of a set nor of a list.
    """
    from satcross.cli.config import list_set, set_names

    if not (names := set_names()):
        return tuple(given)
    from satcross.words.named import is_name, known_names
    from satcross.words.scales import MARKS, Scale

    found: list[Path] = []
    for path in given:
        text = str(path)
        found += map(Path, list_set(text) or [text])
        if found[-1] != path or path.exists() or Scale.split(path)[0] != path:
            continue
        if any(text.startswith(name) and text[len(name)] in MARKS for name in names):
            problem, hint = "a set of lists has no scale", "give it to its lists in the set"
            raise OptionError(problem, hint=hint, source=text, parameter="words")
        if is_name(path) and text not in known_names():
            raise OptionError(
                "there is no such file, and no list or set of that name",
                hint=f"names are {', '.join((*names, *known_names()))}",
                source=text,
            )
    return tuple(found)


def chosen_language(language: str | None, alphabet: str) -> str:
    """The language of pages: the one that is asked for, or that of the alphabet's name."""
    from satcross.drawing.languages import Texts

    return language or Texts.OF_ALPHABET.get(alphabet.casefold().partition("+")[0], "en")


@option_set(_LIST)
class WordListOptions:
    """The words: files, or the built-in list."""

    words: list[Path] | None = option(
        "FILE|NAME",
        "Word list: WORD;score, WORD<TAB>score, WORD,score or WORD on each line, or CSV; .gz and"
        " .xz too; or the name of a list: builtin, vulgar, or one that `satcross words build`"
        " made. FILE@0-50 has scores from 0 to 50, FILE=64 gives all words 64, FILE+10 adds 10. Can"
        " be repeated: the first list that has a word decides. Default: builtin.",
        "--words",
        "-w",
        "--list",
    )
    min_score: int | None = option(
        "N",
        f"Leave out words with a lower score. Default: {BUILTIN_MIN_SCORE} with the"
        " built-in list, none with others.",
    )
    exclude: list[Path] | None = option(
        "FILE", "Leave out the words of this file, a list like --words. Can be repeated."
    )
    max_words: int | None = option(
        "N", "Keep only the N words with the best scores, for experiments."
    )
    alphabet: str = Shared.ALPHABET

    named = staticmethod(lists_of)

    def choice(self) -> ListChoice:
        """What these options say."""
        return ListChoice(
            lists_of(self.words or ()),
            min_score=self.min_score,
            exclude=lists_of(self.exclude or ()),
            max_words=self.max_words,
            alphabet=self.alphabet,
        )

    def load(self) -> WordList:
        """The word list.

        Raises:
            InputError: an option or a file is wrong.
        """
        return self.read(self.choice())

    def read(self, choice: ListChoice, min_length: int = 2) -> WordList:
        """The words of a choice, read once; people are told where letters were folded."""
        read: dict[Any, WordList] = vars(self).setdefault("_read", {})
        key = choice, min_length == 1
        if key in read:
            return read[key]
        words = read[key] = choice.load(min_length)
        if (
            not words.is_builtin
            and words.source != choice.source
            and (told := str(words.folding()))
        ):
            from satcross.words.languages import is_meant_for  # few lists need its imports

            if not is_meant_for(
                words.alphabet, ListChoice.files_of(choice.words, choice.min_score)
            ):
                echo_err(told)
        return words

    def load_lower(self) -> dict[int, WordList]:
        """The word lists of lower minimum scores than the one that is given, by score."""
        if self.min_score is None:
            return {}
        scores = [n for n in (self.min_score - step for step in LOWER_SCORES) if n > 0]
        every = self.choice().load(every_score=True) if scores else None
        return {n: every.with_min_score(n) for n in scores if every is not None}


def _short_forms(*, of_board: bool) -> type:
    """The options of the rules that have one, as the base of an option set.

    Args: of_board: whether with those that say what cells and slots there are.
    """
    members: dict[str, Any] = {"__annotations__": {}}
    for name, short in short_forms().items():
        if short.text and of_board >= short.of_board:
            names = (short.option,) if short.option else ()
            number = int if short.off is not None else int | None
            kinds: dict[type, Any] = {
                bool: bool, int: number, str: str | None, tuple: list[str] | None
            }  # fmt: skip
            members["__annotations__"][name] = kinds[short.kind]
            members[name] = (
                flag(short.text, *names)
                if short.kind is bool
                else option(short.metavar, short.text, *names, default=short.off or None)
            )
    return option_set(_PUZZLE)(type("ShortForms", (), members))


def _lines_of(path: Path) -> list[str]:
    from satcross.files import read_file, utf8_text

    text = utf8_text(read_file(path, OptionError, limit=MAX_RULES), str(path), OptionError)
    return text.splitlines()


def _with_words(text: str) -> str:
    """A rule that ends with `: @FILE`, with the words of that list in its place."""
    head, at, name = text.rpartition("@")
    if not at or not head.rstrip().endswith(":"):
        return text
    lines = _lines_of(Path(name.strip()))
    words = (line.partition(";")[0].replace(",", " ").strip() for line in lines)
    return head + ", ".join(word for word in words if word and not word.startswith("#"))


def rules_in_file(path: Path) -> list[str]:
    """The rules of a file, one a line. Raises OptionError, which names the file and the line."""
    found: list[str] = []
    for number, line in enumerate(_lines_of(path), start=1):
        rule = line.partition("#")[0].strip()
        if not rule:
            continue
        if len(found) == MAX_RULE_LINES:
            raise OptionError(f"has more than {MAX_RULE_LINES:,} rules", source=str(path))
        try:
            found.append(rule_of_text(_with_words(rule)).to_text())
        except OptionError as error:
            raise OptionError(
                error.problem, hint=error.hint, source=str(path), line=number
            ) from None
    return found


@option_set(_PUZZLE)
class RuleOptions:
    """Rules as texts, beside those that have options of their own."""

    rule: list[str] | None = option(
        "TEXT",
        "What else must hold, as in '~12A=*S', 'somewhere Z' and 'at most 1 of 1A=CAT, 2D=DOG';"
        " 'word-list 12A: @FILE' reads a list. Can be repeated.",
    )

    rules_file: list[Path] | None = option(
        "FILE",
        "Rules as --rule takes them, one a line; # begins a comment. Can be repeated.",
        "--rules",
    )

    @cached_property  # a pipe can be read once
    def _texts(self) -> list[str]:
        in_files = (text for path in self.rules_file or () for text in rules_in_file(path))
        return [*map(_with_words, self.rule or ()), *in_files]

    def rules(self) -> dict[str, Any]:
        """The rules that options ask for, as keywords of `Puzzle`.

        Raises: OptionError: an option and a text, both given by hand, say different things.
        """
        # What is off is left out: it would undo a `--rule` of its kind.
        asked = {name: getattr(self, name, None) for name in short_forms()}
        given = {
            name: value
            for name, value in asked.items()
            if not (value is None or value is False or value in ([], short_forms()[name].off))
        }
        # Rules of the configuration give way to options.
        n_of_configuration = 0 if "rule" in given_by_hand() else len(self.rule or ())
        for rule in map(rule_of_text, self._texts[n_of_configuration:]):
            keyword = rule.short.keyword if rule.short and rule.short.kind is not tuple else None
            if keyword in given and rule not in type(rule).of_keyword(given[keyword]):
                problem = f"is {given[keyword]}, but there is the rule {rule.to_text()!r} too"
                raise OptionError(problem, hint="give one of them", parameter=keyword)
        return {**given, "rules": tuple(self._texts)}


@option_set(_PUZZLE)
class SlotListOptions:
    """Lists of their own for some slots."""

    slot_list: list[str] | None = option(
        "SLOTS:LIST",
        "A list of their own for some slots, as in '17A 54A: theme.txt' and '10+: long.txt@0-50',"
        " which is for those of 10 cells and more. They hold no other words, and other slots none"
        " that only this list has. Can be repeated.",
    )

    def slot_lists(
        self, choice: ListChoice, read: "Callable[[ListChoice], WordList]"
    ) -> "list[tuple[str, WordList]]":
        """The slots as they are named, each with its list, from which no minimum score takes words.

        Args: choice: of the words of other slots; read: reads a choice.

        Raises: InputError: a list cannot be read, or an option is none.
        """
        found: list[tuple[str, WordList]] = []
        for text in self.slot_list or ():
            slots, _, name = (part.strip() for part in text.partition(":"))
            if not (slots and name):
                raise OptionError(
                    f"{text[:60]!r} names no slots and list",
                    hint="write '17A 54A: theme.txt', or '10+: long.txt'",
                    parameter="slot_list",
                )
            own = ListChoice(
                lists_of([Path(name)]), exclude=choice.exclude, alphabet=choice.alphabet
            )
            found.append((slots, read(own)))
        return found


@option_set(_PUZZLE)
class EntryRulesOptions(RuleOptions, SlotListOptions, _short_forms(of_board=False)):  # type: ignore[misc]
    """Rules for the entries of a grid whose pattern is still to be made."""

    def load(self) -> "EntryRules":
        """The rules. Raises OptionError: one is out of range."""
        from satcross.model.entry_rules import EntryRules

        return EntryRules(**self.rules())


@option_set(_PUZZLE)
class _GridRules(RuleOptions, _short_forms(of_board=True)):  # type: ignore[misc]
    pass


@option_set(_PUZZLE)
class _GridOptions:
    grid: str = argument("GRID", "A grid file, - for stdin, or a hex pattern.")
    word_list: WordListOptions


@option_set(_PUZZLE)
class PuzzleOptions(_GridRules, SlotListOptions, _GridOptions):
    """A grid with the words and the rules for it."""

    def load(self) -> "Puzzle":
        """The puzzle, with the rules and banned words that its file has.

        Raises:
            OptionError: an option is wrong.
            GridError, FormatError: the grid cannot be read or is no puzzle; the error names it.
            WordListError: a list cannot be read.
        """
        from satcross.cli.options.refill import KeepOptions

        return self.load_kept(KeepOptions())[0]

    def load_kept(
        self, kept: "KeepOptions"
    ) -> "tuple[Puzzle, Crossword | None, Roles | None, ListChoice]":
        """The puzzle, the crossword of its file, where it is one, whose its letters are, and words.

        Raises: as `load` and `KeepOptions.apply`.
        """
        puzzle, crossword, words = self.load_with_crossword()
        if not kept.names_letters and crossword is None:
            return puzzle, crossword, None, words
        puzzle, roles = kept.apply(puzzle, crossword, self.grid)
        return puzzle, crossword, roles, words

    def size(self) -> tuple[int, int] | None:
        """(rows, columns), where GRID is a size and no file of that name is there."""
        from satcross.pattern.presets import parse_size

        if not Path(self.grid).exists():
            with suppress(OptionError):
                return parse_size(self.grid)
        return None

    def load_for_size(self) -> "tuple[WordList, dict[str, Any]]":
        """The words and the rules, as keywords of `Puzzle`, for a pattern that is still to be made.

        Raises: InputError: an option or a file is wrong.
        """
        from satcross.model.slotlists import with_slot_lists

        words, rules = self.word_list.load(), self.rules()
        own = self.slot_lists(self.word_list.choice(), self.word_list.read)
        words, added = with_slot_lists(words, own)
        return words, rules | {"rules": (*rules["rules"], *added)}

    def source(self) -> "Source":
        """Where grids for puzzles of another kind come from.

        A pattern for each seed, where GRID is a size; else its grid, with the clues of its file.

        Raises: InputError: an option or a file is wrong.
        """
        from satcross.tasks.making import OfPuzzle
        from satcross.tasks.sources import OfSize

        if self.size() is not None:
            words, rules = self.load_for_size()
            return OfSize(self.grid, None, words, rules)
        from satcross.cli.options.refill import KeepOptions

        puzzle, crossword, _, _ = self.load_kept(KeepOptions())
        return OfPuzzle(puzzle, crossword, self.grid)

    def load_with_crossword(
        self,
        words: "ListChoice | None" = None,
        rules: "Sequence[Rule] | None" = None,
        **how: Any,
    ) -> "tuple[Puzzle, Crossword | None, ListChoice]":
        """The puzzle with all letters of its file, the crossword, where it is one, and its words.

        What the file says of banned words is for `KeepOptions.apply`.

        Args:
            words: those where the file says nothing of them; None for those of the options.
            rules: those besides what the file has; None for those of the options.
            how: keywords of `load_puzzle`.
        """
        from satcross.formats.grids import load_puzzle

        by_hand = self.rules() if rules is None else {"rules": rules}
        puzzle, crossword, choice = load_puzzle(
            self.grid, words or self.word_list.choice(), by_hand, given=given_by_hand(),
            load=self.word_list.read, **how,
        )  # fmt: skip
        if crossword is not None and crossword.remarks:
            from satcross.cli.output.crosswords import echo_remarks
            from satcross.packed import STDIN

            echo_remarks(crossword, STDIN if self.grid == "-" else self.grid)
        own = self.slot_lists(choice, self.word_list.read) if rules is None else ()
        for slots, listed in own:
            puzzle = puzzle.with_slot_list(slots, listed)
        return puzzle, crossword, choice


@option_set(_PUZZLE)
class PuzzleOrSizeOptions(PuzzleOptions):
    """The same of a command that makes a pattern for a size: see `size` and `source`."""

    grid: str = argument(
        "GRID", "A grid file, a size such as 15x15, - for stdin, or a hex pattern."
    )
