"""The makers of kinds of other packages: what their code raises or returns is their own fault."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from satcross.model.crossword import Crossword
from satcross.model.kinds import PuzzleKind, code_of, kind_error, kinds, packages_of, wrong_value
from satcross.results import Best, Found, Impossible, Result, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.tasks.maker import Maker, Step, Steps


def guarded(maker: Maker[Any]) -> Maker[Any]:
    """A maker whose errors name its kind, if it is of a package that brings one."""
    module = type(maker).__module__
    package = module.partition(".")[0]
    if package == "satcross" or isinstance(maker, ForeignMaker):
        return maker
    found = [kind for kind in kinds() if not kind.is_ours and kind.make]
    found = [kind for kind in found if package in packages_of(kind.value)]

    def is_elsewhere(kind: PuzzleKind) -> bool:
        return kind.make.partition(":")[0] != module

    # Of several kinds in one package, the one that names the module of the maker.
    return ForeignMaker(min(found, key=is_elsewhere).value, maker) if found else maker


@dataclass(frozen=True, eq=False)
class ForeignMaker(Maker[Any]):
    """A maker whose errors name its kind, in one line.

    Args:
        kind: the name of the kind.
        maker: its maker.

    Raises:
        OptionError: also from a run: it is no maker, or its code raises or returns what it may not.
    """

    kind: str
    maker: Maker[Any]

    def __post_init__(self) -> None:
        if not isinstance(self.maker, Maker):
            raise wrong_value(self.kind, "maker_of", self.maker, "a Maker")
        for name in ("tries", "no_other"):
            object.__setattr__(self, name, getattr(self.maker, name))

    def steps(self, options: SolverOptions) -> Steps[Result[Any]]:
        """See `Maker`."""
        with code_of(self.kind, "steps"):
            steps = self.maker.steps(options)
        if not hasattr(steps, "send"):
            raise wrong_value(self.kind, "steps", steps, "a generator")
        answer = None
        try:
            while True:
                try:
                    with code_of(self.kind, "steps"):
                        step = steps.send(answer)
                except StopIteration as end:
                    return self._result(end.value)
                if not isinstance(step, Step):
                    raise kind_error(self.kind, f"steps yields {step!r:.60}, and not a Step")
                answer = yield step
        finally:
            steps.close()

    def _result(self, found: Any) -> Result[Any]:
        """What `steps` returned, if it may."""
        if not isinstance(found, Best | Found | Impossible | Stopped):
            raise wrong_value(self.kind, "steps", found, "a result such as Found")
        if isinstance(found, Best | Found):
            crossword = getattr(found.value, "crossword", None)
            if not isinstance(crossword, Crossword):
                raise wrong_value(self.kind, "steps", found.value, "a value with a `crossword`")
        return found

    def key(self, made: Any) -> Hashable:
        """See `Maker`."""
        with code_of(self.kind, "key"):
            found = self.maker.key(made)
            hash(found)
        return found

    def apart(self, made: Any) -> int:
        """See `Maker`."""
        with code_of(self.kind, "apart"):
            found = self.maker.apart(made)
        if not isinstance(found, int | float):
            raise wrong_value(self.kind, "apart", found, "a number")
        return found

    def report(self, best: Best[Any] | Found[Any]) -> list[str]:
        """See `Maker`."""
        with code_of(self.kind, "report"):
            found = self.maker.report(best)
        if not isinstance(found, list) or not all(isinstance(line, str) for line in found):
            raise wrong_value(self.kind, "report", found, "a list of texts")
        return found
