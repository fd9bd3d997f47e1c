"""Reward columns in an observation."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.reward import reward_columns
from hallmark_rl.conformance.properties.reward.reward_columns import (
    _in_proportion,
    columns_of,
    columns_vary,
)
from hallmark_rl.conformance.survey.survey_data import Rollout


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
        self.seconds_left = lambda: seconds_left
        self.paid = paid
        self.rng = random.Random
        for name, made in (("oracle_of", None), ("play_policy", solution)):
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
