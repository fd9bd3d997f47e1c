"""Options of `reset` may be named like anything, also like arguments of the suite's functions."""

from __future__ import annotations

import inspect
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking import policies
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.survey import rollouts
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = sorted(
    {
        name
        for function in (policies.play, rollouts.play_policy, rollouts.play_actions, Episode.of)
        for name in inspect.signature(function).parameters
    }
    - {"seed", "options", "setup"}
    | {"method", "label", "name", "driver", "args", "kwargs"}
)


class Named(Env):
    """Its reset accepts options of all these names, and shows them."""

    schema: ClassVar[dict[str, Any]] = small_schema(number={"type": "integer"})

    def paid(self, action: Message) -> float:
        return 0.0

    def oracle(self) -> Message:
        return {"number": 1}

    def reset(self, seed: int | None = None, **options: Any) -> Message:
        first: Message = super().reset(seed=seed)
        return {**first, "given": sorted(options)}


@pytest.mark.parametrize("name", NAMES)
def test_an_option_may_have_any_name(name: str) -> None:
    context = small_context(Named)
    action = next(iter(context.pool))
    trace = context.play(Episode.of(1, [action], "options", **{name: "x"}))
    assert trace[0].data is not None
    assert name in str(trace[0].data)
    subject, survey = context.subject, context.survey
    for rollout in (
        policies.play(context, [action], 1, **{name: "x"}),
        rollouts.play_actions(subject, survey, [action], 1, **{name: "x"}),
        rollouts.play_policy(subject, survey, lambda *_: action, 1, 2, **{name: "x"}),
    ):
        assert not rollout.error
        assert rollout.options == {name: "x"}
