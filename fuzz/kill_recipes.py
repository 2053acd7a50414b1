"""The commands that `fuzz.kills` runs, and their input.

Each command of `satcross` that writes a file has a line here that does. A command without a line
is called as in the first of its examples that names no output. A line is the arguments as in a
shell, run in the folder of the input; OUT stands for the folder of the output, and STATE for one
that records progress. Lines of `ENDLESS` work longer than any trial lasts.
"""

from __future__ import annotations

import io
import itertools
import shlex
import stat
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from satcross.cli.commands import declared
from satcross.cli.main import main
from satcross.testing.commands import first_example
from satcross.words import WordList

QUICK = r"""
--help
fill mini.txt -w small.txt
fill mini.txt -w small.txt -n 400 --format json
fill mini.txt -w small.txt -n 400 -o OUT/fills.txt
fill mini.txt -w small.txt -n 5 -o OUT/fill-{}.txt
fill mini.txt -w small.txt -n 4000 -o OUT/fills.csv
fill open3.txt -w few.txt -n 3 --distinct auto
fill open3.txt -w few.txt --all --distinct symmetry
fill open3.txt -w few.txt --all --distinct 1A,2A
fill open3.txt -w few.txt --all --count-only
fill open3.txt mini.txt -w few.txt --all --count-only --format json
optimise open3.txt -w few.txt --goal total --all --min-total 9
fill mini.txt -w small.txt -o OUT/fill.ipuz --progress
fill mini.txt -w small.txt -o OUT/fill.puz
fill mini.txt -w small.txt -o OUT/fill.pdf
fill mini.txt -w small.txt -o OUT/fill.png
fill mini.txt -w small.txt --solver cadical195 -n 5
fill mini.txt -w small.txt -n 4 --distinct auto -o OUT/fill-{}.json
fill filled.txt -w small.txt --free r1c1-r2c3 -o OUT/fill.json
fill mini.txt -w small.txt --jobs 2
fill mini.txt -w small.txt --jobs 2 --solver glucose4 -o OUT/fill.txt
fill mini.txt -w small.txt --solver-command './quick {cnf}' -n 3 -o OUT/fill.txt
fill mini.txt -w small.txt --solver-command './quick {cnf} {out}' --format json
make 5x5 -w small.txt -n 3
make 5x5 -w small.txt -o OUT/made.xd
theme 9x9 --theme clause --theme solver -o OUT/theme.txt
theme 13x13 --theme ABCDEFGHIJK --unpaired --any -n 5
theme 9x9 --theme clause --theme solver --format json -n 5
pattern 13x13 -n 20
pattern 13x13 -n 20 -o OUT/pattern-{}.txt
pattern 5x5 --all --format json
pattern 5x5 --blocks fewest
pattern 7x7 -n 3 --best-of 6 -w small.txt
check filled.txt -w small.txt
explain dead.txt -w small.txt --corrections 1
explain dead.txt -w small.txt --corrections 2 --format json
letters open3.txt -w small.txt
letters open3.txt -w small.txt --format json --progress
letters open3.txt -w small.txt --slot 1A
unique open3.txt -w small.txt
unique open3.txt -w small.txt --give cells --format json --progress
arrowword 5x5 -o OUT/arrows.ipuz
arrowword 5x5 -n 3 --format json
codeword open3.txt -w small.txt --any-letters -o OUT/codeword.txt
codeword open3.txt -w small.txt --any-letters -n 3 --format json
diagramless open3.txt -w small.txt -o OUT/lists.txt
diagramless open3.txt -w small.txt --carte-blanche -n 3 --format json
codeword open3.txt -w small.txt --any-letters --difficulty 2 --steps 3
fillin open3.txt -w small.txt -o OUT/fillin.txt
fillin open3.txt -w small.txt -n 3 --format json
quotefall few.txt -w small.txt -o OUT/fall.txt
cryptogram few.txt -w small.txt -o OUT/cryptogram.json
acrostic few.txt -w small.txt --source few --length 1-99
acrostic quote.txt --source 'of a fortune' -o OUT/acrostic.pdf
optimise open3.txt -w scored.txt --goal total --each
optimise open3.txt -w scored.txt --goal total -o OUT/best.txt
optimise open3.txt -w scored.txt --format json
count open3.txt -w few.txt
count open3.txt -w few.txt --method exact --format json
count open3.txt -w few.txt --method approximate
count open3.txt -w few.txt --method enumerate
sample open3.txt -w few.txt -n 20
sample open3.txt -w few.txt -n 20 --format json -o OUT/samples.txt
compile open3.txt -w few.txt -o OUT/open3.fills
compile open3.txt -w scored.txt -o OUT/open3.fills --progress --format json
query open3.fills --letters
query open3.fills --where r1c1=A --best 20 --format json
query open3.fills --all -o OUT/fills.txt
prove dead.txt -w small.txt -o OUT/proof
prove dead.txt -w small.txt -o OUT/proof --force --format json
prove --check proof
fill dead.txt -w small.txt --certificate OUT/cert
fill open3.txt -w few.txt --all --certificate OUT/cert
letters open3.txt -w small.txt --certificate OUT/cert
optimise open3.txt -w scored.txt --goal total --certificate OUT/cert
unique mini.txt -w small.txt --certificate OUT/cert
verify dead.cert
pattern 9x9 --preset none --words 33- --certificate OUT/cert
pattern 5x5 --all --certificate OUT/cert
export mini.txt -w small.txt -o OUT/grid.cnf
export mini.txt -w small.txt -o OUT/grid.cnf.xz --stats
export mini.txt -w small.txt -o OUT/grid.cnf.gz --encoding dawg
export mini.txt -w small.txt -o OUT/grid.wcnf.xz
export mini.txt -w small.txt -o OUT/grid.opb
export mini.txt -w small.txt -o OUT/grid.icnf --cubes 5
export mini.txt -w small.txt -o OUT/grid.mzn
export mini.txt -w small.txt -o OUT/grid.xml --no-scores
compile open3.txt -w few.txt -o OUT/open3.nnf
instances -o OUT/many --only open-3x3
sweep mini.txt -w small.txt --sizes 40 --seeds 1 -o OUT/swept
decode grid.cnf answer.txt
words stats
words stats -w small.txt --format json
words wordplay carpet -w small.txt
words query '*s'
words query '*' -w small.txt --format json
words why crossword
words why 'ice cream' nato --format json
words build nl --from small.txt --to OUT/nl.dict.gz
words convert OUT/list.txt -w small.txt
words convert OUT/list.txt.xz
words convert - --min-score 50
words diff small.txt few.txt
words merge few.txt small.txt scored.txt OUT/merged.txt
words journal small.txt
words audit small.txt --format json
words spaces small.txt OUT/spaced.txt
convert filled.ipuz OUT/puzzle.puz
convert filled.ipuz OUT/puzzle.json
convert filled.ipuz - --to text --lossy
clues filled.ipuz --clues clues.tsv -o OUT/clued.ipuz
clues filled.ipuz --clues clues.tsv --list
render filled.ipuz -o OUT/page.pdf
book filled.ipuz clued.xd -o OUT/book.pdf --key OUT/key.pdf
render filled.ipuz -o OUT/page.png --page a4
render clued.xd -o OUT/page.pdf --layout nyt --contact me@example.org
render filled.ipuz
cs50 structure.txt words.txt
cs50 structure.txt words.txt OUT/filled.png
wordsearch nouns.txt 12x12
wordsearch nouns.txt 12x12 --split
wordsearch nouns.txt 12x12 -o OUT/search.txt
wordsearch four.txt 12x12 -n 3 -o OUT/search-{}.pdf
freeform four.txt -o OUT/layout.ipuz
freeform four.txt -n 3 --format json
densest 4x4 -w small.txt
densest 4x4 -w small.txt --format json -o OUT/dense.txt
batch jobs.jsonl
"""

