"""Mutated certificates of every claim: `python -m fuzz.apps.certificates --mutated 3000`.

Small certificates of each claim are damaged by `satcross.apps.proofs.testing.check_claim`. None may
be accepted for what brute force finds to be false, and each must be rejected or refused in one line
otherwise.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.certified_claims import GROUPS, certificates, claim_of_group, damage_of, is_true

from satcross.apps.proofs.testing import check_claim

FILES = 50  # certificates of a claim, of which the next ones are made
EACH = 500
OUTCOMES = ("refused", "rejected", "right", "not tried")


def main(args: list[str] | None = None) -> int:
    """Run the claims asked for; 1 where one accepts what is false, else 0."""
    options = _parser().parse_args(args)
    if unknown := set(options.claim) - {*GROUPS}:
        print(f"no claim {sorted(unknown)[0]!r}: one of {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    print(f"{'claim':24}" + "".join(f"{outcome:>10}" for outcome in OUTCOMES))
    n_wrong = 0
    for about in options.claim or GROUPS:
        started = time.monotonic()
        found: Counter[str] = Counter()
        for part in range(-(-options.mutated // EACH)):
            seed = options.seed + part
            try:
                found += check_claim(
                    claim_of_group(about),
                    list(islice(certificates(about, 1000 * seed), FILES)),
                    is_true,
                    n_damaged=min(EACH, options.mutated - part * EACH),
                    seed=seed,
                    damage=damage_of(about),
                )
            except AssertionError as error:
                n_wrong += 1
                print(f"{about}, seed {seed}: {error}", flush=True)
        said = "".join(f"{found[outcome]:10,}" for outcome in OUTCOMES)
        print(f"{about:24}{said}   ({time.monotonic() - started:.0f} s)", flush=True)
    return int(n_wrong > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz.apps.certificates",
        description="Mutated certificates of every claim, against brute force.",
    )
    parser.add_argument("claim", nargs="*", help="as 'no fill'; all by default")
    parser.add_argument("--mutated", type=int, default=3000, metavar="N", help="of each claim")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first")
    return parser


if __name__ == "__main__":
    sys.exit(main())
