"""Checks a certificate of satcross, without satcross: plain Python, written from one page.

    python examples/check_certificate.py FILE

The page is docs/internals/certificates.md. This checker knows grids of letters and blocks, the
claims "no fill", "no other fill" and "no other letter", and the rule "allow-repeats"; all else it
refuses. It is slow, so that it can be short.
"""

import json
import sys
from pathlib import Path

FIELDS = "schema version claim fills letters grid rules slots list alphabet words"


class CertificateError(Exception):
    """What is wrong with the certificate."""


def check(data):
    """What a certificate shows. Raises CertificateError: nothing."""
    first, head, log = [*data.split(b"\n", 2), b"", b""][:3]
    try:
        head = json.loads(head)
        return shown(first, head, log)
    except (ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError):
        raise CertificateError("it is damaged") from None


def shown(first, head, log):
    """What it shows, of its three parts."""
    if first != b"satcross certificate" or head["schema"] != "satcross.certificate/1":
        raise CertificateError("it is no certificate of fills")
    if unknown := {*head} - {*FIELDS.split()} | {*head["rules"]} - {"allow-repeats"}:
        raise CertificateError(f"this checker does not know {min(unknown)}")
    Proof(head).follow(numbers(log))
    return f"{head['claim']}, of {len(head['fills'])}, with the words of the certificate"


def numbers(log):
    """Seven bits a byte, the lowest first; 2n is n, and 2n + 1 is -n - 1."""
    found = shift = 0
    for byte in log:
        found |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield -(found >> 1) - 1 if found & 1 else found >> 1
            found = shift = 0


def slots_of(rows):
    """The cells of the runs of two or more between blocks, by name: 1A, 1D."""
    text, n_rows, width, found, number = "".join(rows), len(rows), len(rows[0]), {}, 0
    for at in range(len(text)):
        row, col = divmod(at, width)
        ways = ("A", 1, col, width - col), ("D", width, row, n_rows - row)
        begun = {}
        for way, step, n_before, n_on in ways:
            run = [at + step * i for i in range(n_on)]
            run = run[: next((i for i, cell in enumerate(run) if text[cell] == "#"), n_on)]
            if len(run) > 1 and (not n_before or text[at - step] == "#"):
                begun[way] = run
        number += bool(begun)
        found |= {f"{number}{way}": run for way, run in begun.items()}
    return found


