"""Reward columns in an observation."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.reward import reward_columns
from hallmark_rl.conformance.properties.reward.reward_columns import (
    _in_proportion,
    attribution,
    columns_of,
    columns_vary,
)
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema


def test_flags_count_as_columns_only_if_they_are_paid() -> None:
    said = {"right": 1.0, "late": -0.1, "forced": True, "total": 0.9}
    assert columns_of({"reward": 0.9, "reward_components": said}) == {"right": 1.0, "late": -0.1}
    paid = {"right": True, "late": -0.1}
    assert columns_of({"reward": 0.9, "reward_components": paid}) == {"right": 1.0, "late": -0.1}


def test_proportional_columns_are_alike_and_opposite_ones_are_not() -> None:
    half = [(0.0, 0.0), (0.5, 0.25), (1.0, 0.5)]
    assert _in_proportion(half)
    assert not _in_proportion([(a, 1 - b) for a, b in half])
    assert not _in_proportion([(0.1, 0.0), (0.0, -0.01), (0.1, 0.0)])
    assert not _in_proportion([(0.0, 1.0), (0.0, 2.0)])


class Modes:
    """A stand-in for the context: the column `runs` is paid for the last action, in one mode."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds_left: float, paid: str) -> None:
        self.pool = [{"text": text} for text in ("submit", "wait", "run")]
        self.seeds = [1, 2]
        self.slow = False
        self.profile = PROFILES["default"]
        self.declared = SimpleNamespace(max_steps=4, setups=({"mode": "repair"},))
        solution = Rollout(1, [{"text": "submit"}], [1.0], True)
        self.solutions = [solution]
        self.survey = SimpleNamespace(solutions=[solution], null_rollouts=[], invalid=[])
        self.subject = SimpleNamespace(proof=SimpleNamespace(oracle=None))
        self.out_of_time = lambda overtime: seconds_left <= -overtime
        self.paid = paid
        self.rng = random.Random
        for name, made in (("oracle_rollout", solution), ("play_policy", solution)):
            monkeypatch.setattr(reward_columns, name, lambda *_, made=made, **__: made)

    def random_episode(self, seed: int, length: int) -> Episode:
        return Episode.of(seed, self.pool[:length])

    def play(self, episode: Episode) -> list[Response]:
        """The first action ends the episode."""
        first, text = episode.calls[0], episode.actions[0]["text"]
        runs = float(text == self.paid and first.options.get("mode") == "repair")
        data = {"columns": {"solved": float(text == "submit"), "runs": runs}, "done": True}
        return [Response({}), Response({**data, "reward": data["columns"]["solved"] + runs})]


def test_each_action_is_tried_first_in_a_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    columns_vary(Modes(monkeypatch, 1.0, "run"))  # type: ignore[arg-type]


def test_a_column_that_never_changes_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PropertyViolated, match=r"'runs' is 0\.0"):
        columns_vary(Modes(monkeypatch, 1.0, "nothing"))  # type: ignore[arg-type]


def test_too_little_time_leaves_constant_columns_unproved(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EvidenceMissing, match="no time"):
        columns_vary(Modes(monkeypatch, -9.0, "run"))  # type: ignore[arg-type]


class Parts(Env):
    """A number is right in part; the message breaks the reward down, with the total."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        first={"type": "integer", "minimum": 0, "maximum": 4},
        second={"type": "integer", "minimum": 0, "maximum": 4},
    )
    power = 1
    total = "final_score"

    def begin(self) -> None:
        self.right = [self.rng.randint(0, 4), self.rng.randint(0, 4)]
        self.parts: dict[str, float] = {}

    def show(self) -> Message:
        return {"reward_breakdown": self.parts, "target": self.right}

    def paid(self, action: Message) -> float:
        near, close = (
            1 - abs(action.get(name, 0) - right) / 4
            for name, right in zip(("first", "second"), self.right, strict=True)
        )
        reward = ((near + close) / 2) ** self.power
        self.parts = {"near": near, "close": close, self.total: reward}
        self.over = True
        return reward

    def oracle(self) -> Message:
        return dict(zip(("first", "second"), self.right, strict=True))


def test_a_total_among_the_columns_is_none_of_its_parts() -> None:
    attribution(small_context(Parts))


def test_parts_that_give_the_total_in_no_declared_way_are_unproved() -> None:
    with pytest.raises(EvidenceMissing, match="'final_score' is the reward itself"):
        attribution(small_context(type("Squared", (Parts,), {"power": 2})))


def test_parts_that_do_not_give_the_reward_are_reported() -> None:
    class Off(Parts):
        def paid(self, action: Message) -> float:
            return super().paid(action) + 0.25 * (self.right[0] == 2)

    with pytest.raises(PropertyViolated, match="combine to"):
        attribution(small_context(Off))
