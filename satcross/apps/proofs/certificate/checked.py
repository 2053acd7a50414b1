"""What a certificate of fills shows, once it is checked."""

from __future__ import annotations

from dataclasses import dataclass, field

from satcross import Grid
from satcross.apps.proofs.checker.certificate import Said
from satcross.extend import Claimed, Rule, counted


@dataclass(frozen=True, slots=True)
class CertificateCheck:
    """A certificate that is right.

    Args:
        claim: "no fill": the grid has none; "no other fill": none but `fills`; "no other letter":
            in some cells no fill has other letters than `fills` have there; "no higher lowest
            score", "no higher total": than the fill of `fills` has, of the entries that count.
        grid: the grid.
        fills: the fills that there are, or enough of them.
        rules: what holds for fills beside words in slots.
        source, digest: of the word list, as the certificate calls it.
        n_words: words of the lengths of the slots, which it has.
        n_steps, n_needed: steps of the proof, and those of them that were checked.
        letters: by name of the cells of "no other letter", their letters.
        value: that lowest score or total.
    """

    claim: str
    grid: Grid
    fills: tuple[Grid, ...]
    rules: tuple[Rule, ...]
    source: str
    digest: str
    n_words: int
    n_steps: int
    n_needed: int
    letters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    value: int | None = None

    def said(self) -> Said:
        """What it shows, for people and programs."""
        data = {
            **self.grid.json_data(),
            "fills": [fill.json_data() if fill.named else fill.lines() for fill in self.fills],
            "rules": [rule.to_text() for rule in self.rules],
            **({"letters": self.letters} if self._is_of_letters else {}),
            **({} if self.value is None else {"value": self.value}),
            "list": self.source,
            "digest": self.digest,
            "n_words": self.n_words,
            "n_steps": self.n_steps,
            "n_needed": self.n_needed,
        }
        shown = list(map(_with_cells, (self.grid, *self.fills)))
        if self._is_of_letters:
            lines = [f"{name}: {_joined(letters)}" for name, letters in self.letters.items()]
            shown[1:] = ["\n".join(lines)]
        verified = (
            f"{self._claim()} with the {counted(self.n_words, 'word')} that the certificate"
            f" has ({self.source}, digest {self.digest[:12]}): {self.n_needed:,} of"
            f" {counted(self.n_steps, 'step')} were needed"
        )
        return Said(data, ["\n\n".join(shown), *(f"rule: {rule}" for rule in self.rules)], verified)

    @property
    def _is_of_letters(self) -> bool:
        return self.claim == Claimed.NO_OTHER_LETTER

    def _claim(self) -> str:
        n_fills = len(self.fills)
        if self._is_of_letters:
            return f"no letters but these, which {counted(n_fills, 'fill')} show,"
        if self.value is not None:
            what = "total" if self.claim == Claimed.NO_HIGHER_TOTAL else "lowest score"
            return f"no fill has a {what} above {self.value:,}"
        if not n_fills:
            return "no fill"
        return f"no fill but {'this one' if n_fills == 1 else f'these {n_fills:,}'}"


def _with_cells(grid: Grid) -> str:
    return "\n".join(filter(None, (str(grid), *grid.beside_lines())))


def _joined(letters: tuple[str, ...]) -> str:
    return (" " if any(len(letter) > 1 for letter in letters) else "").join(letters)
