"""An episode is done when what is left until its end is 0."""

from __future__ import annotations

import contextlib
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.late_end import shown_limit
from tests.conformance.small_environment import Env, Message, small_context, small_schema

UNTIL = "How many alarms remain until the operation is stopped"


class Alarms(Env):
    """An alarm is raised by each risky step; with the third one the episode ends."""

    schema: ClassVar[dict[str, Any]] = small_schema(risk={"type": "boolean"})
    limit = 20
    late = False

    def begin(self) -> None:
        self.alarms = 0

    def show(self) -> Message:
        return {"alarms": max(0, 3 - self.alarms)}

    def paid(self, action: Message) -> float:
        before = self.alarms
        self.alarms += bool(action["risk"])
        self.over = (before if self.late else self.alarms) >= 3
        return 0.0

    def oracle(self) -> Message:
        return {"risk": False}


class Late(Alarms):
    late = True


def context_of(env_class: type[Env], description: str) -> CheckContext:
    context = small_context(env_class)
    context.survey.observation_schema = {"properties": {"alarms": {"description": description}}}
    return context


def test_an_end_that_comes_a_step_after_nothing_is_left_is_reported() -> None:
    shown_limit(context_of(Alarms, UNTIL))
    with pytest.raises(PropertyViolated, match=r"alarms is 0 after step \d+, and the episode"):
        shown_limit(context_of(Late, UNTIL))


def test_a_number_that_is_not_described_as_left_until_the_end_says_nothing() -> None:
    with pytest.raises(NotApplicable, match="no message shows a number"):
        shown_limit(context_of(Late, "How many alarms were not raised"))


class Strikes(Env):
    """Strikes are counted, some of them double; with three or more the episode is over."""

    schema: ClassVar[dict[str, Any]] = small_schema(risk={"enum": ["none", "one", "two"]})
    limit = 20
    exactly = False

    def begin(self) -> None:
        self.strikes = 0

    def show(self) -> Message:
        return {"strikes": self.strikes}

    def paid(self, action: Message) -> float:
        self.strikes += ["none", "one", "two"].index(action["risk"])
        self.over = self.strikes == 3 if self.exactly else self.strikes >= 3
        return 0.0

    def oracle(self) -> Message:
        return {"risk": "none"}


class ExactlyThree(Strikes):
    exactly = True


@pytest.mark.parametrize(
    "description",
    [
        "Strikes so far; 3 end the shift",
        "Strikes so far: the shift is over when they are 3",
        "Strikes; the shift ends at 3",
    ],
)
def test_a_number_that_skips_the_value_at_which_episodes_end_is_reported(description: str) -> None:
    def context(env_class: type[Env]) -> CheckContext:
        context = small_context(env_class)
        fields = {"strikes": {"type": "integer", "description": description}}
        context.survey.observation_schema = {"properties": fields}
        return context

    shown_limit(context(Strikes))
    with pytest.raises(PropertyViolated, match="its description says that 3 end it"):
        shown_limit(context(ExactlyThree))


class Days(Strikes):
    """The last day is shown before it is over."""

    limit = 4

    def show(self) -> Message:
        return {"day": self.count + 1}


def test_the_last_day_may_be_shown_before_its_end() -> None:
    context = small_context(Days)
    fields = {"day": {"type": "integer", "description": "The day, from 1; the season ends at 4"}}
    context.survey.observation_schema = {"properties": fields}
    with pytest.raises(NotApplicable):
        shown_limit(context)


class Macro(Env):
    """Three tries of a macro, which is then submitted."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["try", "submit"]}, macro={"type": "string"}
    )
    tries = 3

    def begin(self) -> None:
        self.left, self.right = self.tries, f"sort {self.rng.choice('ABC')}"

    def show(self) -> Message:
        return {"tries_left": self.left, "recorded": self.right[::-1]}

    def paid(self, action: Message) -> float:
        if action["kind"] == "try":
            self.left -= self.left > 0
            return 0.0
        self.over = True
        return float(action["macro"] == self.right)

    def oracle(self) -> Message:
        return {"kind": "submit", "macro": self.right}


class Guesses(Macro):
    """Each guess is a try, and goes on to be taken when none is left."""

    schema: ClassVar[dict[str, Any]] = small_schema(kind={"enum": ["try"]}, macro={})

    def paid(self, action: Message) -> float:
        self.left -= self.left > 0
        self.over = action["macro"] == self.right
        return float(self.over)

    def oracle(self) -> Message:
        return {"kind": "try", "macro": self.right}


def test_tries_of_what_is_submitted_afterwards_are_not_the_end() -> None:
    tried = {"kind": "try", "macro": "sort D"}
    with contextlib.suppress(NotApplicable):
        shown_limit(small_context(Macro, pool=[tried]))
    with pytest.raises(PropertyViolated, match="tries_left is 0 after step 3"):
        shown_limit(small_context(Guesses, pool=[tried]))
