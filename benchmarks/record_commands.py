"""The commands of the reference record: every command of satcross, with good and bad input.

A story is some commands that run one after the other in their own folder, which holds copies
of `INPUTS` at first. Nothing in them depends on time, but for limits that always, or never, strike.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.record_puzzles import DUMPS, EXAMPLES, GRIDS

# Answers a formula as a solver's program would, by PySAT.
_SOLVER = """\
import sys
from pysat.formula import CNF
from pysat.solvers import Cadical153
with Cadical153(bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    if solver.solve():
        print("s SATISFIABLE\\nv", *solver.get_model(), 0)
        sys.exit(10)
print("s UNSATISFIABLE")
sys.exit(20)
"""

INPUTS: Mapping[str, str | bytes] = {
    # Grids.
    "three.txt": "...\n...\n...\n",
    "four.txt": "....\n....\n....\n....\n",
    "blocked.txt": "Q.Z\n...\n...\n",
    "odd.txt": "#..Q.\n.....\n..X..\n.....\n#...#\n",
    "corners.txt": "Q..Z\n.##.\n....\n",
    "start.txt": "GL...\n.....\n.....\n.....\n.....\n",
    "five.txt": ".....\n.....\n.....\n.....\n.....\n",
    "hook.txt": "C..\n##.\n##.\n",
    "bars.txt": ". . .\n.|. .\n. . .\n",
    "columns.txt": ".|.|.\n. . .\n",
    "voids.txt": "~...\n....\n....\n...~\n",
    "pair.txt": "STONE\n#####\n.....\n",
    "draft.txt": "C..\n...\n..N\n",
    "ring.txt": "....\n.##.\n.##.\n....\n",
    "structure.txt": "#___#\n#_##_\n#_##_\n#_##_\n#____\n",
    # Filled grids.
    "filled.txt": "CAT\nORE\nTEN\n",
    "wrong.txt": "CAT\nORE\nTXN\n",
    "twice.txt": "CAT\n###\nCAT\n",
    "forms.txt": "CATS\n####\nCAT#\n",
    "runs.txt": "STONE\n#####\nATONE\n",
    "holes.txt": "CAT\nO.E\nTEN\n",
    "rebus.txt": "[HEART]H\nSO\n",
    # Word lists and clues.
    "small.words": "cat\ncot\nore\nare\nten\nton\n",
    "more.words": "cat;10\ndog;90\ntoe;80\noat;70\nnot;60\n",
    "one.words": "cat\nac\nia\nit\na\ni\n",
    "pair.words": "stone\nbrick\natone\n",
    "numbers.words": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n",
    "german.words": "Bär\nBube\nRuhe\nEhre\n",
    "mine.dict": "ice cream;70\nR&B;60\nx\ncat;-1\nIce-cream\ncafé;64.5\n",
    "table.csv": "word,score\ncat,50\ndog,70\n",
    "subject.words": "grid\nslot\nclue\nletter\ncrossing\n",
    "apart.words": "cat\ndog\nbird\nzebu\n",
    "birds.words": "crane\nheron\nice bird\nowl\nrobin\n",
    "crowd.words": "abc\ndef\nghi\njkl\n",
    "overlap.words": "abcd\ndefa\n",
    "theme.txt": "unit propagation\nsatisfiable\n",
    "mine.tsv": "cat\tPet\nore\tMine find\nten\tX\nten\tTwo fives\nowl\n",
    "clues.csv": "word,clue\ncot,Small bed\nare,Exist\n",
    # Bad ones.
    "digit.grid": "..1\n...\n",
    "long_row.grid": "...\n....\n...\n",
    "empty.grid": "",
    "no_slot.grid": ".#.\n#.#\n",
    "latin1.grid": "caf\u00e9\n....\n".encode("latin-1"),
    "edge.grid": ". .|\n. .\n",
    "unusable.dict": "1\n2;x\n",
    "fraction.dict": "cat;high\ndog;2\n",
    "broken.json": '{"schema": "satcross.crossword/1", "rows": 3',
    "broken.ipuz": '{"version": "http://ipuz.org/v2"}',
    "broken.puz": b"ACROSS&DOWN but no more",
    "words.cnf": "p cnf 2 2\n1 x 0\n-2 0\n",
    "header.cnf": "1 2 0\n",
    "solved.out": "s SATISFIABLE\nv 1 4 7 10 0\n",
    "refuted.out": "s UNSATISFIABLE\n",
    "unsure.out": "s UNKNOWN\n",
    "nothing.out": "c nothing\n",
    "solver.py": _SOLVER,
}  # fmt: skip
_COPIED = {
    **{f"{name}.txt": EXAMPLES / f"{name}.txt"
       for name in ("mini5", "open4", "heart", "barred6", "british13", "daily15")},
    "hard.txt": GRIDS / "wide15-52.txt",
    "programming44.txt": EXAMPLES / "lists" / "programming44.txt",
    "square48.grid": DUMPS / "square48.grid",
    "square48.words": DUMPS / "square48.words",
    "mini.support.cnf": DUMPS / "mini.support.cnf",
    "impossible.grid": DUMPS / "impossible.grid",
    "impossible.words": DUMPS / "impossible.words",
    "impossible.support.cnf": DUMPS / "impossible.support.cnf",
}  # fmt: skip

COMMANDS = (
    "fill", "make", "theme", "pattern", "check", "explain", "letters", "optimise", "count",
    "sample", "prove", "export", "decode", "convert", "clues", "render", "cs50", "wordsearch",
    "freeform", "densest", "words", "words stats", "words query", "words convert",
)  # fmt: skip

# By story: a command a line, in the shell's words; a line that ends with \ goes on in the next one.
# What follows "<<" is the command's standard input, with \n for the ends of its lines.
_STORIES: Mapping[str, str] = {
    "fill": r"""
        fill mini5.txt
        fill mini5.txt --seed 7 --entries
        fill mini5.txt --seed 3 --format json
        fill mini5.txt -n 3 --distinct words --seed 4
        fill mini5.txt -n 2 --format json --entries
        fill mini5.txt --format line
        fill mini5.txt --format ruby-quiz
        fill mini5.txt --rebus ING --seed 3
        fill mini5.txt --min-score 96
        fill mini5.txt --max-shared-substring 3 --no-near-duplicates --seed 2
        fill daily15.txt
        fill daily15.txt --blank --seed 1
        fill british13.txt --seed 2
        fill barred6.txt
        fill barred6.txt --entries --seed 5
        fill heart.txt --entries
        fill voids.txt
        fill columns.txt --min-length 1 --entries -w one.words
        fill bars.txt --seed 3
        fill ring.txt -w german.words --alphabet german-ae --seed 1
        fill - --min-score 80 << #..\n...\n..#\n
        fill 7Ah
        fill BEFB4516BFAFAAF8FE27573BFBDD5DEFEE75723F8FAAFAFEB4516FBEh --seed 3
    """,
    "fill, many": r"""
        fill square48.grid -w square48.words --all
        fill square48.grid -w square48.words --all --distinct 3
        fill square48.grid -w square48.words -n 5 --distinct words --seed 2
        fill square48.grid -w square48.words -n 2 --format json
        fill pair.txt --all -w pair.words
        fill pair.txt --all -w pair.words --max-shared-substring 4
        fill draft.txt -w small.words --all
        fill draft.txt -w small.words --all --allow-repeats
        fill draft.txt -w small.words -w more.words --all --allow-repeats --entries
        fill three.txt --exclude small.words --max-words 9000 -n 3
        fill blocked.txt --all
    """,
    "fill, solvers": r"""
        fill mini5.txt --solver cadical195 --encoding support --min-score 90
        fill mini5.txt --solver glucose4 --encoding dawg --seed 1
        fill three.txt --solver minisat22 --min-score 90
        fill square48.grid -w square48.words --solver cadical153 --all
        fill square48.grid -w square48.words --solver-command 'python solver.py {cnf}' --seed 1
        fill impossible.grid -w impossible.words --solver-command 'python solver.py {cnf}'
        fill blocked.txt --jobs 2
        fill impossible.grid -w impossible.words --format json
        fill three.txt --solver-command 'false {cnf}'
        fill three.txt --solver-command 'no-such-program {cnf}'
        fill three.txt --solver-command solver
        fill three.txt --solver-command 'false {cnf}' --solver glucose4
        fill three.txt --solver magic
        fill three.txt --encoding dawg
        fill three.txt --solver glucose4 --encoding magic
    """,
    "fill, no fill": r"""
        fill blocked.txt
        fill blocked.txt --format json
        fill odd.txt
        fill hard.txt --time-limit 0.001
        fill hard.txt --time-limit 0.001 --all
    """,
    "fill, files": r"""
        fill draft.txt -w small.words --allow-repeats -o out.txt --seed 1
        fill draft.txt -w small.words --allow-repeats -o out.ipuz --title Nine --author Me
        fill draft.txt -w small.words --allow-repeats -o out.puz --clues mine.tsv --title Nine
        fill draft.txt -w small.words --allow-repeats -o out.jpz --clues mine.tsv
        fill draft.txt -w small.words --allow-repeats -o out.xd --clues mine.tsv --clues clues.csv
        fill draft.txt -w small.words --allow-repeats -o out.json
        fill draft.txt -w small.words --allow-repeats -o out.svg
        fill draft.txt -w small.words --allow-repeats -o out.png
        fill mini5.txt -n 2 -o several-{}.txt
        fill mini5.txt -n 2 -o several-{}.ipuz
        fill mini5.txt -n 2 -o several.ipuz
        fill bars.txt -o bars.puz
        fill bars.txt -o bars.puz --lossy
        fill out.ipuz --blank --seed 4
        fill out.puz -w small.words --allow-repeats
        fill mini5.txt -o no-such-folder/out.txt
    """,
    "fill, bad input": r"""
        fill
        fill no-such-file.txt
        fill digit.grid
        fill long_row.grid
        fill empty.grid
        fill no_slot.grid
        fill latin1.grid
        fill edge.grid
        fill broken.json
        fill - << \n
        fill - << \u0041\u00c4..\n....\n
        fill three.txt -w no-such.words
        fill three.txt -w unusable.dict
        fill three.txt -w fraction.dict
        fill three.txt --min-score high
        fill three.txt --min-score 1000
        fill three.txt --max-words 0
        fill three.txt --seed -1
        fill three.txt --alphabet klingon
        fill three.txt --distinct 0 -n 2
        fill three.txt --distinct letters -n 2
        fill three.txt -n 0
        fill three.txt -n 2 --all
        fill three.txt --rebus 1
        fill three.txt --min-length 0
        fill three.txt --max-shared-substring 1
        fill three.txt --time-limit -1
        fill three.txt --jobs -1
        fill three.txt --format nonsense
        fill three.txt --no-such-option
    """,
    "count": r"""
        count square48.grid -w square48.words
        count square48.grid -w square48.words --method exact --format json
        count square48.grid -w square48.words --method enumerate
        count square48.grid -w square48.words --method approximate --seed 1
        count three.txt --min-score 95 --method exact
        count draft.txt -w small.words
        count blocked.txt
        count blocked.txt --format json
        count three.txt --method guess
        count three.txt --epsilon -1
        count digit.grid
    """,
    "sample": r"""
        sample square48.grid -w square48.words -n 2 --seed 2
        sample square48.grid -w square48.words -n 3 --seed 5 --format json
        sample square48.grid -w square48.words -n 1 --method fast
        sample square48.grid -w square48.words -n 4 -o drawn.txt
        sample three.txt --min-score 95 -n 2 --seed 3
        sample blocked.txt
        sample three.txt -n 0
        sample three.txt --method even
    """,
    "letters": r"""
        letters start.txt -w square48.words
        letters square48.grid -w square48.words --cell r1c1 --cell r2c2
        letters start.txt -w square48.words --slot 1A
        letters hook.txt --slot 1A --max-words 2500 --format json
        letters square48.grid -w square48.words --format json
        letters three.txt --min-score 95
        letters blocked.txt
        letters three.txt --slot 99A
        letters three.txt --cell r9c9
        letters three.txt --cell r1c1 --slot 1A
        letters three.txt --cell first
    """,
    "explain": r"""
        explain odd.txt
        explain corners.txt --min-score 100 --corrections 6
        explain blocked.txt --corrections 2 --fills
        explain blocked.txt --corrections 1 --format json
        explain blocked.txt --corrections 0
        explain blocked.txt --max-changes 1 --seed 3
        explain impossible.grid -w impossible.words
        explain mini5.txt
        explain three.txt --corrections -1
        explain no_slot.grid
    """,
    "optimise": r"""
        optimise mini5.txt --entries
        optimise mini5.txt --goal total --rounds 12
        optimise open4.txt --goal total
        optimise open4.txt --goal total --each --min-score 60
        optimise open4.txt --goal total --format json
        optimise three.txt --goal total --slot-weight 1A=3 --slot-weight 1D=0 -w more.words \
            -w small.words --allow-repeats
        optimise square48.grid -w square48.words -o best.txt
        optimise blocked.txt
        optimise three.txt --slot-weight 9A=1
        optimise three.txt --slot-weight none
        optimise three.txt --goal highest
    """,
    "prove": r"""
        prove five.txt --max-words 2200 -o proof
        prove --check proof
        prove --check proof --format json
        prove five.txt --max-words 2200 -o proof
        prove blocked.txt -o short --format json
        prove --check short
        prove impossible.grid -w impossible.words -o hinted --proof lrat
        prove --check hinted
        prove mini5.txt -o none
        prove --check no-such-folder
        prove three.txt
        prove digit.grid -o bad
    """,
    "make": r"""
        make 15x15 --theme 'conflict driven' --theme 'unit propagation' --theme 'clause learning'
        make 5x5
        make 5x5 -n 2 --seed 3 --format json
        make 7x7 --min-score 60 --seed 1
        make 9x9 --preset lattice --seed 2
        make 6x6 --theme banana --unpaired --symmetry none --preset mini
        make 5x5 -o mini.ipuz --title Mini --author Me
        make 5x5 -w small.words
        make 5x5 --slots 99
        make 5x5 --theme 'much too long'
        make nonsense
        make 5x5 --preset none
        make 1000x1000
    """,
    "theme": r"""
        theme 15x15 --theme 'conflict driven' --theme 'clause learning'
        theme 15x15 --theme-file theme.txt --unpaired --seed 2
        theme 9x9 --theme crossword --theme wordgames -n 2
        theme 9x9 --theme crossword --optional cat --optional dog --at-least 1 --unpaired
        theme 15x15 --theme banana --theme 'crossword puzzle'
        theme 9x9 --theme 'much too long for it'
        theme 9x9
        theme 9x9 --theme '!!!'
        theme 9x9 --theme-file no-such-file.txt
        theme 9x9 --theme crossword --direction up
    """,
    "pattern": r"""
        pattern --preset nyt --words 74 --seed 1
        pattern --preset lattice --max-length 9 -n 3 --format hex
        pattern --preset british --seed 2
        pattern --preset barred --seed 1
        pattern --preset mini -n 3 --seed 2
        pattern --preset mini 7x7 --format json
        pattern --preset nyt --words 72 --blocks 34 --slot 'A r3c1 11' \
            --slot 'A r6c3 13' --slot 'A r10c1 13' --slot 'A r13c5 11'
        pattern 5x5 --no-empty-lines --alike transposed --all --format hex
        pattern 5x5 --all --alike exactly --format hex
        pattern 7x7 --blocks fewest
        pattern 7x7 --open r1c3 --block r2c2 --no-block-squares --seed 3
        pattern 9x9 --symmetry diagonal --checked half --length 9=2 --seed 4
        pattern --like odd.txt
        pattern --preset nyt --best-of 5 -n 1 --score
        pattern --judge daily15.txt --format json
        pattern --judge mini5.txt --judge open4.txt
        pattern 15x15 --words 74 --blocks 22
        pattern 5x5 --words 3 --blocks 3
        pattern 5x5 -o made.txt
        pattern
        pattern 5by5
        pattern 5x5 --preset none
        pattern 5x5 --words many
        pattern 5x5 --slot sideways
        pattern 5x5 --open r9c9
    """,
    "densest": r"""
        densest 5x5 --max-words 6000
        densest 5x5 --max-words 1000
        densest 4x4 --format json
        densest 4x5 --min-score 60 --seed 2 -o dense.txt
        densest 3x3 -w small.words
        densest nonsense
        densest 5x5 --blocks many
    """,
    "freeform": r"""
        freeform subject.words
        freeform subject.words -n 2 --seed 1 --format json
        freeform subject.words -o layout.ipuz --title Subject
        freeform subject.words --max-cols 8 --max-rows 8 --no-prove
        freeform apart.words
        freeform apart.words --at-least 2
        freeform numbers.words --at-least 6 --no-prove --rounds 20 --seed 2
        freeform - << owl\nlow\n
        freeform subject.words --max-cols 2
        freeform no-such-file.txt
        freeform empty.grid
        freeform subject.words --at-least 99
    """,
    "wordsearch": r"""
        wordsearch birds.words 9x8
        wordsearch birds.words 9x8 --solution --report
        wordsearch birds.words 9x8 --seed 3 --level easy --format json
        wordsearch birds.words 10x10 --directions E,S --filler uniform
        wordsearch birds.words 10x10 --shape diamond --allow-inside
        wordsearch birds.words 8x8 --message 'too short'
        wordsearch birds.words 7x6 --message 'hidden in plain sight' --seed 2
        wordsearch birds.words 9x8 -o birds.txt --seed 1
        wordsearch birds.words 9x8 -o birds.svg --title Birds
        wordsearch overlap.words --fit
        wordsearch crowd.words 3x3
        wordsearch 8x8 --pattern 'Q*' --count 5 --seed 2
        wordsearch birds.words 2x2
        wordsearch birds.words nonsense
        wordsearch birds.words --directions UP
        wordsearch birds.words --level extreme
        wordsearch birds.words 9x8 --shape blob
        wordsearch no-such-file.txt
        wordsearch empty.grid
        wordsearch
    """,
    "words": r"""
        words stats
        words stats -w mine.dict
        words stats -w mine.dict -w table.csv --format json
        words stats -w german.words --alphabet german
        words query c.t? --limit 3
        words query '[^aeiou]*ing' --limit 5 --format json
        words query 'q*' --min-score 80
        words query '*' -w mine.dict
        words query xqz
        words convert - -w mine.dict -w table.csv
        words convert - -w mine.dict --plain
        words convert - -w mine.dict --written
        words convert best.dict.gz --min-score 95
        words convert best.txt.xz --min-score 98 --plain
        words stats -w best.dict.gz
        words query '[' -w mine.dict
        words query c1t
        words stats -w unusable.dict
        words convert no-such-folder/out.dict -w mine.dict
        words sort
        words
    """,
    "clues": r"""
        clues filled.txt --clues mine.tsv -o daily.json
        clues daily.json --clues mine.tsv --list
        clues daily.json --clues clues.csv --clues mine.tsv --replace --seed 4 -o daily.ipuz
        clues filled.txt --clues mine.tsv
        clues filled.txt --clues mine.tsv --to xd
        clues filled.txt --clues mine.tsv --to text
        clues filled.txt
        clues filled.txt --clues no-such.tsv
        clues digit.grid --clues mine.tsv
    """,
    "convert": r"""
        clues filled.txt --clues mine.tsv -o daily.json
        convert daily.json daily.puz
        convert daily.puz daily.ipuz
        convert daily.ipuz daily.jpz
        convert daily.jpz daily.xd
        convert daily.xd - --to satcross
        convert daily.puz - --to text
        convert daily.puz - --to text --lossy
        convert daily.ipuz - --to line --lossy
        convert rebus.txt rebus.ipuz
        convert rebus.txt rebus.puz
        convert rebus.ipuz - --to text
        convert barred6.txt barred.ipuz
        convert barred.ipuz - --to text
        convert barred6.txt barred.puz --lossy
        convert voids.txt voids.ipuz
        convert 7Ah - --to text
        convert daily15.txt - --to hex
        convert daily15.txt - --to hex --lossy
        convert mini5.txt - --to ruby-quiz
        convert - - --from text --to xd << CAT\n###\nTEN\n
        convert broken.ipuz out.puz
        convert broken.puz out.ipuz
        convert broken.json out.ipuz
        convert daily.puz out.nonsense
        convert no-such-file.puz out.ipuz
        convert daily.puz - --from magic --to text
    """,
    "render": r"""
        clues filled.txt --clues mine.tsv -o daily.json
        render daily.json
        render daily.json -o daily.svg --blank
        render daily.json -o embedded.svg --embed-font
        render daily.json -o page.svg --page a5
        render daily.json -o daily.png --width 200
        render daily.json -o daily.pdf --page letter --title Title --author Me
        render barred6.txt --no-numbers
        render voids.txt -o voids.png --scale 2
        render 7Ah -o hex.svg
        render mini5.txt -o mini.pdf --width 600
        render mini5.txt -o mini.gif
        render mini5.txt -o mini.pdf --page a99
        render digit.grid
    """,
    "check": r"""
        check filled.txt --allow-repeats
        check filled.txt -w small.words
        check filled.txt -w small.words --allow-repeats
        check filled.txt --grid draft.txt -w small.words --allow-repeats
        check wrong.txt
        check twice.txt
        check twice.txt --allow-repeats
        check holes.txt
        check forms.txt --no-near-duplicates
        check runs.txt --max-shared-substring 4
        check rebus.txt
        check filled.txt --grid blocked.txt
        check filled.txt --grid four.txt
        check - << CAT\n###\nTEN\n
        check digit.grid
        check no-such-file.txt
    """,
    "export": r"""
        export mini5.txt --min-score 90 --encoding support --stats -o mini.cnf
        export mini5.txt --min-score 90 --encoding dawg -o mini.dawg.cnf
        export square48.grid -w square48.words -o square.cnf.gz --no-distinct
        export square48.grid -w square48.words -o square.cnf.xz --max-shared-substring 4
        export heart.txt --min-score 80 -o heart.cnf
        export blocked.txt -o blocked.cnf
        export mini5.txt -o mini.txt
        export mini5.txt
        export mini5.txt -o mini.cnf --encoding lazy
        export digit.grid -o bad.cnf
        decode impossible.support.cnf refuted.out
        decode impossible.support.cnf solved.out
        decode impossible.support.cnf unsure.out
        decode impossible.support.cnf nothing.out
        decode impossible.support.cnf no-such.out
        decode words.cnf solved.out
        decode header.cnf solved.out
        decode no-such.cnf solved.out
        decode mini.cnf refuted.out --format json
        decode mini.cnf - << s SATISFIABLE\nv 1 2 3 0\n
    """,
    "cs50": r"""
        cs50 structure.txt numbers.words
        cs50 structure.txt numbers.words output.png --seed 3
        cs50 structure.txt numbers.words output.svg
        cs50 structure.txt small.words
        cs50 structure.txt no-such.words
        cs50 digit.grid numbers.words
        cs50 structure.txt
    """,
    "the program": r"""
        --version
        nonsense
        --nonsense
    """,
    "help": "\n".join(["--help", *(f"{command} --help" for command in COMMANDS)]),
}


_FOLD = re.compile(r" \\\n +")


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a story: its arguments and its standard input."""

    text: str
    arguments: tuple[str, ...]
    stdin: str

    @property
    def is_prose(self) -> bool:
        """Whether all that it prints is for people."""
        return "--help" in self.arguments


def stories() -> dict[str, list[Command]]:
    """The commands by story, in the order in which they run."""
    return {
        name: [_command(line.strip()) for line in _FOLD.sub(" ", text).strip().split("\n")]
        for name, text in _STORIES.items()
    }


def _command(line: str) -> Command:
    text, _, stdin = line.partition(" << ")
    typed = stdin.encode("ascii").decode("unicode_escape")
    return Command(line, tuple(shlex.split(text)), typed)


def write_inputs(folder: Path) -> None:
    """Put the files that stories begin with into a folder."""
    for name, content in INPUTS.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name).write_bytes(data)
    for name, path in _COPIED.items():
        (folder / name).write_bytes(path.read_bytes())
