"""Print the coverage of each package and sub-package: `python .ci/coverage_by_package.py FILE`.

FILE is the report of `coverage json`. Coverage is that of coverage.py: the part of statements and
branches that ran. Exits with 1 if a package has less than `LEAST` of it.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

LEAST = 0.90
_COUNTS = ("covered_lines", "covered_branches", "num_statements", "num_branches")


def by_package(files: dict[str, dict[str, Any]]) -> dict[str, Counter[str]]:
    """The counts of each package and sub-package, by path, from those of the files."""
    counts: dict[str, Counter[str]] = {}
    for name, entry in sorted(files.items()):
        folders = Path(name).parts[:-1]
        for depth in range(1, min(2, len(folders)) + 1):
            place = counts.setdefault("/".join(folders[:depth]), Counter())
            place.update({key: entry["summary"][key] for key in _COUNTS})
    return counts


def part_covered(counts: Counter[str]) -> float:
    """The part of statements and branches that ran; 1 where there are none."""
    total = counts["num_statements"] + counts["num_branches"]
    return (counts["covered_lines"] + counts["covered_branches"]) / total if total else 1.0


def main(path: Path) -> int:
    """Returns the exit status."""
    counts = by_package(json.loads(path.read_text(encoding="utf-8"))["files"])
    for name, entry in counts.items():
        sizes = f"{entry['num_statements']:7} statements {entry['num_branches']:6} branches"
        print(f"{name:28} {part_covered(entry):6.1%} of {sizes}")
    low = [name for name in counts if "/" not in name and part_covered(counts[name]) < LEAST]
    if low or not counts:
        print(f"below {LEAST:.0%}: {', '.join(low) or 'nothing was measured'}", file=sys.stderr)
    return 1 if low or not counts else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
