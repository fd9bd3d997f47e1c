"""A step that is repeated in the place of other steps is not paid like all of them."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.repeated_steps import repeated_steps
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Review(Env):
    """Three defects are found by comments on lines; the review is submitted."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        op={"enum": ["comment", "submit"]}, line={"type": "integer", "minimum": 0, "maximum": 20}
    )
    needed = 3

    def begin(self) -> None:
        self.bad = self.rng.sample(range(1, 20), 3)
        self.comments: list[int] = []

    def show(self) -> Message:
        return {"bad": self.bad, "comments": list(self.comments)}

    def hits(self) -> int:
        return len(set(self.comments) & set(self.bad))

    def paid(self, action: Message) -> float:
        if action["op"] == "submit":
            self.over = True
            return float(self.hits() >= self.needed)
        self.comments.append(action.get("line", 0))
        return 0.0

    def oracle(self) -> Message:
        left = [line for line in self.bad if line not in self.comments]
        return {"op": "comment", "line": left[0]} if left else {"op": "submit"}


class CountsComments(Review):
    def hits(self) -> int:
        return sum(line in self.bad for line in self.comments)


class OneIsEnough(CountsComments):
    needed = 1


class Walk(Review):
    """The same step again is the solution."""

    def paid(self, action: Message) -> float:
        self.over = self.count == 3
        return float(self.over)

    def oracle(self) -> Message:
        return {"op": "comment", "line": 1}


class Valve(Review):
    """A valve is set three times, within wide limits."""

    def paid(self, action: Message) -> float:
        self.over = self.count == 3
        return float(self.over and 1 <= action.get("line", 0) <= 19)

    def oracle(self) -> Message:
        return {"op": "comment", "line": self.bad[self.count]}


def test_one_step_in_the_place_of_all_that_is_paid_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="in the place of the others of its kind"):
        repeated_steps(small_context(CountsComments))


def test_steps_that_count_once_pass() -> None:
    repeated_steps(small_context(Review))


@pytest.mark.parametrize("env_class", [OneIsEnough, Walk, Valve])
def test_steps_that_are_not_all_needed_are_not_repeated(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="several different steps"):
        repeated_steps(small_context(env_class))
