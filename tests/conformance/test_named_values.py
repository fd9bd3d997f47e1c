"""Fields of the state and the metadata that are named like an answer."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.named_values import named_values, names_answer
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Sum(Env):
    """Two numbers are to be added. `kept` are fields of the state, `noted` of the metadata."""

    schema: ClassVar[dict[str, Any]] = small_schema(total={"type": "integer"})
    limit = 1
    kept: ClassVar[dict[str, str]] = {}
    noted: ClassVar[dict[str, str]] = {}

    def begin(self) -> None:
        self.left, self.right = self.rng.randrange(100, 999), self.rng.randrange(100, 999)

    def values(self, fields: dict[str, str]) -> Message:
        known = {"total": self.left + self.right, "left": self.left, "fixed": 41, "none": None}
        return {name: known[value] for name, value in fields.items()}

    def show(self) -> Message:
        task = f"{self.left} + {self.right}"
        return {"task": task, "metadata": {"info": self.values(self.noted)}}

    @property
    def state(self) -> Message:
        return {"step_count": self.count, **self.values(self.kept)}

    def paid(self, action: Message) -> float:
        return float(action["total"] == self.left + self.right)

    def oracle(self) -> Message:
        return {"total": self.left + self.right}


def sum_with(state: dict[str, str] | None = None, noted: dict[str, str] | None = None) -> type[Sum]:
    return type("SumWith", (Sum,), {"kept": state or {}, "noted": noted or {}})


@pytest.mark.parametrize(
    ("env_class", "path"),
    [
        (sum_with({"expected": "total"}), "state.expected"),
        (sum_with({"goldAnswer": "total"}), "state.goldAnswer"),
        (sum_with(noted={"correct_sum": "total"}), "metadata.info.correct_sum"),
    ],
)
def test_a_hidden_field_with_the_name_of_an_answer_is_reported(
    env_class: type[Sum], path: str
) -> None:
    with pytest.raises(PropertyViolated, match=rf"^{path} is named like an answer"):
        named_values(small_context(env_class))


@pytest.mark.parametrize(
    "env_class",
    [
        Sum,
        sum_with({"target": "left"}),  # shown
        sum_with({"expected": "fixed"}),  # the same for each task
        sum_with({"solution": "none"}),
        sum_with({"answers_given": "total"}),  # a number of something
    ],
    ids=["none", "shown", "constant", "empty", "count"],
)
def test_other_fields_are_not(env_class: type[Sum]) -> None:
    named_values(small_context(env_class))


def test_a_state_that_the_agent_does_not_see_is_left_out() -> None:
    members = {"kept": {"expected": "total"}, "declared": {"capabilities": ["open_state"]}}
    named_values(small_context(type("Open", (Sum,), members)))
    noted = type("Noted", (Sum,), {**members, "noted": {"answer": "total"}})
    with pytest.raises(PropertyViolated, match=r"^metadata"):
        named_values(small_context(noted))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("state.secretWord", True),
        ("metadata.task.gold[0]", True),
        ("state.targets", True),
        ("metadata.solution_steps", False),
        ("state.targeted_by", False),
        ("state.word", False),
    ],
)
def test_names(path: str, expected: bool) -> None:
    assert names_answer(path) is expected
