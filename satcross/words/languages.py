"""Word lists of other languages, made from the dictionaries that the user has installed.

The words are those of the Hunspell dictionary, of aspell's, or of a plain list such as Debian's
packages have in /usr/share/dict; the scores follow from the frequencies of the package `wordfreq`,
if it is there.
"""

from __future__ import annotations

import gzip
import math
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from satcross.errors import OptionError, WordListError
from satcross.files import write_file
from satcross.model.alphabet import Alphabet
from satcross.words.alphabets import alphabet_of, needs_words, parse_alphabet
from satcross.words.aspell import SUFFIX as ASPELL
from satcross.words.aspell import aspell_words, find_aspell
from satcross.words.builtin import DATA
from satcross.words.files import WORDS
from satcross.words.hunspell import hunspell_words
from satcross.words.named import list_path
from satcross.words.report import MAX_LETTERS, MIN_LETTERS
from satcross.words.scales import Scale

HUNSPELL = (
    Path("/usr/share/hunspell"),
    Path("/usr/share/myspell"),
    Path("/usr/share/myspell/dicts"),
)
PLAIN = Path("/usr/share/dict")
MAX_WORDS = 500_000  # the rarest forms of verbs are many, and of no use; a list may have 1,000,000


class Language(NamedTuple):
    """A language of which lists are made.

    Args:
        name: in English.
        alphabet: for `--alphabet`.
        hunspell: the names that its dictionary may have, the first that is there counts.
        aspell, plain: the same of aspell's dictionaries and of plain lists.
        package: Debian's package of a dictionary.
        stems: whether only the words of Hunspell's dictionary count, without their forms: Hebrew
            articles and Korean particles are written with a word, and make millions.
    """

    name: str
    alphabet: str
    hunspell: Sequence[str]
    aspell: Sequence[str]
    plain: Sequence[str]
    package: str
    stems: bool = False


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        code: Language(**fields)
        for code, fields in tomllib.loads(
            (DATA / "languages.toml").read_text(encoding="utf-8")
        ).items()
    }
)

# (Zipf value, score) in ascending order; between two, the score is on the straight line. A Zipf
# value is log10 of occurrences per billion words. As in the built-in list, 50 is fine in a
# newspaper, and 30 known to most solvers.
SCALE = ((0.0, 5), (1.0, 15), (1.7, 30), (2.5, 50), (3.2, 70), (4.2, 85), (5.0, 95), (6.0, 100))


# By letters: the score below 0, whether the word begins with a capital, and the written form.
_Scored = dict[str, tuple[int, bool, str]]


class Built(NamedTuple):
    """A list that was built.

    Args:
        path: its file.
        source: the dictionary.
        n_words: words in it.
        is_scored: whether there were frequencies.
    """

    path: Path
    source: Path
    n_words: int
    is_scored: bool


def build_list(code: str, dictionary: Path | None = None, out: Path | None = None) -> Built:
    """Make the list of a language, and store it in the user's folder.

    Args:
        code: one of `LANGUAGES`.
        dictionary: a `.dic` file of Hunspell with its `.aff` file, a `.multi` file of aspell, or a
            plain list of words; by default what the system has.
        out: the file to write; by default the user's list of the language's name.

    Raises:
        OptionError: there is no such language, or no dictionary of it; or the list cannot be
            written.
        WordListError: the dictionary cannot be read.
    """
    if code not in LANGUAGES:
        raise OptionError(
            f"there is no language {code!r:.20}",
            hint=f"choose from {', '.join(LANGUAGES)}",
            parameter="language",
        )
    language = LANGUAGES[code]
    source = dictionary or find_dictionary(language)
    frequencies = _frequencies(code)
    words = words_of(source, stems=language.stems)
    if needs_words(language.alphabet):
        words = list(words)
    scores = scored(words, parse_alphabet(language.alphabet, words), frequencies)
    if not scores:
        raise WordListError("no word of the dictionary can be used", source=str(source))
    lines = [f"# {language.name}, made by satcross words build {code} from {source.name}."]
    if frequencies is not None:
        lines.append("# Scores follow from the frequencies of wordfreq, CC BY-SA 4.0.")
    lines += [f"{written};{score}" for written, score in scores]
    path = out or list_path(code)
    if out is None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise OptionError(
                f"the folder cannot be made: {problem.strerror}", source=str(path.parent)
            ) from None
    data = ("\n".join(lines) + "\n").encode()
    if path.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    write_file(path, data, OptionError)
    return Built(path, source, len(scores), frequencies is not None)


