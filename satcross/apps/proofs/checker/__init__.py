"""A proof checker that shares no code with the rest of satcross.

It takes the classes of errors and results, and `satcross.packed`, which reads packed files.
"""

from satcross.apps.proofs.checker.check import (
    CheckResult,
    ProofCheck,
    Rejected,
    check_proof,
)

__all__ = [
    "CheckResult",
    "ProofCheck",
    "Rejected",
    "check_proof",
]
