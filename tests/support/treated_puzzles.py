"""Small random puzzles with treated entries, and their fills by trying all letters."""

from __future__ import annotations

import random
from itertools import product

import satcross as sx
from satcross.verification.crossword import verify

LETTERS = "ABC"
MOST_OPEN = 8  # cells in which all letters are tried
GRIDS = ("..\n..", "...\n..#", "...\n.#.", "..\n..\n..")
TREATMENTS = (
    "plain",
    "reversed",
    "cyclic",
    "cyclic reversed",
    "jumbled",
    "misprint",
    "misprint wrong",
    "misprint A>B",
    "latent",
    "inserted",
    "without-first",
    "without-last",
    "letters-latent",
    "without A",
    "without BA",
    "substitution A>B",
    "substitution AB>C",
    "substitution C>AB",
    "caesar 1",
    "caesar",
    "vigenere BC",
    "cipher CA",
    "cipher BCA",
)
WITH_LETTER = (
    "misprint",
    "misprint wrong",
    "misprint A>B",
    "latent",
    "inserted",
    "without-first",
    "without-last",
    "letters-latent",
)


def random_puzzle(seed: int) -> sx.Puzzle:
    """A small puzzle with one or two rules about treatments."""
    chance = random.Random(seed)
    sizes = range(2, 5)
    every = ["".join(word) for n in sizes for word in product(LETTERS, repeat=n)]
    words = {word: chance.randint(1, 5) for word in chance.sample(every, chance.randint(12, 70))}
    listed = sx.WordList.from_words(words.items(), alphabet=sx.Alphabet(LETTERS))
    template = chance.choice(GRIDS)
    names = [slot.name for slot in sx.Puzzle(template, listed).slots]
    chance.shuffle(names)
    n_first = chance.randint(1, len(names))
    parts = [names[:n_first]]
    if n_first < len(names) and chance.random() < 0.5:
        parts.append(names[n_first : n_first + 1])
    rules = [_rule(part, chance) for part in parts]
    if chance.random() < 0.2:
        rules.append(f"min-score {chance.randint(2, 3)} {names[0]}")
    if chance.random() < 0.2:
        rules.append(f"regex {names[0]}: {chance.choice(LETTERS)}.*")
    if chance.random() < 0.2:
        rules.append(f"~{names[-1]}={chance.choice(LETTERS)}*")
    if chance.random() < 0.3:
        rules.append("allow-repeats")
    return sx.Puzzle(template, listed, rules)


def with_givens(puzzle: sx.Puzzle, seed: int) -> sx.Puzzle:
    """The puzzle with letters in about half of its cells, any ones."""
    chance = random.Random(seed)
    cells = [
        chance.choice(LETTERS) if cell == "." and chance.random() < 0.5 else cell
        for cell in puzzle.grid.cells
    ]
    return sx.Puzzle(puzzle.grid.with_cells(cells), puzzle.listed, puzzle.rules)


def _rule(names: list[str], chance: random.Random) -> str:
    text = " ".join(names)
    several = "; several readings" if chance.random() < 0.6 else ""
    if chance.random() < 0.4:
        chosen = chance.sample(WITH_LETTER, chance.randint(1, 2))
        message = "".join(chance.choices(LETTERS, k=len(names)))
        return f"treatment {text}: {', '.join(chosen)}; spells {message}{several}"
    chosen = chance.sample(TREATMENTS, chance.randint(1, 3))
    return f"treatment {text}: {', '.join(chosen)}{several}"


def said_puzzle(seed: int) -> sx.Puzzle:
    """A small puzzle whose letters, and treatments, are in cells of their own or of the grid."""
    chance = random.Random(seed)
    while True:
        plain = random_puzzle(seed)
        names = [slot.name for slot in plain.slots]
        chance.shuffle(names)
        about = names[: chance.randint(1, min(3, len(names)))]
        parts = []
        with_letters = chance.random() < 0.7
        ways = ("plain", *WITH_LETTER) if with_letters else TREATMENTS
        if with_letters:
            own = [f"m{at}" for at in range(len(about))]
            if chance.random() < 0.3:
                own[0] = plain.grid.cell_name(chance.choice(plain.slots).cells[0])
            parts.append(f"letters in {'k' if chance.random() < 0.3 else ' '.join(own)}")
        if not with_letters or chance.random() < 0.4:
            own = [f"t{at}" for at in range(len(about))]
            parts.append(f"kinds in {' '.join(own)}")
        chosen = ", ".join(chance.sample(ways, chance.randint(1, 3)))
        several = "; several readings" if chance.random() < 0.5 else ""
        rules = [f"treatment {' '.join(about)}: {chosen}; {'; '.join(parts)}{several}"]
        try:
            puzzle = sx.Puzzle(plain.grid, plain.listed, rules)
        except sx.OptionError:
            seed += 10**6
            continue
        if puzzle.grid.cells.count(".") > MOST_OPEN:
            seed += 10**6
            continue
        cells = [puzzle.grid.cell_name(at) for at in sorted(puzzle.cells_in_slots)]
        if chance.random() < 0.5:
            some = " ".join(chance.sample(cells, min(len(cells), 3)))
            rules.append(f"letter-count {some}: {chance.choice(LETTERS)} at most 1")
        if chance.random() < 0.3:
            rules.append(f"~{chance.choice(names)}={chance.choice(LETTERS)}*")
        if chance.random() < 0.3:
            rules.append("allow-repeats")
        elif chance.random() < 0.3:
            rules.append("max-shared-substring 2")
        return sx.Puzzle(plain.grid, plain.listed, rules)