def is_meant_for(alphabet: Alphabet, files: Iterable[Path]) -> bool:
    """Whether all lists are ours, each with the alphabet that its language's crosswords use."""
    files = [Scale.split(file)[0] for file in files]
    meant = {list_path(code): language.alphabet for code, language in LANGUAGES.items()}
    return all(file in meant and alphabet_of(meant[file], files) == alphabet for file in files)


def find_dictionary(language: Language) -> Path:
    """The dictionary of a language on this machine: Hunspell's, aspell's, or a plain list.

    Raises: OptionError: there is none.
    """
    for folder in HUNSPELL:
        for name in language.hunspell:
            path = folder / f"{name}.dic"
            if path.is_file() and path.with_suffix(".aff").is_file():
                return path
    if (found := find_aspell(language.aspell)) is not None:
        return found
    for name in language.plain:
        if (PLAIN / name).is_file():
            return PLAIN / name
    raise OptionError(
        f"there is no dictionary of {language.name} on this machine",
        hint=f"install one (on Debian: apt-get install {language.package}), or name it by --from",
        parameter="language",
    )


def words_of(path: Path, *, stems: bool = False) -> Iterable[str]:
    """The words of a dictionary, as written, perhaps with repetitions; or only the stems.

    Raises: WordListError: it cannot be read.
    """
    if path.suffix == ".dic":
        return hunspell_words(path, stems=stems)
    if path.suffix == ASPELL:
        return aspell_words(path)
    return WORDS.read(path).data.decode().splitlines()


def scored(
    words: Iterable[str], alphabet: Alphabet, frequencies: Mapping[str, float] | None
) -> list[tuple[str, int]]:
    """(written form, score) of each word that the alphabet can write, in alphabetical order.

    No more than the best `MAX_WORDS` are kept, of those with equal scores the shortest.

    Args: frequencies: by lower-case word, as a share of all words; None if they are not known.

    >>> from satcross.model.alphabet import LATIN
    >>> scored(["été", "Zoo", "x1", "Été"], LATIN, {"été": 1e-4})
    [('été', 95), ('Zoo', 5)]
    """
    from satcross.words.entries import Folds  # numpy, to make lists only

    folds = Folds(alphabet)
    best: _Scored = {}
    for form in words:
        written = form if form.isascii() else unicodedata.normalize("NFC", form)
        word = folds.normalise(written)
        if word is None or not MIN_LETTERS <= len(word) <= MAX_LETTERS:
            continue
        score = Scale.DEFAULT
        if frequencies is not None:
            score = score_of(frequencies.get(written.lower(), 0.0))
        # Of forms with the same letters the best counts, small letters before capitals.
        found = (-score, written[0].isupper(), written)
        if word not in best or found < best[word]:
            best[word] = found
            if len(best) > 2 * MAX_WORDS:  # a dictionary may have millions of forms
                best = _rarest_left_out(best)
    return [(written, -minus) for _, (minus, _, written) in sorted(_rarest_left_out(best).items())]


def _rarest_left_out(words: _Scored) -> _Scored:
    """The best `MAX_WORDS` words; of those with equal scores the shortest."""
    best = sorted(words.items(), key=lambda item: (item[1][0], len(item[0]), item[0]))
    return dict(best[:MAX_WORDS])


def score_of(frequency: float) -> int:
    """The score of a word. Args: frequency: its share of all words.

    >>> score_of(0), score_of(10**-6.5), score_of(0.1)
    (5, 50, 100)
    """
    zipf = math.log10(frequency) + 9 if frequency > 0 else 0.0
    if zipf <= SCALE[0][0]:
        return SCALE[0][1]
    for (x0, y0), (x1, y1) in pairwise(SCALE):
        if zipf <= x1:
            return math.floor(y0 + (zipf - x0) * (y1 - y0) / (x1 - x0) + 0.5)
    return SCALE[-1][1]


def _frequencies(code: str) -> Mapping[str, float] | None:
    """Frequencies of lower-case words; None without the package `wordfreq`."""
    if find_spec("wordfreq") is None:
        return None
    from wordfreq import get_frequency_dict

    found: dict[str, float] = get_frequency_dict(code)
    return found
