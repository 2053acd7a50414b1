"""Lists of words as teachers have them: twelve kinds of mess, in several languages."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

PAIRS = {
    "english": "photosynthesis=Plants make sugar|half-life=Decay|cell wall=Around plants|osmosis="
    "Water moves|enzyme=It speeds up|nucleus=It keeps the DNA|X-ray=A picture|membrane=It lets in",
    "german": "Straße=Weg|Bäckerei=Hier gibt es Brot|Schlüssel=Er öffnet|Übung=Macht den Meister|"
    "Größe=In Metern|fair play=Gerecht|Apfelbaum=Er trägt|Sommer=Warm",
    "spanish": "árbol=Tiene hojas|niño=Joven|cigüeña=Trae bebés|media-luna=De noche|mariposa=Vuela|"
    "perro=Ladra|señora=Mujer|avión=Va por el aire",
    "french": "forêt=Des arbres|arc-en-ciel=Après la pluie|garçon=Un enfant|fenêtre=Elle s'ouvre|"
    "crème brûlée=Un dessert|oiseau=Il vole|école=On y apprend|renard=Il est roux",
    "russian": "корова=Даёт молоко|собака=Лает|молоко=Белое|дерево=Растёт|самолёт=Летает|окно="
    "Стеклянное|река=Течёт|город=Здесь живут",
    "polish": "żółw=Powolny|książka=Do czytania|szkoła=Uczy|jabłko=Owoc|źrebak=Mały koń|słońce="
    "Świeci|kościół=Dom z wieżą|drzewo=Ma liście",
}  # fmt: skip
Pairs = list[tuple[str, str]]


def _repeated(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    """The same line twice, and a word with another clue."""
    lines = [f"{word}: {clue}" for word, clue in pairs]
    return [*lines, lines[0], f"{pairs[1][0]}: Once more", f"{pairs[2][0].upper()}: {pairs[2][1]}"]


def _two_forms(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    lines = [f"{word}: {clue}" for word, clue in pairs]
    return [*lines, f"{pairs[0][0]}/{pairs[1][0]}: Both", "(der) Hund: He barks", "l'eau: Water"]


def _digits(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    lines = [f"{word},{clue}" for word, clue in pairs]
    return [*lines, "3D-Brille,For the cinema", "2026,A year", "H2O,Water", "R2-D2,A robot"]


def _dashes(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    mark = rng.choice((" - ", " – ", " — ", " = "))
    return [f"{word[:6]}{mark}{clue[:5]}" for word, clue in pairs]


def _numbered(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    mark = rng.choice((".", ")"))
    return [f"{n}{mark} {word}: {clue}" for n, (word, clue) in enumerate(pairs, 1)]


def _bullets(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    mark = rng.choice("•-*–")
    return [f"{mark} {word}; {clue}" for word, clue in pairs] + [f"{mark} ", f"{mark} x"]


def _table(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    """A spreadsheet as CSV, with quotes, a header and empty columns."""
    mark = rng.choice(",;")
    rows = [f'"{word}"{mark}"{clue}, or ""so"""{mark}{mark}' for word, clue in pairs]
    return [f"word{mark}clue{mark}notes{mark}", *rows, mark * 3, "# Unit 4", *rows[:1]]


def _flashcards(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    rows = [
        f"q{n}<&;\tBasic\t<b>{word}</b>\t{clue}&nbsp;[sound:{n}.mp3]<br>\tbiology"
        for n, (word, clue) in enumerate(pairs)
    ]
    heads = ["separator:tab", "html:true", "guid column:1", "notetype column:2", "tags column:5"]
    return [f"#{head}" for head in heads] + rows


def _blanks(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    """Blank lines, comments, odd blanks and line ends."""
    lines = [f"  {word} \t {clue}  \r" for word, clue in pairs]
    return ["\ufeff# Unit 3", "", *lines[:3], "\u00a0", "   ", "# more", *lines[3:], ""]


def _short(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    lines = [f"{word}: {clue}" for word, clue in pairs]
    return [*lines, "a: A letter", ": A clue alone", "!!!: Nothing", "…", "I"]


def _signs(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    lines = [f"{word} | {clue}" for word, clue in pairs[:2]]
    lines += [f"{word}: {clue} 🦊" for word, clue in pairs[2:]]
    return [*lines, "c@t: Odd", "fox 🦊: Red", "R&B: Music", "to go (went, gone): Irregular"]


def _foreign(pairs: Pairs, rng: random.Random) -> Sequence[str]:
    """Words of another script, and lines with other marks than most."""
    lines = [f"{word}; {clue}" for word, clue in pairs]
    lines[0] = lines[0].replace("; ", "\t")
    lines[1] = lines[1].replace("; ", ": ")
    return [*lines, "日本; Japan", "λόγος; Word", "smörgåsbord; Bread", "naïveté; Trust"]


KINDS: dict[str, Callable[[Pairs, random.Random], Sequence[str]]] = {
    kind.__name__.strip("_"): kind
    for kind in (
        _repeated, _two_forms, _digits, _dashes, _numbered, _bullets, _table, _flashcards, _blanks,
        _short, _signs, _foreign,
    )
}  # fmt: skip


def messy_list(kind: str, seed: int) -> str:
    """A list of a kind of mess, a text file's content."""
    rng = random.Random(f"{kind} {seed}")
    language = rng.choice(sorted(PAIRS))
    pairs = [(word, clue) for word, clue in (one.split("=") for one in PAIRS[language].split("|"))]
    rng.shuffle(pairs)
    return "\n".join(KINDS[kind](pairs, rng)) + "\n"
