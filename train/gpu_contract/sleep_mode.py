"""Whether an engine that sleeps during the update gives its memory back and wakes up usable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hallmark_rl.train.gpu_contract.verdicts import Finding

NAME = "sleep mode"
MIN_FREED = 0.5
"""The least share of the engine's memory that it must give back."""


class SleepingEngine(Protocol):
    """An inference engine with a sleep mode."""

    def sleep(self) -> None:
        """Give memory back."""

    def wake(self) -> None:
        """Take it again, with the current weights."""


def check_sleep(
    engine: SleepingEngine,
    memory_in_use: Callable[[], int],
    engine_bytes: int,
    check_awake: Callable[[], list[Finding]],
) -> Finding:
    """Put the engine to sleep and wake it.

    Args:
        engine: awake at the beginning and at the end.
        memory_in_use: bytes that are in use on the device.
        engine_bytes: what the engine was given.
        check_awake: assertions that must still hold afterwards.
    """
    awake = memory_in_use()
    engine.sleep()
    freed = awake - memory_in_use()
    engine.wake()
    share = freed / max(1, engine_bytes)
    if share < MIN_FREED:
        return Finding.of(NAME, False, f"asleep, the engine gives back {share:.0%} of its memory")
    for finding in check_awake():
        if finding.verdict != "held":
            return Finding(NAME, finding.verdict, f"after waking up: {finding.detail}")
    return Finding.of(NAME, True, f"asleep, the engine gives back {share:.0%} of its memory")
