"""What packages and files add to a run, side by side: `python benchmarks/packages_and_files.py`.

The unit is a bare fork that runs the same program without any isolation, from a zygote with the
same modules loaded: with numpy for the runs with numpy. Contestants take turns, as in `sandbox.py`.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import sys
import time
from pathlib import Path

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from contestants import floor, ours
from peers import PROGRAM
from results import Figure, Results, Table, publish

_NUMPY = """import numpy as np

def count_words(text):
    words = np.array(text.lower().split())
    names, counts = np.unique(words, return_counts=True)
    assert (np.outer(counts, counts).sum() == counts.sum() ** 2).item()
    return dict(zip(names.tolist(), counts.tolist()))
"""
_FILES = {"data.txt": b"x" * 10_000}
_WITH_FILE = f"assert len(open('data.txt').read()) == 10_000\n{PROGRAM}"
_RUNS_PER_ROUND = 8


def measure(rounds: int) -> Results:
    """Measure the median cost of each kind of run, in floors."""
    numpy = ("numpy",)
    entries = {
        "floor": floor("python"),
        "floor with numpy": floor("python", _NUMPY, packages=numpy),
        "python": ours("kernel", "python"),
        "python, numpy": ours("kernel", "python", _NUMPY, packages=numpy),
        "restricted, numpy": ours("kernel", "restricted", _NUMPY, packages=numpy),
        "python, files": ours("kernel", "python", _WITH_FILE, files=_FILES),
        "python, scratch": ours("kernel", "python", scratch=1 << 20),
        "restricted, files": ours("kernel", "restricted", _WITH_FILE, files=_FILES),
    }
    with contextlib.ExitStack() as stack:
        verdicts = {name: stack.enter_context(entry) for name, entry in entries.items()}
        for name, verdict in verdicts.items():
            if not verdict():
                raise RuntimeError(f"{name} rejects the right program.")
        spent: dict[str, list[float]] = {name: [] for name in verdicts}
        for _ in range(rounds):
            for name, verdict in verdicts.items():
                for _ in range(_RUNS_PER_ROUND):
                    started = time.perf_counter()
                    verdict()
                    spent[name].append(time.perf_counter() - started)
    medians = {name: statistics.median(times) for name, times in spent.items()}
    floor_ms = {
        "a bare fork": medians["floor"] * 1e3,
        "a bare fork with numpy": medians["floor with numpy"] * 1e3,
    }
    costs = {
        name: median / medians["floor with numpy" if "numpy" in name else "floor"]
        for name, median in medians.items()
        if not name.startswith("floor")
    }
    return Results(
        [Table(["run", "floors"], [[name, f"{cost:.2f}"] for name, cost in costs.items()])],
        {f"{name}, floors": Figure(cost) for name, cost in costs.items()},
        [f"{name} takes {value:.2f} ms.".capitalize() for name, value in floor_ms.items()],
    )


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    publish(measure(options.rounds), options.json)


if __name__ == "__main__":
    main()
