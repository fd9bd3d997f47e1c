"""The search of an instance's states: what is carried counts, counters and histories do not."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from hallmark_rl.conformance.actions.action_source import action_source
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.oracle_search.find_solutions import find_solutions
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer
from hallmark_rl.conformance.oracle_search.state_search import StateSearch
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.conformance.survey.declarations import read_declared
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.sdk.subject.load import load_subject

KEEP = Path(__file__).parents[1] / "defects" / "sound" / "keep"

HALL = '''
from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State


class Walk(Action):
    way: int = 0


class Hall(Environment):
    """Nine doors in a row; a key behind the first door on the left opens the last on the right."""

    def __init__(self):
        super().__init__()
        self.doors = 9
        self.reset()

    def reset(self, seed=None, episode_id=None, **options):
        self.place, self.key, self.steps, self.log, self.over = 4, False, 0, [], False
        return Observation(reward=0.0, done=False)

    def step(self, action, timeout_s=None, **options):
        self.steps += 1
        self.log.append(f"step {self.steps}")
        self.place = min(8, max(0, self.place + (1 if action.way == 1 else -1)))
        self.key = self.key or self.place == 0
        self.over = self.over or (self.key and self.place == 8)
        return Observation(reward=float(self.over), done=self.over)

    @property
    def state(self):
        return State()
'''


def search(folder: Path, calls: int, actions: list[Action]) -> tuple[Rollout | None, int]:
    """The best episode of the first seed, and the calls that are left."""
    subject = dataclasses.replace(load_subject(str(folder)), proof=None)
    survey = collect_survey(subject, PROFILES["quick"])
    player = SearchPlayer(subject, survey, read_declared(subject), [])
    player.allow(calls, 20.0)
    source = action_source(subject, survey.schema)
    best = StateSearch(player, StepCandidates(source, subject, actions), 1).best_episode()
    player.close()
    return best, player.calls


def hall(folder: Path, code: str) -> Path:
    folder.mkdir()
    (folder / "env.py").write_text(code)
    (folder / "openenv.yaml").write_text(
        "spec_version: 1\nname: hall\nruntime: fastapi\napp: env:Hall\nport: 8000\n"
        "validation:\n  reward:\n    range: [0.0, 1.0]\n"
    )
    return folder


def test_states_that_no_message_shows_are_searched(tmp_path: Path) -> None:
    folder = hall(tmp_path / "hall", HALL)
    best, left = search(folder, 4000, [{"way": 0}, {"way": 1}])
    assert best is not None
    assert (best.total, best.done, len(best.actions)) == (1.0, True, 12)
    assert left > 0  # two ways in each of twelve steps would be 4096 episodes


def test_where_an_instance_changes_nothing_of_its_own_the_messages_are_searched(
    tmp_path: Path,
) -> None:
    code = HALL.replace("self.place", "Hall.place")
    for name in ("key", "steps", "log", "over"):
        code = code.replace(f"self.{name}", f"Hall.{name}")
    code = code.replace(
        "Observation(reward=float", "Seen(at=Hall.place, key=Hall.key, reward=float"
    )
    code = code.replace(
        "class Hall(",
        "class Seen(Observation):\n    at: int = 4\n    key: bool = 0\n\n\nclass Hall(",
    )
    best, _ = search(hall(tmp_path / "hall", code), 4000, [{"way": 0}, {"way": 1}])
    assert best is not None
    assert best.total == 1.0


def test_a_text_adventure_is_solved() -> None:
    subject = dataclasses.replace(load_subject(str(KEEP)), proof=None)
    unhurried = dataclasses.replace(PROFILES["default"], search=60.0)  # its calls end it
    found = find_solutions(subject, collect_survey(subject, PROFILES["quick"]), unhurried)
    assert found.kind == "solved"
    assert all(rollout.total == pytest.approx(1.0) for rollout in found.solutions)
    commands = [action["command"].split() for action in found.solutions[0].actions]
    assert {words[0] for words in commands} == {"go", "take", "put"}
