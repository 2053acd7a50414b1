"""A puzzle as a formula."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Literal, get_args

from satcross.checks import check_choice, checked
from satcross.cnf.cardinality import Counting
from satcross.cnf.formula import FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.encoding.cells import one_letter_per_cell
from satcross.encoding.comments import envelope_of
from satcross.encoding.dawg import NumberedAutomaton, ShapeCache, slot_by_dawg
from satcross.encoding.distinct import no_word_twice
from satcross.encoding.families import at_most_one_slot, families_of
from satcross.encoding.letters import LetterVars
from satcross.encoding.named import NamedFormula
from satcross.encoding.support import slot_by_support
from satcross.model.consistency import Domains, arc_consistent
from satcross.model.needs import Need
from satcross.model.puzzle import Puzzle

EncodingName = Literal["auto", "support", "dawg"]
ENCODINGS: tuple[str, ...] = get_args(EncodingName)

# `auto` takes the automaton from this many words in a slot. Measured on random parts of UKACD and
# of the built-in list, 3 to 15 letters: the automaton takes more clauses up to some 400 words, a
# tenth to a quarter fewer from 1,000, and half as many from 30,000; but up to 1.9 times the
# variables, and a word that is a variable carries its score better than a path of many words.
AUTO_DAWG_WORDS = 1000


@dataclass(frozen=True, slots=True, eq=False)
class Encoding(NamedFormula):
    """A puzzle's formula, and what its variables mean.

    Args:
        domains: the words and letters that were encoded.
        letters: the letter variables: they come first, and are the projection set.
        formula: satisfied by exactly the fills, one assignment each: all other variables are
            determined by the letters.
        varmap: all variables by group.
        chosen: by slot index, its encoding: "support", "dawg", or "given".
        first_word: by slot index, its first word variable, for the slots under "support"; word
            `domains.words[slot][i]` is variable `first_word[slot] + i`.
        paths: by slot index, the first path variable and the automaton, for the slots under "dawg".
        n_clauses_by_constraint: the number of clauses of each constraint.
    """

    paths: Mapping[int, tuple[int, NumberedAutomaton]]
    n_clauses_by_constraint: Mapping[str, int]

    def comments(self, *, word_names: bool = False) -> list[str]:
        """The comments that a DIMACS file needs to be decoded without the puzzle.

        Args: word_names: whether the variables of words are named too, which nobody needs.
        """
        words = [
            (variable, self.name(variable))
            for slot, first in (self.first_word.items() if word_names else ())
            for variable in range(first, first + len(self.domains.words[slot]))
        ]
        envelope = envelope_of(self.puzzle, self.letters, self.chosen, self.varmap, words)
        return envelope.comments()


@checked
def encode(
    problem: Puzzle | Domains,
    *,
    encoding: str = "auto",
    distinct: bool | None = None,
    pairs: bool = True,
    by_word: Container[int] = (),
    counting: Counting | None = None,
    tick: Callable[[], None] | None = None,
) -> Encoding:
    """The formula whose assignments are the fills of a puzzle. No solver is involved.

    Starts from arc consistency. When that leaves a slot without a word, the formula is the empty
    clause, which DIMACS writes as a line `0`; solvers read that, and answer UNSAT.

    Args:
        problem: a puzzle, or its domains if they are already known.
        encoding: "support" (`slot_by_support`), "dawg" (`slot_by_dawg`), or "auto": by the number
            of words in the slot.
        distinct: whether every word may be used only once; by default as in the puzzle.
        pairs: whether rules between entries are in the formula.
        by_word: indices of slots that "auto" gives word variables, however many words they have.
        counting: how to say that at most one, or some number, of some literals hold; its sums
            are then a part of the formula.
        tick: called before each slot; an exception in it ends the work.

    Raises:
        OptionError: there is no such encoding.

    >>> from satcross import Grid
    >>> from satcross.words import WordList
    >>> words = WordList.from_words(["ab", "ba", "bb"])
    >>> encode(Puzzle(Grid.parse(".."), words), encoding="support").formula.n_clauses
    15
    """
    check_choice(encoding, ENCODINGS, "encoding")
    domains = _domains(problem, distinct)
    letters = LetterVars(domains)
    builder = FormulaBuilder()
    variables = VarMapBuilder()
    if letters.n:
        variables.new("letter", letters.n)
    first_word: dict[int, int] = {}
    paths: dict[int, tuple[int, NumberedAutomaton]] = {}
    chosen: tuple[str, ...] = ()
    if domains.emptied is not None:
        builder.begin("slot has no word")
        builder.add(())
    else:
        chosen = tuple(_choose(domains, encoding, by_word))
        amo = counting if counting is not None and counting.makes_at_most_one else None
        one_letter_per_cell(letters, builder, amo, partial(variables.new, "count"))
        first_word, paths = _encode_slots(domains, chosen, letters, variables, builder, tick=tick)
        if domains.puzzle.distinct:
            no_word_twice(domains, letters, first_word, variables, builder)
        encode_rules(
            domains, letters, variables, builder, pairs=pairs, counting=counting, tick=tick
        )
    return Encoding(
        domains,
        letters,
        builder.build(variables.n_vars),
        variables.build(),
        chosen,
        first_word,
        paths,
        dict(builder.n_by_group),
    )


def _domains(problem: Puzzle | Domains, distinct: bool | None) -> Domains:
    puzzle = problem.puzzle if isinstance(problem, Domains) else problem
    if distinct is not None and distinct != puzzle.distinct:
        # Arc consistency uses distinctness, so domains for the other value cannot be used.
        return arc_consistent(puzzle.restricted(distinct=distinct))
    return problem if isinstance(problem, Domains) else arc_consistent(problem)


def _choose(domains: Domains, encoding: str, by_word: Container[int]) -> list[str]:
    chosen: list[str] = []
    for slot in domains.puzzle.slots:
        n_words = len(domains.words[slot.index])
        if n_words == 0 or all(domains.letters[cell].sum() == 1 for cell in slot.cells):
            # One word is left, and its letters are unit clauses already.
            chosen.append("given")
        elif encoding == "auto":
            is_large = n_words >= AUTO_DAWG_WORDS and slot.index not in by_word
            chosen.append("dawg" if is_large else "support")
        else:
            chosen.append(encoding)
    return chosen


def encode_rules(
    domains: Domains,
    letters: LetterVars,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    *,
    pairs: bool = True,
    counting: Counting | None = None,
    tick: Callable[[], None] | None = None,
) -> None:
    """Add the clauses of a puzzle's rules between entries and of its conditions.

    Args: as for `encode`.
    """
    amo = counting if counting is not None and counting.makes_at_most_one else None
    for families in families_of(domains, letters, tick) if pairs else ():
        families.tick()
        new_variables = partial(variables.new, f"family {families.name.replace(' ', '-')}")
        at_most_one_slot(domains.puzzle, families, builder, new_variables, counting=amo)
    if Need.CONDITIONS in domains.puzzle.needs:
        _encode_conditions(domains, letters, variables, builder, counting)


def _encode_conditions(
    domains: Domains,
    letters: LetterVars,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    counting: Counting | None,
) -> None:
    from satcross.encoding.conditions import condition_clauses

    first = variables.n_vars + 1
    ids = count(first)
    builder.begin("constraints")
    builder.add_all(condition_clauses(domains, letters, lambda: next(ids), counting=counting))
    n = next(ids) - first
    if n:
        variables.new("constraint", n)


def _encode_slots(
    domains: Domains,
    chosen: tuple[str, ...],
    letters: LetterVars,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    *,
    tick: Callable[[], None] | None,
) -> tuple[dict[int, int], dict[int, tuple[int, NumberedAutomaton]]]:
    """Encode every slot; `Encoding.first_word` and `Encoding.paths`."""
    shapes = ShapeCache()
    first_word: dict[int, int] = {}
    paths: dict[int, tuple[int, NumberedAutomaton]] = {}
    for slot in domains.puzzle.slots:
        if tick is not None:
            tick()
        if chosen[slot.index] == "support":
            codes = domains.codes[slot.index]
            first_word[slot.index] = slot_by_support(slot, codes, letters.ids, variables, builder)
        elif chosen[slot.index] == "dawg":
            shape = shapes.of(domains.codes[slot.index])
            first = slot_by_dawg(slot, shape, letters, variables, builder)
            paths[slot.index] = (first, shape)
    return first_word, paths
