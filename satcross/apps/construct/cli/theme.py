"""Option set of theme entries, for `satcross theme` and `satcross make`."""

from pathlib import Path

from satcross import Alphabet, OptionError, WordListError
from satcross.apps.construct.theme import Theme, readings_of, with_second
from satcross.commandline import flag, option, option_set
from satcross.extend import Direction, phrase_letters, read_file, utf8_text

_THEME = "Theme"
MAX_FILE = 1 << 20  # bytes; a theme is a few phrases
_DIRECTIONS = {
    "across": (Direction.ACROSS,),
    "down": (Direction.DOWN,),
    "both": (Direction.ACROSS, Direction.DOWN),
}


@option_set(_THEME)
class ThemeOptions:
    """The entries that must stand in the grid, and how."""

    theme: list[str] | None = option(
        "PHRASE",
        "An entry that must be in the grid; it need not be in the word list. Spaces and"
        " punctuation are ignored. CLINTON/BOBDOLE is an entry with two readings, for make alone."
        " Can be repeated.",
    )
    theme_file: Path | None = option("FILE", "Such phrases, one on each line.")
    optional: list[str] | None = option(
        "PHRASE", "An entry that may be in the grid. Can be repeated."
    )
    at_least: int = option("K", "Minimum number of optional entries.", default=0)
    direction: str = option("across|down|both", "Direction of theme entries.", default="across")
    gap: int = option(
        "N", "Rows from one theme entry to the next, where they are above each other.", default=2
    )
    unpaired: bool = flag("Theme entries need not be in symmetric pairs.")

    def load(self, alphabet: "Alphabet") -> Theme:
        """The theme.

        Raises:
            OptionError: an option is wrong.
            WordListError: the file cannot be read, or a line of it is not a phrase.
        """
        if self.direction not in _DIRECTIONS:
            raise OptionError(
                f"must be across, down or both, got {self.direction!r}", parameter="direction"
            )
        phrases = [readings_of(text, alphabet, source="--theme") for text in self.theme or ()]
        if self.theme_file is not None:
            phrases += _from_file(self.theme_file, alphabet)
        words, second = with_second(phrases)
        return Theme(
            words,
            tuple(
                phrase_letters(text, alphabet, source="--optional") for text in self.optional or ()
            ),
            self.at_least,
            directions=_DIRECTIONS[self.direction],
            symmetric=not self.unpaired,
            gap=self.gap,
            alphabet=alphabet,
            second=second,
        )


def _from_file(path: Path, alphabet: "Alphabet") -> list[tuple[str, ...]]:
    data = read_file(path, WordListError, limit=MAX_FILE)
    lines = utf8_text(data, str(path), WordListError).splitlines()
    words = [
        readings_of(line, alphabet, source=str(path), line=number)
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not words:
        raise WordListError(
            "the file is empty", hint="write one phrase on each line", source=str(path)
        )
    return words
