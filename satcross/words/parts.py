"""The words that entries are written with, as ICE CREAM is, and which of them say something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet

_SMALL_WORDS = frozenset(
    """A ABOUT ABOVE AFTER ALL ALSO AM AN AND ANY ARE AS AT BE BEEN BEFORE BELOW BUT BY CAN COULD
    DID DO DOES DOWN EACH FOR FROM GET GO GOT HAD HAS HAVE HE HER HERE HIM HIS HOW I IF IN INTO IS
    IT ITS LIKE MAY ME MORE MOST MUCH MY NO NOT OF OFF ON ONE ONES OR OTHER OUR OUT OVER SEE SHE SO
    SOME SOMETHING SUCH THAN THAT THE THEIR THEM THEN THERE THESE THEY THIS THOSE TO TOO TWO UP US
    USED VERY WAS WAY WE WERE WHAT WHEN WHERE WHICH WHILE WHO WHY WILL WITH WORD WOULD YES YOU YOUR
    ABBR ACROSS""".split()  # noqa: SIM905 (a line for each would hide what they are)
)
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")


class Parts(list[str]):
    """The words that an entry or another text is written with, in letters of an alphabet."""

    SMALL_WORDS: ClassVar = _SMALL_WORDS
    SHORTEST: ClassVar = 3
    """Letters of the shortest word that says something."""

    @classmethod
    def of(cls, text: str, alphabet: Alphabet) -> Self:
        """Those of a text.

        >>> from satcross.model.alphabet import LATIN
        >>> Parts.of("the cat's pyjamas", LATIN)
        ['THE', 'CATS', 'PYJAMAS']
        """
        found = (alphabet.normalise(part) for part in _WORD.findall(text))
        return cls(part for part in found if part)

    def telling(self, from_length: int = SHORTEST) -> list[str]:
        """Those that say something: no small words, such as THE, and no short ones."""
        return [part for part in self if len(part) >= from_length and part not in self.SMALL_WORDS]
