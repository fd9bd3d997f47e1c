"""Answers to a task that differs in one part are refused, whichever part it is."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.changed_observations import changed_observations
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.changed_tasks import tasks_with_changes
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Bits(Env):
    """The places of the ones in a row of bits; `length` differs between the levels."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        places={"type": "array", "items": {"type": "integer"}}
    )
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}
    checked = 100

    def begin(self) -> None:
        length = 36 if self.options.get("level") == 2 else 12
        self.row = "".join(self.rng.choice("01") for _ in range(length))

    def show(self) -> Message:
        return {"row": self.row}

    def paid(self, action: Message) -> float:
        self.over = True
        places = [place for place in action["places"] if place < self.checked]
        return float(places == [n for n, bit in enumerate(self.row[: self.checked]) if bit == "1"])

    def oracle(self) -> Message:
        return {"places": [n for n, bit in enumerate(self.row) if bit == "1"]}


class FirstBits(Bits):
    """Only the first bits are compared, which matters at the second level."""

    checked = 14


class AnyOne(Bits):
    """Any place of a one is right: tasks that differ have the same answers now and then."""

    def paid(self, action: Message) -> float:
        self.over = True
        return float(len(action["places"]) == 1 and self.row[action["places"][0]] == "1")


def _answer(env: Any, seen: Message) -> Message:
    return {"places": [n for n, bit in enumerate(seen["row"]) if bit == "1"]}


def _last(env: Any, seen: Message) -> Message:
    return {"places": [seen["row"].rindex("1")]}


def _check(env_class: type[Env], oracle: Any) -> None:
    context = small_context(env_class)
    context.subject.proof.oracle = oracle  # type: ignore[attr-defined]
    tasks_with_changes(context)


def test_a_verifier_that_compares_everything_is_sound() -> None:
    _check(Bits, _answer)


def test_a_check_of_the_first_part_is_reported_where_it_matters() -> None:
    with pytest.raises(PropertyViolated, match=r"sixth of row .* at level=2, .* with a change of"):
        _check(FirstBits, _answer)


def test_tasks_with_several_right_answers_are_left_out() -> None:
    _check(AnyOne, _last)


def test_an_oracle_that_does_not_read_the_observation_tells_nothing() -> None:
    with pytest.raises(NotApplicable, match="changes the oracle's answer"):
        _check(Bits, lambda env, seen: env.oracle())


@settings(suppress_health_check=[HealthCheck.too_slow])  # of a busy machine
@given(
    data=st.dictionaries(
        st.text("ab", min_size=1, max_size=3),
        st.one_of(
            st.integers(-5, 5),
            st.text("01\n 7", max_size=60),
            st.lists(st.dictionaries(st.just("n"), st.integers()), max_size=9),
            st.none(),
        ),
        max_size=4,
    )
)
def test_each_changed_task_differs_in_one_place(data: dict[str, Any]) -> None:
    before = repr(data)
    for task in changed_observations(data, random.Random(1)):
        assert repr(data) == before
        differing = [key for key in data if task.data[key] != data[key]]
        assert differing == [task.path.partition(".")[0].partition("[")[0]]
