"""Actions without one of their fields, or with another choice."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.action_variations import action_variations, shown_names
from hallmark_rl.conformance.checking.search import search_for_violation
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.robustness import valid_actions
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Desk(Env):
    """A letter is assigned to a team; the model leaves the team optional."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["open", "assign", "close"]},
        letter={"enum": ["L1", "L2"]},
        team={"type": ["string", "null"]},
    )

    def paid(self, action: Message) -> float:
        if action.get("kind") == "assign" and action.get("letter") == "L2":
            self.over = self.team_of(action) == "BLUE"
        return float(self.over)

    def team_of(self, action: Message) -> str:
        return (action.get("team") or "").upper()

    def oracle(self) -> Message:
        return {"kind": "assign", "letter": "L2", "team": "blue"}


class Crashing(Desk):
    """A team is expected although the model does not ask for one."""

    def team_of(self, action: Message) -> str:
        return str(action["team"]).upper()


def test_each_action_is_valid_and_comes_once() -> None:
    context = small_context(Desk)
    made = list(action_variations(context))
    assert all(map(context.source.valid, made))
    assert all(action not in made[:number] for number, action in enumerate(made))
    assert any(action.get("kind") == "close" for action in made)


def test_a_field_that_the_model_leaves_optional_is_left_out() -> None:
    context = small_context(Desk)
    context.survey.pool = [{"kind": "assign", "letter": "L2", "team": "blue"}]
    assert {"kind": "assign", "letter": "L2"} in action_variations(context)
    search_for_violation(context, valid_actions, odd=True)


def test_a_crash_without_an_optional_field_is_reported() -> None:
    context = small_context(Crashing)
    context.survey.pool = [{"kind": "assign", "letter": "L2", "team": "blue"}]
    with pytest.raises(PropertyViolated, match=r"raises KeyError: .team"):
        search_for_violation(context, valid_actions, odd=True)


class Outage(Desk):
    """The services' names stand in lines of text only."""

    def show(self) -> Message:
        prose = [
            "One of the services has failed, and all that call it have failed with it, so ask."
        ]
        return {"calls": ["mail: tax, stock", "tax: none"], "state": "down", "about": prose}


def test_shown_names_are_words_of_one_and_words_of_short_lines() -> None:
    assert shown_names(small_context(Outage), 3) == ["down", "mail", "tax", "stock", "none"]
