"""A grader that leaves out calls which raise is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.raising_programs import raising_programs
from tests.conformance.small_environment import Env, Message, small_context, small_schema

ENDLESS = "while True: pass"
"""What the graders of this test stop at once, as others do after some time."""


class Kata(Env):
    """A program doubles numbers; it is called on eight of them."""

    schema: ClassVar[dict[str, Any]] = small_schema(code={"type": "string"})
    limit = 1
    skips: tuple[type[BaseException], ...] = ()

    def begin(self) -> None:
        self.inputs = [self.rng.randrange(100) for _ in range(8)]

    def score(self, passed: list[bool]) -> float:
        return float(len(passed) > 0 and all(passed))

    def paid(self, action: Message) -> float:
        space: dict[str, Any] = {}
        passed = []
        try:
            exec(action["code"].replace(ENDLESS, "raise TimeoutError"), space)
        except Exception:
            return 0.0
        for number in self.inputs:
            try:
                passed.append(space["double"](number) == 2 * number)
            except self.skips:
                continue
            except BaseException:
                passed.append(False)
        return self.score(passed)

    def oracle(self) -> Message:
        return {"code": "def double(number):\n    return 2 * number\n"}


class SkipsErrors(Kata):
    skips = (Exception,)


class SkipsExits(Kata):
    skips = (SystemExit,)


class SkipsSlowCalls(Kata):
    skips = (TimeoutError,)


class Share(Kata):
    """Partial credit for the calls that are right."""

    def score(self, passed: list[bool]) -> float:
        return sum(passed) / 8


class Texts(Kata):
    def paid(self, action: Message) -> float:
        return float(action["code"] == "yes")

    def oracle(self) -> Message:
        return {"code": "yes"}


@pytest.mark.parametrize(
    ("env_class", "name"),
    [
        (SkipsErrors, "raises ValueError"),
        (SkipsExits, "ends the interpreter"),
        (SkipsSlowCalls, "never ends"),
    ],
)
def test_calls_that_are_left_out_are_reported(env_class: type[Env], name: str) -> None:
    with pytest.raises(PropertyViolated, match=f"{name} on half of its inputs earns 1"):
        raising_programs(small_context(env_class))


@pytest.mark.parametrize("env_class", [Kata, Share])
def test_calls_that_raise_count_as_failed(env_class: type[Env]) -> None:
    raising_programs(small_context(env_class))


def test_other_answers_are_no_programs() -> None:
    with pytest.raises(NotApplicable, match="not Python functions"):
        raising_programs(small_context(Texts))