def whole_puzzle(seed: int) -> sx.Puzzle:
    """A small puzzle whose treated entries spell a message, or with a key to be found."""
    chance = random.Random(seed)
    while True:
        few = chance.sample(["".join(w) for n in (2, 3) for w in product(LETTERS, repeat=n)], 16)
        listed = sx.WordList.from_words(few[: chance.randint(4, 16)], alphabet=sx.Alphabet(LETTERS))
        plain = sx.Puzzle(chance.choice(GRIDS), listed)
        names = [slot.name for slot in plain.slots]
        chance.shuffle(names)
        about = " ".join(names[: chance.randint(2, len(names))])
        ways = chance.sample(WITH_LETTER, chance.randint(1, 2))
        match chance.randint(0, 3):
            case 0 | 1:
                some = {"".join(chance.choices("AB", k=chance.randint(1, 3))) for _ in range(2)}
                first = chance.choice(["", "; plain first", "; several readings"])
                value = f"plain, {', '.join(ways)}; treated spell {', '.join(sorted(some))}{first}"
                if chance.random() < 0.3:
                    value = f"{ways[0]}, plain, cyclic; treated {chance.randint(1, 3)}{first}"
                about = chance.choice(["slot", about])
            case 2:
                keys = {"".join(chance.choices(LETTERS, k=chance.randint(1, 2))) for _ in range(3)}
                n = max(map(len, keys))
                named = " ".join(f"k{at}" for at in range(n))
                more = chance.choice(["", ", plain", ", reversed"])
                first = "; plain first" if more == ", plain" and chance.random() < 0.5 else ""
                value = f"vigenere{more}; key in {named}: {', '.join(sorted(keys))}{first}"
            case 3:
                value = f"{', '.join(ways)}; one message"
                if chance.random() < 0.6:
                    own = [f"m{at}" for at in range(len(about.split()))]
                    value += f"; letters in {' '.join(own)}"
                else:
                    value += f"; spells {''.join(chance.choices(LETTERS, k=len(about.split())))}"
        rules = [f"treatment {about}: {value}"]
        if chance.random() < 0.5:
            rules.append("allow-repeats")
        elif chance.random() < 0.3:
            rules.append(f"~{names[0]}={chance.choice(LETTERS)}*")
        try:
            puzzle = sx.Puzzle(plain.grid, plain.listed, rules)
        except sx.OptionError:
            continue
        if puzzle.grid.cells.count(".") <= MOST_OPEN:
            return puzzle


def counted_puzzle(seed: int) -> sx.Puzzle:
    """A small puzzle of which a number of entries are treated, some of them perhaps given."""
    chance = random.Random(seed)
    every = ["".join(word) for n in (2, 2, 3) for word in product(LETTERS, repeat=n)]
    words = {word: chance.randint(1, 5) for word in chance.sample(every, chance.randint(4, 30))}
    listed = sx.WordList.from_words(words, alphabet=sx.Alphabet(LETTERS))
    names = chance.sample(["1A", "3A", "1D", "2D"], chance.randint(1, 3))
    ways = ["plain", *chance.sample(TREATMENTS[1:], chance.randint(1, 2))]
    chance.shuffle(ways)
    more = chance.choice(["", "; plain first", "; several readings"])
    rule = (
        f"treatment {' '.join(names)}: {', '.join(ways)}; treated {chance.randint(1, len(names))}"
    )
    made = sx.Puzzle("..\n..", listed, [rule + more])
    return with_givens(made, seed) if chance.random() < 0.4 else made


def fills_by_trying(puzzle: sx.Puzzle) -> set[str]:
    """All fills that the checker lets pass.

    What stands beside the grid does not make a word of what stands in it: letters in whose entries
    there are none are tried with one text there, and not with all.
    """
    template = puzzle.grid
    open_cells = [at for at, cell in enumerate(template.cells) if cell == "."]
    inside = [at for at in open_cells if at < template.size]
    beside = [at for at in open_cells if at >= template.size]
    found = set()
    for letters in product(LETTERS, repeat=len(inside)):
        cells = list(template.cells)
        for at, letter in zip(inside, letters, strict=True):
            cells[at] = letter
        for others in product(LETTERS, repeat=len(beside)):
            for at, letter in zip(beside, others, strict=True):
                cells[at] = letter
            filled = template.with_cells(tuple(cells))
            faults = verify(template, filled, puzzle.listed, rules=puzzle.rules)
            if not faults:
                found.add(text_of(filled))
            if any(fault.kind == "word" or " is no word by " in fault.text for fault in faults):
                break
    return found


def text_of(grid: sx.Grid) -> str:
    return "\n".join([str(grid), *grid.beside_lines()])
