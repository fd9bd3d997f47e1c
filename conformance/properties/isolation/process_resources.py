"""Isolation: episodes do not change the process, and use no more resources over time."""

from __future__ import annotations

import gc
import itertools
import locale
import os
import signal
import sys
import threading
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated

_LARGEST_LEAK = 40_000
"""Bytes per episode by which memory may grow."""


@check("isolation.process_globals")
def process_globals(context: CheckContext) -> None:
    at_start = _process_state()
    context.new_in_process_driver().close()
    context.play(context.random_episode(context.seeds[0], 2))
    before = _process_state()
    for name in ("the working directory", "os.environ", "signal handlers", "the locale"):
        if before[name] != at_start[name]:
            raise PropertyViolated(
                f"{name} changed during an episode", context.random_episode(context.seeds[0], 2)
            )
    for episode in context.until_budget(context.first_episodes(4), least=2):
        context.play(episode)
        for name, value in _process_state().items():
            if value != before[name]:
                raise PropertyViolated(f"{name} changed during an episode", episode)


def _process_state() -> dict[str, Any]:
    names = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
    return {
        "the working directory": os.getcwd(),
        "os.environ": {
            key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")
        },
        "sys.path": list(sys.path),
        "the recursion limit": sys.getrecursionlimit(),
        "the locale": locale.setlocale(locale.LC_ALL),
        "signal handlers": [signal.getsignal(name) for name in names],
        "sys.stdout": id(sys.stdout),
    }


def play_episodes(context: CheckContext, count: int) -> None:
    """Play random actions and a solution alternately, each on a new instance."""
    solutions = [solution.episode("solution") for solution in context.survey.solutions[:1]]
    episodes = [context.random_episode(context.seeds[0], 4), *solutions]
    for number in range(count):
        driver = context.new_driver()
        context.play(episodes[number % len(episodes)], driver)
        driver.close()


def affordable_count(context: CheckContext, most: int, seconds: float) -> int:
    """How many short episodes take about `seconds`: at least 4, at most `most`."""
    cost = context.survey.reset_s + 5 * context.survey.step_s
    return max(4, min(most, int(seconds / max(cost, 1e-4))))


@check("runtime.resource_bounds")
def resource_bounds(context: CheckContext) -> None:
    """Play the same number of episodes twice; what grows both times is a leak."""
    context.new_in_process_driver().close()
    count = affordable_count(context, 20, 3.0)
    play_episodes(context, 4)
    usages = [_resources()]
    for _ in range(2):
        play_episodes(context, count)
        gc.collect()
        usages.append(_resources())
    for name in usages[0]:
        at_start, second, third = (usage[name] for usage in usages)
        leak = max(2, count // 4)
        if second - at_start >= leak and third - second >= leak:
            raise PropertyViolated(
                f"{name}: {at_start} at the start, {second} after {count} episodes, "
                f"{third} after {2 * count}",
                context.random_episode(context.seeds[0], 4),
            )
    driver = context.new_in_process_driver()
    before = _resources()
    for _ in range(count):
        driver.reset()
    gc.collect()
    after = _resources()
    for name, value in after.items():
        if value - before[name] >= max(3, count // 2):
            resets = Episode(tuple(Call("reset") for _ in range(4)), "resets, and so on")
            raise PropertyViolated(
                f"{name}: {before[name]} before, {value} after {count} resets", resets
            )


def _resources() -> dict[str, int]:
    import psutil

    process = psutil.Process()
    return {
        "descriptors": process.num_fds(),
        "threads": threading.active_count(),
        "child processes": len(process.children(recursive=True)),
    }


@check("isolation.memory")
def memory(context: CheckContext) -> None:
    import psutil

    context.new_in_process_driver().close()
    count = affordable_count(context, 200, max(3.0, context.profile.budget))
    if count < 10:
        raise EvidenceMissing("episodes are too slow to measure growth: use --profile thorough")
    process = psutil.Process()
    play_episodes(context, max(5, count // 4))
    sizes = []
    for _ in range(4):
        play_episodes(context, count // 2)
        gc.collect()
        sizes.append(process.memory_info().rss)
    growths = [after - before for before, after in itertools.pairwise(sizes)]
    per_episode = min(growths) / max(1, count // 2)
    if per_episode > _LARGEST_LEAK:
        raise PropertyViolated(
            f"memory grows steadily by {per_episode / 1000:.0f} kB per episode",
            context.random_episode(context.seeds[0], 4),
        )
