"""What weak play earns at a level is measured in as many steps as there is time for."""

from __future__ import annotations

from typing import Any, ClassVar

from hallmark_rl.conformance.properties.variants.weak_play import weak_play
from hallmark_rl.conformance.survey.variants import Variant
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Steps(Env):
    """Each right step pays, and nothing ends the episode before its limit."""

    schema: ClassVar[dict[str, Any]] = small_schema(number={"type": "integer"})
    limit = 30

    def paid(self, action: Message) -> float:
        return float(action["number"] == 77)

    def oracle(self) -> Message:
        return {"number": 77}


PLAIN = Variant("level", {})
ERRS = "an oracle after a random action"


def test_an_oracle_loses_what_its_first_action_costs() -> None:
    values = weak_play(small_context(Steps, [{"number": 1}]), PLAIN, [1, 2])
    assert values["the return of random play"] == [0.0, 0.0]
    assert values[f"the return of {ERRS}"] == [29.0, 29.0]
    assert values[f"the length of {ERRS}"] == [30, 30]


def test_slow_steps_are_few() -> None:
    context = small_context(Steps, [{"number": 1}])
    context.survey.step_s = 0.1
    values = weak_play(context, PLAIN, [1, 2])
    assert values[f"the length of {ERRS}"] == [10, 10]
    context.survey.step_s = 10.0
    assert weak_play(context, PLAIN, [1, 2])["the length of random play"] == [4, 4]


def test_without_an_oracle_random_play_is_measured() -> None:
    context = small_context(Steps, [{"number": 1}])
    context.subject.proof.oracle = None
    values = weak_play(context, PLAIN, [1])
    assert values.keys() == {"the return of random play", "the length of random play"}
