"""Episodes that pay at their end are improved by replaced and by added steps."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.oracle_search import local_search
from hallmark_rl.conformance.oracle_search.find_solutions import FoundSolutions, find_solutions
from hallmark_rl.conformance.oracle_search.state_search import StateSearch
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.sdk.subject.load import load_subject

LONG = dataclasses.replace(PROFILES["quick"], search=60.0)
BASKET = '''
from typing import Literal

from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

FRUITS = ("apple", "plum", "cherry")


class Pick(Action):
    do: Literal["hand_in", "pick"] = "hand_in"
    fruit: str = Field("", description="What to pick")
    tree: int = 0


class Basket(Observation):
    picked: int = 0


class Orchard(Environment):
    """Each kind of fruit from the tree of its number; paid when the basket is handed in."""

    def reset(self, seed=None, episode_id=None, **options):
        self.basket, self.steps = set(), 0
        return self.show(None, False)

    def step(self, action, timeout_s=None, **options):
        self.steps += 1
        if action.do == "pick" and FRUITS[action.tree : action.tree + 1] == (action.fruit,):
            self.basket.add(action.fruit)
        ends = action.do == "hand_in" or self.steps == 12
        return self.show(len(self.basket) / 3 if ends else 0.0, ends)

    def show(self, reward, done):
        return Basket(picked=len(self.basket), reward=reward, done=done)

    @property
    def state(self):
        return State()
'''


def found_in(folder: Path) -> FoundSolutions:
    (folder / "orchard.py").write_text(BASKET, encoding="utf-8")
    subject = dataclasses.replace(load_subject(str(folder)), proof=None)
    return find_solutions(subject, collect_survey(subject, PROFILES["quick"]), LONG)


def test_steps_are_added_before_the_one_that_hands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StateSearch, "best_episode", lambda self: None)
    found = found_in(tmp_path)
    assert {round(rollout.total, 6) for rollout in found.solutions} == {1.0}
    monkeypatch.setattr(
        local_search, "_with_added_steps", lambda player, rollout, candidates: rollout
    )
    assert all(rollout.total < 1.0 for rollout in found_in(tmp_path).solutions)
