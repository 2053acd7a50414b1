"""A target guided by coverage: `python -m fuzz.readers.coverage TARGET MINUTES SEED`.

Needs atheris, which instruments the readers and keeps inputs that reach new code. What it keeps
goes to a temporary folder, what fails to fuzz/finds/.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path


def main(name: str, minutes: float, seed: int) -> None:
    """Run a target; the engine ends the process."""
    import atheris

    with atheris.instrument_imports(include=["satcross"]):
        from fuzz.readers import targets
        from fuzz.readers.mutate import mutated
        from fuzz.readers.oracle import judge
        from fuzz.readers.running import FINDS, save, seeds_of
    target = targets.TARGETS[name]
    seeds = seeds_of(target, seed)
    found: set[str] = set()

    def one(data: bytes) -> None:
        outcome = judge(target, data)
        if outcome.fault and outcome.where not in found:
            found.add(outcome.where)
            print(f"{save(target, data, outcome, FINDS)}: {outcome.fault}", flush=True)

    def mutator(data: bytes, max_size: int, number: int) -> bytes:
        rng = random.Random(number)
        if rng.randrange(2):
            return bytes(atheris.Mutate(data, max_size))
        return mutated([data or b"\n", *seeds], target.tokens, rng)[:max_size]

    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    for number, data in enumerate(seeds):
        (folder / f"{number}").write_bytes(data)
    arguments = [
        "fuzz", f"-max_total_time={round(60 * minutes)}", f"-seed={seed + 1}", "-max_len=20000",
        "-print_final_stats=1", "-rss_limit_mb=2000", "-timeout=30", "-verbosity=0", str(folder),
    ]  # fmt: skip
    atheris.Setup(arguments, one, custom_mutator=mutator)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
