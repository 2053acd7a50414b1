"""Count what sanitizers and valgrind found in the kernel; for `scripts/sanitize`.

Args: the folder of their reports.
Prints each finding, then how many there are; exit code 1 where there is one.

CPython and other extension modules leave memory to the system when they end, and valgrind does not
follow all that they do. So a leak, or an error of memcheck, counts where a function of the kernel
is in its stack; what AddressSanitizer and UndefinedBehaviorSanitizer report always counts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

KERNEL = re.compile(
    r"(_kernel|_propagation|_steps|_bits|_lrat|_lines)\.(c:|abi3|cpython|pyx|so)"
    r"|_platform\.h:|lazy/kernel/"
)


def findings(report: str) -> Iterator[str]:
    """The findings in one report."""
    text = re.sub(r"(?m)^==\d+== ?", "", report)
    for record in re.split(r"\n\s*\n", text):
        if not record.strip():
            continue
        is_leak = "leak of" in record or "definitely lost" in record
        is_sanitizers = "runtime error:" in record or "ERROR: AddressSanitizer" in record
        is_memchecks = "   at 0x" in record and not is_sanitizers
        if is_sanitizers or ((is_leak or is_memchecks) and KERNEL.search(record)):
            yield record.strip()


def main(folder: Path) -> int:
    """Print the findings of all reports in a folder."""
    reports = sorted(path for path in folder.iterdir() if path.is_file())
    found = [finding for path in reports for finding in findings(path.read_text(errors="replace"))]
    for finding in found:
        print(finding, end="\n\n")
    print(f"{len(reports)} processes with a report, {len(found)} findings in the kernel")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
