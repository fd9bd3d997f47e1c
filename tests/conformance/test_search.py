"""The search for an episode that violates a property: how it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import openenv.core.env_server.http_server  # noqa: F401 - once, and not in the fork
import pytest

from hallmark_rl.conformance.checking import interleaved_sessions
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.search import search_for_violation
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import (
    EvidenceMissing,
    NotApplicable,
    PropertyViolated,
)
from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.load import load_subject


@pytest.fixture(scope="module")
def context() -> CheckContext:
    profile = replace(PROFILES["quick"], budget=60.0)
    subject = load_subject("tests.conformance.guess:GuessEnvironment", env_args={})
    made: Any = run_in_fork(lambda: collect_survey(subject, profile).to_dict(), 60.0)
    return CheckContext(subject, Survey.from_dict(made), profile)


class RaisesOnce:
    """A check whose state stays: it raises on the first drawn episode of two actions, once."""

    def __init__(self, error: Exception) -> None:
        self.error, self.raised = error, 0

    def __call__(self, context: CheckContext, episode: Episode) -> None:
        if episode.label == "drawn" and len(episode.calls) > 2 and not self.raised:
            self.raised += 1
            raise self.error


@pytest.mark.parametrize(
    "error",
    [NotApplicable("differs"), EvidenceMissing("no session"), PropertyViolated("differs")],
    ids=lambda error: type(error).__name__,
)
def test_what_a_check_raises_once_is_the_result(context: CheckContext, error: Exception) -> None:
    check = RaisesOnce(error)
    with pytest.raises(type(error), match=str(error)):
        search_for_violation(context, check)
    assert check.raised == 1


def test_another_error_of_a_check_is_raised(context: CheckContext) -> None:
    def check(context: CheckContext, episode: Episode) -> None:
        if episode.label == "drawn":
            raise ZeroDivisionError("of the check")

    with pytest.raises(ZeroDivisionError, match="of the check"):
        search_for_violation(context, check)


def test_an_episode_that_cannot_be_played_alone_leaves_interleavings_unproved(
    context: CheckContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0

    def play_alone(context: CheckContext, episode: Episode) -> Any:
        nonlocal tried
        tried += 1
        if tried == 1:
            raise EvidenceMissing("no process")
        return [{"error": ""}]

    monkeypatch.setattr(interleaved_sessions, "_play_alone", play_alone)
    with pytest.raises(EvidenceMissing, match="no process"):
        interleaved_sessions.check_interleavings(context)
    assert tried == 1
