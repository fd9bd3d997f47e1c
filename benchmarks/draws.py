"""Test inputs drawn per second: our draws, and what Hypothesis' public interface offers.

    python benchmarks/draws.py [--rounds 5]

Each way draws `VALUES` inputs for every fourth task file of the coding environment. They take turns
within a round; figures are medians over the rounds.
docs/decisions/0008-hypothesis-internals.md says what follows.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from results import Figure, Results, Table, publish

from hallmark_rl.envs.coding.catalog import task_files
from hallmark_rl.sdk.coding.sampling import draw
from hallmark_rl.sdk.coding.task_file import load_task

VALUES = 96
BATCH = 24  # the inputs that one step of an episode needs
_BYTES = 2048  # enough for the choices of one input of every task
_SETTINGS: dict[str, Any] = {
    "database": None,
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
}


def ours(strategy: SearchStrategy[Any]) -> None:
    """`sdk.coding.sampling.draw`."""
    rng = random.Random(0)
    for _ in range(VALUES):
        draw(strategy, rng)


def fuzzed(strategy: SearchStrategy[Any]) -> None:
    """`fuzz_one_input` with random bytes, the only public way to repeat a value."""
    values: list[Any] = []
    run = settings(**_SETTINGS)(
        given(strategy)(lambda value: values.append(value))
    ).hypothesis.fuzz_one_input
    rng = random.Random(0)
    while len(values) < VALUES:
        run(rng.randbytes(_BYTES))


def given_values(strategy: SearchStrategy[Any]) -> None:
    """`@given` and `@seed`, one example for each value."""
    for number in range(VALUES // BATCH):
        options = settings(max_examples=BATCH, phases=[Phase.generate], **_SETTINGS)
        seed(number)(options(given(strategy)(_ignore)))()


def given_lists(strategy: SearchStrategy[Any]) -> None:
    """`@given` and `@seed`, one example for a list of values: they cannot be shrunk one by one."""
    lists = st.lists(strategy, min_size=BATCH, max_size=BATCH)
    options = settings(max_examples=VALUES // BATCH, phases=[Phase.generate], **_SETTINGS)
    seed(0)(options(given(lists)(_ignore)))()


def _ignore(value: Any) -> None:
    """The test function."""


WAYS: tuple[Callable[[SearchStrategy[Any]], None], ...] = (ours, fuzzed, given_values, given_lists)


def measure(rounds: int) -> Results:
    """Draw in every way, in turns."""
    strategies = [load_task(path).strategy for _, _, path in task_files()][::4]
    for way in WAYS:
        way(strategies[0])
    spent: dict[str, list[float]] = {way.__name__: [] for way in WAYS}
    for _ in range(rounds):
        for way in WAYS:
            started = time.perf_counter()
            for strategy in strategies:
                way(strategy)
            spent[way.__name__].append(time.perf_counter() - started)
    rates = {
        way.__name__: VALUES * len(strategies) / statistics.median(spent[way.__name__])
        for way in WAYS
    }
    rows = [
        [(way.__doc__ or "").splitlines()[0].rstrip("."), f"{rates[way.__name__]:.0f}"]
        for way in WAYS
    ]
    fastest_public = max(rate for name, rate in rates.items() if name != ours.__name__)
    return Results(
        [Table(["way", "values/s"], rows)],
        {"our draws / the fastest public way": Figure(rates["ours"] / fastest_public, "higher")},
    )


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    publish(measure(options.rounds), options.json)


if __name__ == "__main__":
    main()
