"""An end at a value must also come when a number jumps over that value."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.jumped_end import jumped_end
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Scale(Env):
    """A spring carries four loads; the next one breaks it. Up to three are weighed at once."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        loads={"type": "integer", "minimum": 0, "maximum": 3}
    )
    limit = 40

    def begin(self) -> None:
        self.loads = 0

    def show(self) -> Message:
        return {"loads": self.loads, "steps_left": self.limit - self.count}

    def is_broken(self) -> bool:
        return self.loads >= 5

    def paid(self, action: Message) -> float:
        self.loads += action["loads"]
        self.over = self.is_broken()
        return 0.0

    def oracle(self) -> Message:
        return {"loads": 0}


class JumpedOver(Scale):
    def is_broken(self) -> bool:
        return self.loads == 5


class Patience(JumpedOver):
    """What is left is shown, and never as less than nothing."""

    def show(self) -> Message:
        return {"patience": max(0, 5 - self.loads)}


class OneAtATime(JumpedOver):
    schema: ClassVar[dict[str, Any]] = small_schema(
        loads={"type": "integer", "minimum": 0, "maximum": 1}
    )


class Quoted(JumpedOver):
    """Two at once are weighed by a text that only the documents name."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        text={"type": "string", "description": "`weigh A` or `weigh A B`"}
    )

    def paid(self, action: Message) -> float:
        words = str(action["text"]).split()
        return super().paid({"loads": len(words) - 1 if words[:1] == ["weigh"] else 0})

    def oracle(self) -> Message:
        return {"text": "weigh A"}


class Endless(JumpedOver):
    declared: ClassVar[dict[str, Any]] = {"max_steps": 40}

    def is_broken(self) -> bool:
        return False


def test_an_end_that_is_jumped_over_is_reported() -> None:
    jumped_end(small_context(Scale))
    with pytest.raises(PropertyViolated, match=r"end when loads is 5; .* shown as [67]"):
        jumped_end(small_context(JumpedOver))
    with pytest.raises(PropertyViolated, match=r"end when patience is 0; .* shown as 0"):
        jumped_end(small_context(Patience))


def test_actions_that_documents_quote_are_tried() -> None:
    context = small_context(Quoted)
    context.survey.pool[:] = [{"text": "weigh A"}, {"text": "wait"}]
    with pytest.raises(PropertyViolated, match="end when loads is 5"):
        jumped_end(context)


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (OneAtATime, "no action changes such a number by more than one"),
        (Endless, "no episode is seen to end at a value"),
    ],
)
def test_where_nothing_can_be_jumped_over(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        jumped_end(small_context(env_class))
