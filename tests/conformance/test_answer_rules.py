"""Rules read one value after another from the items of a list."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.oracle_search.answer_rules import EACH, AnswerRule, RulePolicy, Source
from hallmark_rl.conformance.oracle_search.draft_code import draft
from hallmark_rl.conformance.oracle_search.find_solutions import find_solutions
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.sdk.subject.load import load_subject

QUICK = PROFILES["quick"]
QUESTIONS = """
import random

from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State


class Reply(Action):
    text: str = ""


class Exam(Environment):
    def reset(self, seed=None, episode_id=None, **options):
        rng = random.Random(seed)
        self.questions = [
            {"text": f"question {rng.random()}", "solution": str(rng.randint(100, 999))}
            for _ in range(4)
        ]
        self.asked = State(step_count=0)
        return Observation()

    def step(self, action, timeout_s=None, **options):
        place = self.asked.step_count
        if place >= 4:
            return Observation(reward=0.0, done=True)
        self.asked.step_count += 1
        right = action.text == self.questions[place]["solution"]
        return Observation(reward=right / 4, done=place == 3)

    @property
    def state(self):
        return self.asked
"""


def test_each_question_is_answered_by_its_own_value(tmp_path: Path) -> None:
    (tmp_path / "exam.py").write_text(QUESTIONS, encoding="utf-8")
    subject = dataclasses.replace(load_subject(str(tmp_path)), proof=None)
    survey = collect_survey(subject, QUICK)
    found = find_solutions(subject, survey, QUICK)
    assert found.kind == "answer"
    assert found.how == "text = attributes .questions[*]['solution'], one item a step"
    assert found.rule is not None
    policy = RulePolicy(subject, AnswerRule.from_dict(found.rule))
    assert play_policy(subject, survey, policy, 501, 20).total == pytest.approx(1.0)
    text = draft(subject, survey, found)["fields"]["text"]
    assert text == "env.questions[env.state.step_count]['solution']"


def test_a_step_without_an_item_has_no_action() -> None:
    rule = AnswerRule({}, (Source(("text",), "attributes", f".rows{EACH}.key", each=True),))
    views = {"attributes": {".rows[0].key": "a", ".rows[1].key": "b"}}
    assert [rule.action(views, step) for step in range(3)] == [{"text": "a"}, {"text": "b"}, None]
