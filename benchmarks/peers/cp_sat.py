"""OR-tools CP-SAT: a letter variable for each cell, a table of words for each slot.

For each two slots of one length some letter differs, so that no word stands twice. (The word's
index as a column of the tables, with the indices all different, took over 30 s on a 5x5 that this
does in 3.) One worker with its default search, but without presolve, which took longer than all
the rest on each grid that was tried.
"""

from __future__ import annotations

import itertools
import sys
import time
from pathlib import Path

from benchmarks.peers.base import PackagePeer, report
from benchmarks.peers.board import Board, read_words

CP_SAT = PackagePeer("cp-sat", "OR-tools CP-SAT", "ortools", "cp_sat")


def main(grid_path: str, words_path: str, seed: str) -> int:
    """Fill a grid and print it; the exit code."""
    from ortools.sat.python import cp_model

    board = Board.parse(Path(grid_path).read_text(encoding="utf-8"))
    words = read_words(Path(words_path))
    codes = [ord(letter) for word in words for letter in word]
    model = cp_model.CpModel()
    letters = {
        cell: model.new_int_var(min(codes), max(codes), "")
        for cells in board.slots
        for cell in cells
    }
    for cells, candidates in zip(board.slots, board.candidates(words), strict=True):
        if not candidates:
            return report(None, 0)
        rows = [tuple(map(ord, words[candidate])) for candidate in candidates]
        model.add_allowed_assignments([letters[cell] for cell in cells], rows)
    for first, second in itertools.combinations(board.slots, 2):
        if len(first) == len(second):
            apart = []
            for one, two in zip(first, second, strict=True):
                if one != two:
                    apart.append(model.new_bool_var(""))
                    model.add(letters[one] != letters[two]).only_enforce_if(apart[-1])
            model.add_bool_or(apart)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = int(seed)
    solver.parameters.cp_model_presolve = False
    begin_s = time.perf_counter()
    status = solver.solve(model)
    search_s = time.perf_counter() - begin_s
    if status == cp_model.INFEASIBLE:
        return report(None, search_s)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        print(solver.status_name(status), file=sys.stderr)
        return 1
    filled = {
        slot: "".join(chr(solver.value(letters[cell])) for cell in cells)
        for slot, cells in enumerate(board.slots)
    }
    return report(board.filled(filled), search_s)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
