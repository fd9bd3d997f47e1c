"""A repetition that is paid and changes nothing is reported, also if a search calls it solved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward.farming import no_change_pays
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Inbox(Env):
    """A mail that was filed is paid again when it is filed again."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["look", "file"]})
    limit = 12

    def begin(self) -> None:
        self.filed = 0

    def show(self) -> Message:
        return {"filed": min(self.filed, 1)}

    def paid(self, action: Message) -> float:
        self.filed += action["do"] == "file"
        return 0.2 * (action["do"] == "file")

    def oracle(self) -> Message:
        return {"do": "file"}


@pytest.mark.parametrize(
    ("kind", "success", "is_reported"),
    [
        ("played", None, True),
        ("solved", None, True),
        ("solved", True, False),
        ("answer", None, False),
    ],
)
def test_what_the_search_found_counts_if_it_is_an_answer_or_a_flag_says_so(
    kind: str, success: bool | None, is_reported: bool
) -> None:
    context = small_context(Inbox, [{"do": "look"}, {"do": "file"}])

    def found(rollout: Rollout) -> Rollout:
        return replace(rollout, found="the best of many episodes", success=success)

    context.survey.solutions = [found(rollout) for rollout in context.survey.solutions]
    context.survey.found = {"kind": kind}
    if is_reported:
        with pytest.raises(PropertyViolated, match=r"repeating one action earns 2\.4 in"):
            no_change_pays(context)
    else:
        no_change_pays(context)
