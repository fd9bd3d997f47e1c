"""Effects of metadata, which its repetition is none of, and of data that a caller overwrites."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.step.side_effects import (
    _echoes,
    _without_echo,
    returned_data_detached,
)
from tests.conformance.small_environment import Env, small_context, small_schema

SENT = [{"reward": 1.0, "please": True}]


def test_a_repetition_is_found_as_a_value_or_as_text() -> None:
    trace = [{"seen": {"last": SENT[0]}, "log": f"got {SENT[0]}", "hint": "warm", "reward": 0.0}]
    echoes = _echoes(trace, SENT)
    assert echoes == {"seen", "log"}
    assert _without_echo(trace, echoes) == [{"hint": "warm", "reward": 0.0}]


def test_an_effect_is_no_repetition() -> None:
    assert _echoes([{"hint": "the answer is 4", "reward": 1.0}], SENT) == set()


class Shown(BaseModel):
    numbers: list[int]
    reward: float = 0.0
    done: bool = False


class SharedList(Env):
    """What is returned is what the instance holds."""

    schema: ClassVar[dict[str, Any]] = small_schema(number={"type": "integer"})

    def begin(self) -> None:
        self.numbers = [self.rng.randrange(10) for _ in range(3)]

    def reset(self, seed: int | None = None, **options: Any) -> Any:
        super().reset(seed, **options)
        return Shown.model_construct(numbers=self.numbers)

    def step(self, action: dict[str, Any]) -> Any:
        return Shown.model_construct(numbers=self.numbers, done=True)

    def paid(self, action: dict[str, Any]) -> float:
        return 0.0

    def oracle(self) -> dict[str, Any]:
        return {"number": 1}


def test_overwritten_data_is_reported_with_the_episode_that_was_played() -> None:
    """The episode is checked again in later runs: the added read of the state is no part of it."""
    context = small_context(SharedList)
    episode = Episode.of(1, [{"number": 1}], "short")
    with pytest.raises(PropertyViolated, match="overwritten") as raised:
        returned_data_detached(context, episode)
    assert raised.value.episode == episode
