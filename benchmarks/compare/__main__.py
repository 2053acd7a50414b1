"""`python -m benchmarks.compare`, or `python benchmarks/compare`."""

from __future__ import annotations

import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
if str(_ROOT) not in sys.path:  # run as a folder
    sys.path.insert(0, str(_ROOT))

from benchmarks.compare.cli import main  # noqa: E402  # after the path is set

if __name__ == "__main__":
    sys.exit(main())
