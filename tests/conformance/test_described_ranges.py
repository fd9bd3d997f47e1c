"""A number beyond the range that its description names is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.described_ranges import described_ranges
from tests.conformance.small_environment import Env, Message, small_context, small_schema


def _row(description: str, **bounds: int) -> dict[str, Any]:
    return small_schema(row={"type": "integer", "description": description, **bounds})


class Rows(Env):
    """One row of eight is right; observations show how near the last one was."""

    schema: ClassVar[dict[str, Any]] = _row("Row from 0 to 7", minimum=0, maximum=7)
    first = 0
    farthest = 7

    def begin(self) -> None:
        self.right = self.first + self.rng.randrange(8)
        self.near = 0

    def show(self) -> Message:
        return {"near": self.near}

    def paid(self, action: Message) -> float:
        self.near = min(self.farthest, abs(action["row"] - self.right))
        self.over = action["row"] == self.right
        return float(self.over)

    def oracle(self) -> Message:
        return {"row": self.right}


def _check(env_class: type[Env], shown: str = "") -> None:
    context = small_context(env_class)
    near = {"type": "integer", "default": 0, "description": shown}
    context.survey.observation_schema = {"properties": {"near": near}}
    context.survey.random_rollouts = [
        type(context.survey.solutions[0])(seed, [{"row": 0}, {"row": 7}], [0.0, 0.0], False)
        for seed in context.seeds
    ]
    described_ranges(context)


def test_numbers_within_the_range_are_sound() -> None:
    _check(Rows, "Distance, from 0 to 7")


@pytest.mark.parametrize("description", ["Row, 1-8", "A row (1 to 8)", "between 1 and 8"])
def test_an_end_that_the_model_refuses_is_reported(description: str) -> None:
    schema = _row(description, minimum=0, maximum=7)
    with pytest.raises(PropertyViolated, match="names 1 to 8, the action model refuses 8"):
        _check(type("Shifted", (Rows,), {"schema": schema}))


def test_a_solution_beyond_the_range_is_reported() -> None:
    schema = _row("Row from 1 to 8")
    with pytest.raises(PropertyViolated, match=r"a solution sends row = 0, .* names 1 to 8"):
        _check(type("CountedFromZero", (Rows,), {"schema": schema}))


def test_an_observation_beyond_the_range_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"observation shows near = \d, .* names 0 to 2"):
        _check(Rows, "Distance, 0 to 2")


def test_a_range_that_no_shown_number_keeps_is_that_of_something_else() -> None:
    _check(Rows, "Fastest step from 520 to 620 °C")


def test_the_default_may_lie_beyond_the_range() -> None:
    _check(type("Touching", (Rows,), {"farthest": 1}), "Distance, from 1 to 7")


@pytest.mark.parametrize(
    "description",
    ["Row", "0 to 3, or 9 for none", "usually 0 to 3", "rows 3-5-7", "Row. Safe range: 0 to 3."],
)
def test_other_descriptions_name_no_range(description: str) -> None:
    schema = _row(description, minimum=0, maximum=7)
    with pytest.raises(NotApplicable, match="no description"):
        _check(type("Bare", (Rows,), {"schema": schema}))