class Proof:
    """Cells with the letters that are left to them, slots with their words, and earlier clauses."""

    def __init__(self, head):
        rows, self.letters, text = head["grid"], head["alphabet"], "".join(head["grid"])
        if len({*map(len, rows)}) != 1 or {*text} - {*self.letters, ".", "#"}:
            raise CertificateError("this checker knows letters, . and # in grids")
        self.cells = [{c} if c in self.letters else {*self.letters} for c in text]
        where = slots_of(rows)
        if sorted(head["slots"]) != sorted(where):
            raise CertificateError("the slots are others")
        self.slots = [where[name] for name in head["slots"]]
        self.words = [
            ["".join(text[at] for at in cells)]
            if "." not in [text[at] for at in cells]
            else sorted({word for word in head["words"] if len(word) == len(cells)})
            for cells in self.slots
        ]
        self.all_differ = "allow-repeats" not in head["rules"]
        self.denied = self.what_is_denied(head, text)
        self.clauses = {}  # by step
        before = None
        while before != (before := (str(self.cells), str(self.words))):
            self.narrow()

    def what_is_denied(self, head, text):
        """Clauses that say that the claim is wrong; what it says of fills is looked at."""
        fills, claim = ["".join(one) for one in head["fills"]], head["claim"]
        for fill in fills:
            read = ["".join(fill[at] for at in cells) for cells in self.slots]
            if not all(word in words for word, words in zip(read, self.words, strict=True)):
                raise CertificateError("a fill has a word that cannot be there")
            if any(c != g for c, g in zip(fill, text, strict=True) if g != "."):
                raise CertificateError("a fill is of another grid")
            if self.all_differ and len({*read}) < len(read):
                raise CertificateError("a fill has a word twice")
        if claim == "no fill" and not fills:
            return []
        if claim == "no other fill" and fills and len({*fills}) == len(fills):
            opened = sorted({at for cells in self.slots for at in cells if text[at] == "."})
            return [[-self.literal(at, fill[at]) for at in opened] for fill in fills]
        if claim != "no other letter":
            raise CertificateError("this checker does not know such a claim")
        clause = []
        for name, known in head["letters"].items():
            row, col = map(int, name.removeprefix("r").split("c"))
            at = (row - 1) * len(head["grid"][0]) + col - 1
            if {*known} - {fill[at] for fill in fills}:
                raise CertificateError("a letter is in no fill")
            clause += [self.literal(at, c) for c in self.letters if c not in known]
        return [clause]

    def narrow(self):
        """A round of arc consistency."""
        for i, cells in enumerate(self.slots):
            self.words[i] = self.left(i)
            for k, at in enumerate(cells):
                self.cells[at] = self.cells[at] & {word[k] for word in self.words[i]}
            for j in range(len(self.slots)) if self.all_differ and len(self.words[i]) == 1 else ():
                if j != i:
                    self.words[j] = [word for word in self.words[j] if word != self.words[i][0]]

    def left(self, i):
        """The words of a slot that its cells still allow."""
        cells = [self.cells[at] for at in self.slots[i]]
        return [w for w in self.words[i] if all(c in of for c, of in zip(w, cells, strict=True))]

    def literal(self, at, letter):
        """That a cell has a letter."""
        return at * len(self.letters) + self.letters.index(letter) + 1

    def place(self, literal):
        """The cell and the letter of a literal."""
        at, letter = divmod(abs(literal) - 1, len(self.letters))
        if not 0 <= at < len(self.cells):
            raise CertificateError(f"there is no literal {literal}")
        return at, self.letters[letter]

    def value(self, literal):
        """True, False, or None where both can be."""
        at, c = self.place(literal)
        if c in self.cells[at] and len(self.cells[at]) > 1:
            return None
        return (c in self.cells[at]) == (literal > 0)

    def may_be(self, literal):
        """Whether a literal is not false."""
        return self.value(literal) is not False

    def assign(self, literal):
        """Make a literal true; whether that is a contradiction."""
        at, c = self.place(literal)
        self.cells[at] = self.cells[at] & {c} if literal > 0 else self.cells[at] - {c}
        return not self.cells[at]

    def follow(self, log):  # noqa: PLR0912 (a branch for each kind of step)
        """Follow the steps up to the contradiction."""
        choices, dead = [], False  # each choice with the cells before it; whether it is refuted
        if not all(self.words) or not all(self.cells):
            return
        for step, kind in enumerate(log, 1):
            literals = [next(log) for _ in range(next(log))]
            hints = []
            for _ in range(next(log) if kind else 0):
                hint = next(log)
                hints.append((hint & 3, hint >> 2, next(log) if hint & 1 else 0))
            if kind < 2 and choices:
                choices, dead, self.cells = [], False, choices[0][1]
            before = [*self.cells]
            if kind == 0:  # a clause
                wanted = {*self.denied.pop(0)} if self.denied else {0}
                gone = wanted - {*literals}
                if 0 in wanted or not wanted >= {*literals} or any(map(self.may_be, gone)):
                    raise CertificateError(f"step {step}: a clause that nobody has given")
            elif kind == 1:  # a lemma
                dead = sum(self.assign(-literal) for literal in literals) > 0
                if not dead and not any(self.hint(step, *hint) for hint in hints):
                    raise CertificateError(f"step {step}: no contradiction")
                dead, self.cells = False, before
            elif kind == 2:  # a choice
                choices.append((literals[0], before))
                dead = self.assign(literals[0]) or dead
            elif kind == 5:  # what is kept
                known = {-choice for choice, _ in choices} <= {*literals[1:]}
                if not known or not (dead or self.value(literals[0])):
                    raise CertificateError(f"step {step}: the choices do not say so")
            elif kind in (3, 4, 6):  # what follows, a refuted choice, back
                dead = dead or any(self.hint(step, *hint) for hint in hints)
                if kind == 4 and not dead:
                    raise CertificateError(f"step {step}: no contradiction")
                if kind != 3:
                    choice, self.cells = choices.pop()
                    dead = kind == 4 and self.assign(-choice)
            else:
                raise CertificateError(
                    f"step {step}: this checker does not know steps of kind {kind}"
                )
            if kind in (0, 1, 5):
                self.clauses[step] = literals
            if kind < 2 and (not literals or (len(literals) == 1 and self.assign(literals[0]))):
                return
        raise CertificateError("it ends without a contradiction")

    def hint(self, step, kind, which, literal):
        """Follow a hint; whether it is a contradiction."""
        if kind == 0 and which in self.clauses:
            values = {one: self.value(one) for one in self.clauses[which]}
            opened = [one for one, value in values.items() if value is None]
            if True in values.values():
                return False
            if len(opened) < 2:
                return not opened or self.assign(opened[0])
        elif kind == 1 and 0 <= which < len(self.slots):
            words = self.left(which)
            if literal:
                at, c = self.place(literal)
                k = self.slots[which].index(at)
                words = [word for word in words if (word[k] == c) != (literal > 0)]
            if all(self.is_taken(word, which) for word in words):
                return not literal or self.assign(literal)
        elif kind == 2 and 0 <= which < len(self.cells):
            return not self.cells[which]
        raise CertificateError(f"step {step}: nothing follows from a hint")

    def is_taken(self, word, but):
        """Whether another slot is complete with a word."""
        others = [cells for i, cells in enumerate(self.slots) if i != but]
        spelled = [[self.cells[at] for at in cells] for cells in others]
        return self.all_differ and [{c} for c in word] in spelled


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python check_certificate.py FILE")
    try:
        print(f"right: {check(Path(sys.argv[1]).read_bytes())}")
    except (CertificateError, OSError) as error:
        sys.exit(f"wrong: {error}")
