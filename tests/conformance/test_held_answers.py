"""The value that an instance holds as the answer, on seeds that it was not found on."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.find_solutions import find_solutions
from hallmark_rl.conformance.properties.semantics.held_answers import (
    answers_accepted,
    answers_paid,
)
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.sdk.subject.load import load_subject
from tests.conformance.small_environment import Env, Message, small_context, small_schema

ON_CALL = Path(__file__).parents[1] / "defects" / "sound" / "on_call"
FIELD = "service: str = Field("
PAID = "float(action.service == self._fault)"


def changed_context(folder: Path, old: str = "", new: str = "") -> CheckContext:
    """The context of the outage with an edit, after a search for its answer."""
    shutil.copytree(ON_CALL, folder / "on_call")
    file = folder / "on_call" / "env.py"
    source = file.read_text()
    assert old in source
    file.write_text(source.replace(old, new))
    subject = dataclasses.replace(load_subject(str(folder / "on_call")), proof=None)
    survey = collect_survey(subject, PROFILES["default"])
    found = find_solutions(subject, survey, PROFILES["default"])
    survey.found, survey.solutions = found.to_dict(), found.solutions
    return CheckContext(subject, survey, PROFILES["default"])


def test_an_answer_that_is_taken_and_paid_on_all_seeds_is_right(tmp_path: Path) -> None:
    context = changed_context(tmp_path)
    answers_accepted(context)
    answers_paid(context)


@pytest.mark.parametrize(
    ("limit", "refused"),
    [
        ("max_length=5, ", r"'\w{6}'"),
        ("pattern='^[^u]', ", "'users'"),  # the answer of the first seed
    ],
)
def test_answers_that_the_action_model_refuses_are_reported(
    tmp_path: Path, limit: str, refused: str
) -> None:
    context = changed_context(tmp_path, FIELD, f"{FIELD}{limit}")
    with pytest.raises(PropertyViolated, match=f"of 40 seeds the action model refuses .*{refused}"):
        answers_accepted(context)
    answers_paid(context)


def test_an_answer_that_is_not_paid_on_some_seeds_is_reported(tmp_path: Path) -> None:
    context = changed_context(tmp_path, PAID, "float(action.service == self._fault != 'badges')")
    answers_accepted(context)
    with pytest.raises(PropertyViolated, match=r"earns 0 and not 1: .*'badges'"):
        answers_paid(context)


def test_what_is_unpaid_on_most_seeds_is_no_answer_and_no_pass(tmp_path: Path) -> None:
    context = changed_context(tmp_path)
    paid = changed_context(tmp_path / "other", PAID, "float(action.service == 'mail')")
    paid.survey.found, paid.survey.solutions = context.survey.found, context.survey.solutions
    with pytest.raises(EvidenceMissing, match=r"is unpaid on \d+ of 40 seeds"):
        answers_paid(paid)


class Riddle(Env):
    """An author's oracle answers it."""

    schema = small_schema(word={"type": "string"})

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["word"] == "moon")

    def oracle(self) -> Message:
        return {"word": "moon"}


def test_an_authors_oracle_is_checked_elsewhere() -> None:
    with pytest.raises(NotApplicable, match="oracle_reliable"):
        answers_paid(small_context(Riddle))