# On a cluster of this machine.
CLUSTER = r"""
fill open3.txt -w few.txt --all --cluster local:2 -o OUT/fills.txt
fill mini.txt -w small.txt --cluster local:2
count open3.txt -w few.txt --cluster local:2 --format json
optimise open3.txt -w scored.txt --goal total --cluster local:2 -o OUT/best.txt
"""

CLUSTER_ENDLESS = r"""
fill open4.txt --all --cluster local:2 --state STATE -o OUT/fills.txt
count open4.txt --cluster local:2 --state STATE
optimise daily15.txt --goal total --cluster local:2 --state STATE -o OUT/best.txt
"""

ENDLESS = r"""
fill open4.txt --all
fill open4.txt --all --format json
fill open4.txt --all -o OUT/fills.txt
fill parity.txt -w parity.list --progress
fill parity.txt -w parity.list --solver glucose4 --progress
fill parity.txt -w parity.list --solver cadical195
fill parity.txt -w parity.list --solver kissat404 -o OUT/none.txt
fill parity.txt -w parity.list --jobs 2 --progress
fill parity.txt -w parity.list --jobs 2 --solver glucose4
fill parity.txt -w parity.list --solver-command './slow {cnf}' -o OUT/none.txt
fill parity.txt -w parity.list --solver-command './slow'
fill parity.txt -w parity.list --jobs 2 --solver-command './slow {cnf} {out}' --progress
make 15x15 --blocks 30 --min-score 90
theme 21x21 --theme 'conflict driven' --theme 'clause learning' -n 1000
pattern 21x21 --words 140 --blocks fewest
pattern 15x15 --all -o OUT/patterns.txt
letters daily15.txt --progress
optimise daily15.txt --goal total --each
optimise daily15.txt --goal total -o OUT/best.ipuz
count open4.txt --method exact --progress
count open4.txt --method approximate
count open4.txt --method enumerate --format json
sample open4.txt -n 5
sample open4.txt -n 100000 --method fast --format json
prove parity.txt -w parity.list -o OUT/proof
wordsearch nouns.txt --fit
wordsearch nouns.txt 14x14 --crossings most -n 1000
freeform nouns.txt --prove -n 1000
densest 7x7 --min-score 70
serve served --no-open
serve filled.ipuz --no-open -w small.txt
"""

