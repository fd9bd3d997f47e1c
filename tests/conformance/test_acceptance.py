"""What counts as accepted, and what too little acceptance means for other properties."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, Field

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.contract.accepted_actions import actions_accepted
from hallmark_rl.conformance.survey.acceptance import (
    acceptance_problem,
    low_rate,
    measure_acceptance,
)
from hallmark_rl.conformance.survey.survey_data import Acceptance, Rollout, Survey

FIRST = {
    "message": "Welcome to the shop.",
    "cart": [],
    "log": [],
    "money": 10,
    "done": False,
    "reward": None,
}


def step(**changes: Any) -> Response:
    return Response({**FIRST, "reward": 0.0, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"error": "no such product"},
        {"error": {"code": "action_rejected", "message": "too dear", "blame": "action"}},
        {"metadata": {"last_action_error": "unknown product"}},
        {"valid": False},
        {"info": {"is_legal_move": False}},
        {"invalid_moves": 1},
        {"errors": ["no such product"]},
        {"status": "invalid_action"},
        {"message": "I don't understand 'shoes'."},
        {"message": "Usage: buy <product>"},
        {"message": "Unknown command shoes", "steps": 1, "echo": "shoes"},
        {"message": "Expected one of: buy, leave"},
        {"log": ["> shoes", "invalid"], "message": "Invalid."},
        {"message": "There is no product named shoes here."},
        {"message": "The product does not exist."},
        {"message": "There are no shoes of this name."},
    ],
)
def test_refusals_are_recognised(changes: dict[str, Any]) -> None:
    assert refusal(Response(FIRST), Response(FIRST), step(**changes), {"text": "shoes"})


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"message": "You buy shoes.", "money": 5},
        {"error": None, "valid": True, "status": "ok", "errors": []},
        {"message": "Wrong answer.", "done": True},
        {"message": "Incorrect: the word is not it. Try again."},
        {"message": "An error was fixed.", "cart": ["shoes"], "stock": "one pair left"},
        {"message": "Expected delivery: Monday", "address": "Elm Street"},
        {"success": False},
        {"message": "There is no time to lose."},
        {"message": "There is no sign of the thief here."},
        {"message": "There is no door that opens."},
        {"message": f"{'09:15 INFO served 7 requests. ' * 9} 09:17 ERROR no such table"},
        {"message": "You go on. Valid moves: up, down", "position": [3, 4]},
    ],
)
def test_accepted_steps_are_recognised(changes: dict[str, Any]) -> None:
    assert refusal(Response(FIRST), Response(FIRST), step(**changes), {"text": "shoes"}) == ""


def test_what_the_first_message_shows_is_no_refusal() -> None:
    """A task about a program with an error shows that error from the beginning."""
    first = Response(
        {"error": "AssertionError in test_sum", "hint": "invalid index", "done": False}
    )
    assert refusal(first, first, Response({**(first.data or {}), "reward": 0.0}), {}) == ""


class Reason(BaseModel):
    """An observation with a field for the reason of a refusal, and one for remarks."""

    note: str = Field(default="", description="Why the last action did nothing; empty if it did")
    remark: str = Field(default="", description="What the last action has done")
    mails: int = 3
    reward: float = 0.0


@pytest.mark.parametrize(
    ("after", "is_refused"),
    [
        (Reason(note="nobody here has this name"), True),
        (Reason(note="nobody here has this name", reward=1.0), False),
        (Reason(note="nobody here has this name", mails=2), False),
        (Reason(note="the same note as at first"), False),
        (Reason(remark="nobody here has this name"), False),
    ],
)
def test_the_description_of_a_field_tells_that_it_gives_the_reason(
    after: Reason, is_refused: bool
) -> None:
    note = "the same note as at first" if after.note.startswith("the same") else ""
    first = Response(Reason(note=note).model_dump())
    result = Response(after.model_dump(), raw=after)
    assert bool(refusal(first, first, result, {"name": "Ada"})) is is_refused


def test_an_exception_is_a_refusal_and_a_rejected_action_too() -> None:
    first = Response(FIRST)
    assert refusal(first, first, Response(None, "ValueError", "no"), {}).startswith("raises")
    assert "model" in refusal(first, first, Response(None, "InvalidAction", "no"), {})


def survey(accepted: int, played: int, distinct: int, choices: int = 5) -> Survey:
    pool = [{"n": number} for number in range(choices)]
    return Survey(pool=pool, acceptance=Acceptance(played, accepted, 0, distinct))


@pytest.mark.parametrize(
    ("case", "enough"),
    [
        (survey(48, 48, 5), True),
        (survey(5, 48, 2), True),
        (survey(4, 48, 2), False),
        (survey(20, 48, 1), False),
        (survey(20, 48, 1, choices=1), True),
        (survey(0, 0, 0), False),
        (Survey(acceptance=Acceptance(48, 48, 0, 5)), False),
    ],
)
def test_the_rate_that_is_needed(case: Survey, enough: bool) -> None:
    assert (low_rate(case) == "") is enough
    assert (acceptance_problem(case, ["accepted_steps"]) == "") is enough
    assert acceptance_problem(case, ["oracle"]) == ""


@pytest.mark.parametrize(
    ("judged", "answers", "refused", "enough"),
    [
        (48, [3, 4], 0, True),
        (4, [3, 4], 0, False),
        (48, [3, 3], 0, False),
        (48, [3, 4], 1, False),
        (48, [], 0, False),
    ],
)
def test_wrong_answers_that_use_up_an_attempt_are_no_refusals(
    judged: int, answers: list[int], refused: int, *, enough: bool
) -> None:
    case = survey(0, 48, 0)
    case.acceptance.judged = judged
    case.solutions = [Rollout(1, [{"n": n}], [1.0], True, refused=refused) for n in answers]
    assert (low_rate(case) == "") is enough


def test_an_oracle_of_several_steps_does_not_make_refusals_answers() -> None:
    case = survey(0, 48, 0)
    case.acceptance.judged = 48
    case.solutions = [Rollout(n, [{"n": n}] * 2, [0.0, 1.0], True) for n in range(3)]
    assert low_rate(case) != ""


@pytest.mark.parametrize(
    ("changes", "judged"),
    [
        ({"error": "not one move away", "attempts_left": 1}, 1),
        ({"error": "not one move away", "done": True}, 1),
        ({"error": "not one move away", "step": 1}, 0),
        ({"money": 9}, 0),
    ],
)
def test_a_refusal_that_ends_the_episode_or_uses_an_attempt_is_a_verdict(
    changes: dict[str, Any], judged: int
) -> None:
    first = Response({**FIRST, "attempts_left": 2, "step": 0})
    after = Response({**FIRST, "attempts_left": 2, "step": 0, "reward": 0.0, **changes})
    driver: Any = SimpleNamespace(reset=lambda **_: first, step=lambda _: after)
    case = Survey(pool=[{"n": 1}])
    found = measure_acceptance(case, driver)
    assert (found.judged > 0) is (judged > 0)


def test_a_refused_oracle_is_a_problem_for_its_properties() -> None:
    case = survey(48, 48, 5)
    case.solutions = [Rollout(1, [{"n": 1}], [0.0], True, refused=1)]
    assert "oracle" in acceptance_problem(case, ["oracle", "accepted_solutions"])
    case.solutions.append(Rollout(2, [{"n": 1}], [0.0], True))
    assert acceptance_problem(case, ["oracle", "accepted_solutions"]) == ""


@pytest.mark.parametrize("is_solved", [False, True])
def test_actions_of_the_author_that_never_fit_break_nothing_where_the_oracle_is_accepted(
    *, is_solved: bool
) -> None:
    """Of six entries out of 900 that actions() draws, one fits on some seeds of the suite only."""
    tried = survey(0, 48, 0)
    tried.solutions = [Rollout(0, [{"n": 1}], [1.0], done=True)] if is_solved else []
    source = SimpleNamespace(strategy=object())
    context: Any = SimpleNamespace(survey=tried, figures={}, source=source, seeds=(0,))
    with pytest.raises(EvidenceMissing if is_solved else PropertyViolated):
        actions_accepted(context)


def test_properties_that_play_actions_say_so() -> None:
    """Checks of the calls of step() that can pass without an accepted step are marked."""
    needing = {e.id for e in catalogue().values() if "accepted_steps" in e.needs}
    assert {
        "step.terminates",
        "reward.bounded_farming",
        "server.wire_agrees",
        "isolation.sessions",
        "runtime.episode_determinism",
        "contract.no_faults",
    } <= needing
    assert not needing & {"runtime.startup", "reset.accepts_seed", "server.starts"}
