"""Which words a puzzle has: what options, lines of a batch and files of puzzles say of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from satcross.errors import OptionError, WordListError
from satcross.model.alphabet import Alphabet
from satcross.words.alphabets import alphabet_of, needs_words, parse_alphabet
from satcross.words.builtin import BUILTIN_MIN_SCORE, BUILTIN_VULGAR, builtin_pieces
from satcross.words.lines import ListLine
from satcross.words.named import BUILTIN, VULGAR, is_name, known_names, list_path
from satcross.words.report import OUTSIDE, TOO_LONG
from satcross.words.wordlist import WordList

_TEXTS = "str | Sequence[str]"


@dataclass(frozen=True, slots=True)
class ListChoice:
    """A choice of words.

    Args:
        words: paths or names of lists; none for the built-in one.
        word_list: the words themselves with their scores; None where `words` has them.
        min_score: the lowest score of a word; None for the usual one, which is that of the built-in
            list, and none for others.
        exclude: paths or names of lists whose words are left out.
        max_words: how many words are kept, the best; None for all.
        alphabet: a name or letters, as the option of that name.
        digest: of the words that are expected; "" for any.
        source: names `word_list` in errors.
    """

    KEYS: ClassVar[Mapping[str, str]] = {
        "words": _TEXTS,
        "word_list": "list | Mapping",
        "min_score": "int | None",
        "exclude": _TEXTS,
        "max_words": "int",
        "alphabet": "str",
        "words_digest": "str",
    }
    """What a file may say of words, with the types of the values."""
    BUILTIN: ClassVar = Path(BUILTIN)  # among `words`

    words: tuple[Path, ...] = ()
    word_list: tuple[tuple[str, float], ...] | None = None
    min_score: int | None = None
    exclude: tuple[Path, ...] = ()
    max_words: int | None = None
    alphabet: str = "latin"
    digest: str = ""
    source: str = "words"

    def letters(self) -> Alphabet:
        """The alphabet, of the syllables of these words where its name says so.

        Raises:
            OptionError: it is none.
            WordListError: a list that it is made of cannot be read.
        """
        if self.word_list is not None:
            return parse_alphabet(self.alphabet, (word for word, _ in self.word_list))
        if not needs_words(self.alphabet):
            return parse_alphabet(self.alphabet)
        if Path("-") in self.words:
            raise OptionError(
                f"the letters of {self.alphabet} are those of a list, which would be read twice",
                hint="save standard input in a file",
                parameter="alphabet",
            )
        return alphabet_of(
            self.alphabet, self.words and ListChoice.files_of(self.words, self.min_score)
        )

    @property
    def lowest_score(self) -> int | None:
        """The minimum score in force; None where there is none."""
        if self.min_score is None and self.word_list is None and _is_builtin(self.words):
            return BUILTIN_MIN_SCORE
        return self.min_score

    def load(self, min_length: int = 2, *, every_score: bool = False) -> WordList:
        """The word list.

        Args:
            min_length: of entries; with 1, words of one letter are kept.
            every_score: whether to keep words that score less than the minimum.

        Raises:
            OptionError: there is no such list or alphabet, or a number is out of range.
            WordListError: a list cannot be read, or is another one than is expected; or a score is
                out of range.
        """
        is_whole = self.word_list is not None and self.digest  # as a puzzle was written with it
        options: dict[str, Any] = {
            "min_score": 0 if every_score else self.min_score,
            "alphabet": self.letters(),
            "exclude": list(self.exclude),
            "max_words": self.max_words,
            "min_letters": 1 if min_length == 1 or is_whole else 2,
        }
        if self.word_list is None:
            found = load_lists(self.words, **options)
        else:
            options["exclude"] = ListChoice.files_of(self.exclude)
            try:
                found = WordList.from_words(self.word_list, source=self.source, **options)
            except WordListError as error:
                raise WordListError(error.problem, hint=error.hint, source=self.source) from None
            for reason in (OUTSIDE, TOO_LONG):
                if reason in found.report.dropped:
                    raise OptionError(
                        f"has {found.report.dropped[reason].shown()}: {reason}",
                        hint="remove it, or choose another alphabet",
                        source=self.source,
                        parameter="word_list",
                    )
        if self.digest and not every_score and found.digest != self.digest:
            raise OptionError(
                "the words are not those that the puzzle was written with",
                hint="get that list, or remove words_digest",
                source=self.source,
            )
        return found

    def over(self, said: Mapping[str, Any], source: str, given: Collection[str] = ()) -> ListChoice:
        """This choice with what a file says instead, but for what was given by hand.

        Args:
            said: some of `KEYS`; paths are from the file's folder.
            source: the file.
            given: the fields that stay as they are.

        Raises:
            OptionError: `word_list` has something else than words, or `max_words` is less than 1.
        """
        if "words" in given:
            said = {key: said[key] for key in said if key not in ("word_list", "words_digest")}
        chosen: dict[str, Any] = {"source": source}
        if "words" in said or "word_list" in said:  # nothing is left of a choice of other words
            chosen |= {"words": (), "word_list": None, "min_score": None, "max_words": None}
        folder = Path(source).parent
        for key, value in said.items():
            if key in ("words", "exclude"):
                names = [value] if isinstance(value, str) else value
                chosen[key] = tuple(_from(folder, name) for name in names)
            elif key == "word_list":
                items = value.items() if isinstance(value, Mapping) else value
                chosen[key] = tuple(_pair(one) for one in items)
            elif key == "max_words" and value < 1:
                problem = f"must be 1 or greater, got {value}"
                raise OptionError(problem, source=source, parameter=key)
            elif key == "min_score":
                chosen[key] = value or 0
            else:
                chosen["digest" if key == "words_digest" else key] = value
        return replace(self, **{key: chosen[key] for key in chosen if key not in given})

    @staticmethod
    def files_of(given: Iterable[Path], min_score: int | None = None) -> list[Path]:
        """The files of word lists, each given by its path or its name, and each with its scale.

        A file that exists is never a name.

        Args: min_score: the pieces of the built-in list go down to it; by default to the usual one.
        Raises: OptionError: a name without any list, or with something else than a scale.
        """
        # A fill with the built-in list starts without them.
        from satcross.words.files import installed
        from satcross.words.scales import Scale

        lowest = BUILTIN_MIN_SCORE if min_score is None else min_score
        files: list[Path] = []
        for argument in given:
            path, scale = Scale.split(argument)
            found: list[Path] = []
            if not is_name(path):
                found.append(path)
            elif path.name == BUILTIN:
                found += builtin_pieces(lowest if min_score is None else scale.lowest(lowest))[0]
            elif path.name == VULGAR:
                found.append(BUILTIN_VULGAR)
            elif list_path(path.name).is_file():
                found.append(list_path(path.name))
            elif (file := installed(path)) != path:
                found.append(file)
            else:
                raise OptionError(
                    "there is no such file, and no list of that name",
                    hint=f"names are {', '.join(known_names())}; `satcross words build` makes more",
                    source=str(path),
                )
            suffix = str(argument)[len(str(path)) :]
            files += [Path(f"{file}{suffix}") for file in found]
        return files


def _pair(item: object) -> tuple[str, float]:
    """A word and its score, of a line of a word list or of such a pair."""
    match item:
        case str():
            try:
                line = ListLine.parse(item)
            except WordListError as error:
                raise OptionError(
                    f"has {item!r:.60}: {error.problem}", hint=error.hint, parameter="word_list"
                ) from None
            if line is not None:
                return line.written, line.score
        case [str() as word, int() | float() as score] if not isinstance(score, bool):
            return word, score
    raise OptionError(
        f"has {item!r:.60}, which is no word",
        hint='write texts as "CAT;60", or pairs as ["CAT", 60]',
        parameter="word_list",
    )


def _from(folder: Path, name: str) -> Path:
    """A path from a folder, or the name of a list."""
    there = folder / name
    return there if there.exists() or not is_name(Path(name)) else Path(name)


def _is_builtin(words: Collection[Path]) -> bool:
    return list(words) in ([], [Path(BUILTIN)])


def load_lists(given: Sequence[Path], *, min_score: int | None = None, **options: Any) -> WordList:
    """The words of lists, each given by its path or its name; of the built-in one without any.

    Args:
        min_score: leaves out words with a lower score; by default the usual minimum where the
            built-in list is the only one, and none with others.
        options: others of `WordList.load`.

    Raises:
        OptionError: a name without any list, or a wrong option.
        WordListError: a list cannot be read.
    """
    if list(given) in ([], [Path(BUILTIN)]):
        lowest = BUILTIN_MIN_SCORE if min_score is None else min_score
        return WordList.builtin(min_score=lowest, **options)
    return WordList.load(*ListChoice.files_of(given, min_score), min_score=min_score, **options)