SLOW = """\
#!/bin/sh
# A solver that never answers, with children in its group, outside of it, and without a parent.
sleep 60 &
setsid sleep 60 &
(sleep 60 & sleep 60 &)
sleep 60
"""

QUICK_SOLVER = """\
import subprocess, sys
from pysat.formula import CNF
from pysat.solvers import Solver

subprocess.Popen(["sleep", "60"], start_new_session=True)  # and leaves it behind
with Solver("cadical195", bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    found = solver.solve()
    print("s SATISFIABLE" if found else "s UNSATISFIABLE")
    lines = ["v " + " ".join(map(str, [*solver.get_model(), 0]))] if found else []
print(*lines, sep="\\n")
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        print("SAT" if found else "UNSAT", *[line[2:] for line in lines], sep="\\n", file=file)
sys.exit(10 if found else 20)
"""


def recipes() -> list[tuple[str, bool]]:
    """Each line, and whether it is an endless one."""
    lines = [(line, False) for line in (QUICK + CLUSTER).split("\n") if line]
    lines += [(line, True) for line in (ENDLESS + CLUSTER_ENDLESS).split("\n") if line]
    have = {" ".join(shlex.split(line)[:n]) for line, _ in lines for n in (1, 2)}
    for name, command in declared().items():
        if name not in have:
            lines.append((shlex.join(first_example(command)), False))
    return lines


def arguments(line: str, out: Path, limit_s: float | None = None) -> list[str]:
    """The arguments of a line, with a time limit."""
    state = str(out.with_name("state"))
    words = [word.replace("OUT", str(out)).replace("STATE", state) for word in shlex.split(line)]
    has_limit = limit_s is not None and not is_server(line)
    return [*words, *(["--time-limit", str(limit_s)] if has_limit else [])]


def is_server(line: str) -> bool:
    """Whether a command works until it gets a signal, which is then its usual end."""
    return line.startswith("serve ")


def code_at_limit(line: str) -> int:
    """The exit code of an endless line at its time limit; that of a server after a signal."""
    # The smallest rectangle so far, with a bound, is all that `--fit` promises.
    return 0 if is_server(line) or "--fit" in line.split() else 124


def make_inputs(folder: Path) -> None:
    """Write the input files."""
    from benchmarks.lists import parity_words

    examples = Path(__file__).resolve().parents[1] / "examples"
    builtin = WordList.builtin(min_score=70).words()
    small = [word for word, _ in builtin if len(word) <= 5]
    few = ["".join(letters) for letters in itertools.product("ABC", "AB", "ABC")]
    nouns = ["solver", "clause", "literal", "proof", "restart", "watched", "lemma", "trail"]
    lists = {
        "small.txt": small,
        "few.txt": few,
        "scored.txt": [f"{word};{10 + 7 * i % 90}" for i, word in enumerate(few)],
        "nouns.txt": nouns,
        "four.txt": nouns[:4],
        "words.txt": small,
        "parity.list": sorted(parity_words(6, 7)),
    }
    files = {
        "mini.txt": "#...#\n.....\n.....\n.....\n#...#",
        "open3.txt": "...\n...\n...",
        "grid.txt": "...\n...\n...",  # as examples call it
        "open4.txt": "....\n....\n....\n....",
        "dead.txt": "Q..\n...\n..Z",
        "parity.txt": "\n".join(["......"] * 7),
        "structure.txt": "___\n###\n___",
        "daily15.txt": (examples / "daily15.txt").read_text("utf-8"),
        "clued.xd": "Title: Two\n\n\nAT\n\n\nA1. Near ~ AT\n",
        "clues.tsv": "".join(f"{word}\tclue of {word}\n" for word in small),
        "jobs.jsonl": '{"grids": ["mini.txt", "open3.txt"], "words": ["small.txt"], "seeds": 9}',
        "quote.txt": "A single man in possession of a good fortune must be in want of a wife.\n",
        "slow": SLOW,
        "quick": f"#!{sys.executable}\n{QUICK_SOLVER}",
        **{name: "\n".join(words) + "\n" for name, words in lists.items()},
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "served").mkdir()
    for name in ("slow", "quick"):
        (folder / name).chmod(stat.S_IRWXU)
    for line in (
        "fill IN/mini.txt -w IN/small.txt -o IN/filled.txt",
        "fill IN/mini.txt -w IN/small.txt -o IN/filled.ipuz",
        "compile IN/open3.txt -w IN/few.txt -o IN/open3.fills",
        "export IN/mini.txt -w IN/small.txt -o IN/grid.cnf",
        "prove IN/dead.txt -w IN/small.txt -o IN/proof",
        "unique IN/dead.txt -w IN/small.txt --certificate IN/dead.cert",
    ):
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as err:
            code = main([word.replace("IN", str(folder)) for word in shlex.split(line)])
        if code not in (0, 20):
            raise RuntimeError(f"satcross {line}: {err.getvalue()}")
    with (folder / "answer.txt").open("w") as answer:
        subprocess.run(["./quick", "grid.cnf"], cwd=folder, stdout=answer, check=False)
