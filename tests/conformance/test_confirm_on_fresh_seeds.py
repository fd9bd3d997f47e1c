"""A suspicion is confirmed, refuted, or neither where there is no time for enough seeds."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking import confirm_on_fresh_seeds as module
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share
from hallmark_rl.conformance.core.results import EvidenceMissing
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Coin(Env):
    schema: ClassVar[dict[str, Any]] = small_schema(side={"enum": ["head", "tail"]})
    limit = 1

    def paid(self, action: Message) -> float:
        return 1.0

    def oracle(self) -> Message:
        return {"side": "head"}


def confirmed(share: float, plays: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Confirm that something happens on more than half of the seeds, in the time for few plays."""
    turns = itertools.count(1)
    clock = itertools.count()
    watch = SimpleNamespace(monotonic=lambda: 1e9 if next(clock) > plays else 0.0)
    monkeypatch.setattr(module, "time", watch)

    def trial(seed: int) -> bool:
        turn = next(turns)
        return int(turn * share) > int((turn - 1) * share)

    return confirm_share(small_context(Coin), "semantic.canary_floor", trial, 0.5, plays=1)


def test_a_large_share_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "confirmed on" in confirmed(0.95, 200, monkeypatch)


def test_a_small_share_refutes_the_suspicion_though_time_is_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert confirmed(0.2, 30, monkeypatch) == ""


@pytest.mark.parametrize(("share", "plays"), [(0.8, 30), (0.2, 8)])
def test_few_seeds_say_nothing(share: float, plays: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EvidenceMissing, match="could not be confirmed"):
        confirmed(share, plays, monkeypatch)
