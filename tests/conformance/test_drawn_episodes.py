"""Episodes are drawn where a task pays only at the end of many steps."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.oracle_search import explored_episodes
from hallmark_rl.conformance.oracle_search.find_solutions import FoundSolutions, find_solutions
from hallmark_rl.conformance.oracle_search.state_search import StateSearch
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.sdk.subject.load import load_subject

LONG = dataclasses.replace(PROFILES["quick"], search=60.0)
"""The calls end the search, and not the seconds: a busy machine finds the same."""
AUCTION = '''
import random

from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State


class Bid(Action):
    bid: int = 0


class Offer(Observation):
    cash: int = 0
    lots_left: int = 0


class Auction(Environment):
    """Twelve lots; the last step pays what was bought."""

    def reset(self, seed=None, episode_id=None, **options):
        rng = random.Random(seed)
        self.prices = [rng.randint(2000, 9000) for _ in range(12)]
        self.cash, self.bought = rng.randint(20_000, 40_000), 0
        return self.show(None)

    def step(self, action, timeout_s=None, **options):
        price = self.prices.pop()
        if price <= action.bid <= self.cash:
            self.cash -= price
            self.bought += 1
        return self.show(0.0 if self.prices else self.bought / 12)

    def show(self, reward):
        left = len(self.prices)
        return Offer(cash=self.cash, lots_left=left, reward=reward, done=not left)

    @property
    def state(self):
        return State()
'''


def found_in(folder: Path) -> FoundSolutions:
    (folder / "auction.py").write_text(AUCTION, encoding="utf-8")
    subject = dataclasses.replace(load_subject(str(folder)), proof=None)
    return find_solutions(subject, collect_survey(subject, PROFILES["quick"]), LONG)


def test_a_late_pay_is_found_by_drawn_episodes(tmp_path: Path) -> None:
    found = found_in(tmp_path)
    assert found.kind == "played"
    assert len(found.solutions) >= 2
    assert all(rollout.done and rollout.total > 0 for rollout in found.solutions)
    assert found_in(tmp_path).to_dict() == found.to_dict()


def test_without_them_nothing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explored_episodes, "best_drawn_episode", lambda *arguments: None)
    assert found_in(tmp_path).solutions == []


CORRIDOR = """
import random

from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State


class Move(Action):
    move: str = ""


class Doors(Observation):
    legal: list[str] = []


class Corridor(Environment):
    \"\"\"Ten rooms with two doors of random names; the second wrong name ends the walk.\"\"\"

    def reset(self, seed=None, episode_id=None, **options):
        self.rng, self.rooms, self.wrong = random.Random(seed), 10, 0
        return self.show(None)

    def step(self, action, timeout_s=None, **options):
        if action.move in self.legal:
            self.rooms -= 1
        else:
            self.wrong += 1
        return self.show(float(not self.rooms))

    def show(self, reward):
        self.legal = sorted(str(n) for n in self.draw().sample(range(1000, 9999), 2))
        done = not self.rooms or self.wrong > 1
        return Doors(legal=self.legal, reward=reward, done=done)

    def draw(self):
        return self.rng

    @property
    def state(self):
        return State()
"""


def corridor(folder: Path, code: str) -> FoundSolutions:
    (folder / "corridor.py").write_text(code, encoding="utf-8")
    subject = dataclasses.replace(load_subject(str(folder)), proof=None)
    return find_solutions(subject, collect_survey(subject, PROFILES["default"]), LONG)


def test_listed_moves_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StateSearch, "best_episode", lambda self: None)
    found = corridor(tmp_path, CORRIDOR)
    assert len(found.solutions) >= 2
    assert all(len(rollout.actions) >= 10 for rollout in found.solutions)
    assert found.unrepeated == []
    monkeypatch.setattr(StepCandidates, "listed", lambda *arguments: [])
    assert corridor(tmp_path, CORRIDOR).solutions == []


def test_what_earns_something_else_again_is_kept(tmp_path: Path) -> None:
    code = CORRIDOR.replace("return self.rng", "return self.rng if self.rooms > 8 else random")
    found = corridor(tmp_path, code)
    assert found.solutions == []
    assert 0 < len(found.unrepeated) <= 3
    assert all(rollout.total > 0 for rollout in found.unrepeated)


QUESTIONS = """
import random

from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class Verdict(Action):
    verdict: str = Field("", description="'good' or 'bad'")


class Question(Observation):
    text: str = ""


class Questions(Environment):
    \"\"\"Ten questions; half of them and one more must be right, and the last step pays.\"\"\"

    def reset(self, seed=None, episode_id=None, **options):
        self.seed = seed
        self.asked = self.right = 0
        return self.show(None)

    def step(self, action, timeout_s=None, **options):
        rng = random.Random(f"{self.seed} {self.asked}")
        self.right += action.verdict == rng.choice(["good", "bad"])
        self.asked += 1
        return self.show(max(0, self.right - 5) / 5 if self.asked == 10 else 0.0)

    def show(self, reward):
        return Question(text=f"Question {self.asked}.", reward=reward, done=self.asked == 10)

    @property
    def state(self):
        return State()
"""


def questions(folder: Path) -> FoundSolutions:
    (folder / "questions.py").write_text(QUESTIONS, encoding="utf-8")
    subject = dataclasses.replace(load_subject(str(folder)), proof=None)
    survey = collect_survey(subject, PROFILES["quick"])
    survey = dataclasses.replace(survey, random_rollouts=[], null_rollouts=[])
    return find_solutions(subject, survey, LONG)


def test_a_row_of_questions_is_answered_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StateSearch, "best_episode", lambda self: None)
    found = questions(tmp_path)
    assert len(found.solutions) >= 2
    assert {rollout.total for rollout in found.solutions} == {1.0}
    with monkeypatch.context() as patch:
        patch.setattr(explored_episodes, "improved", lambda player, rollout, candidates: rollout)
        assert {rollout.total for rollout in questions(tmp_path).solutions} != {1.0}
    monkeypatch.setattr(StepCandidates, "few", lambda *arguments: [])
    assert questions(tmp_path).solutions == []
