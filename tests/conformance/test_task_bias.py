"""Choices that do not read the options, and how few openings chance explains."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.choice_labels import Option, choice_fields
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.properties.reset import tasks_reached
from hallmark_rl.conformance.properties.semantics import label_bias

OPTIONS = [Option("A", "long text", 2), Option("B", "x", 0), Option("C", "yy", 1)]


def test_blind_choices_do_not_depend_on_what_the_options_say() -> None:
    constant, cycle = label_bias._constant(1), label_bias._cycle(1)
    assert [constant(step, OPTIONS) for step in range(4)] == [1, 1, 1, 1]
    assert [cycle(step, OPTIONS) for step in range(4)] == [1, 2, 0, 1]
    usual = label_bias._sequence([2, 0])
    assert [usual(step, OPTIONS) for step in range(3)] == [2, 0, 0]


def test_the_order_of_a_list_is_that_of_its_places() -> None:
    assert label_bias._listed(0)(0, OPTIONS) == 1
    assert label_bias._listed(-1)(0, OPTIONS) == 0
    assert label_bias._listed(0)(0, [Option("A", "x", None)]) is None


def test_a_look_picks_by_the_shown_text() -> None:
    assert label_bias._look(lambda shown: shown.index(max(shown, key=len)))(0, OPTIONS) == 0
    assert label_bias._look(lambda shown: None)(0, OPTIONS) == 0


def test_few_openings_of_many_even_tasks_are_no_chance() -> None:
    even = Counter({str(number): 1 for number in range(40)})
    assert tasks_reached._probability(even, 3, 60) < 1e-6
    assert tasks_reached._probability(even, 38, 60) > 0.01


def test_uneven_tasks_reach_few_openings_by_chance() -> None:
    uneven = Counter({"usual": 95, **{str(number): 1 for number in range(5)}})
    assert tasks_reached._probability(uneven, 2, 20) > 1e-3


class Rows:
    """Six cups with stones; `sows` says whether a choice fills the others, as in Kalah."""

    def __init__(self, *, sows: bool) -> None:
        self._sows = sows

    def reset(self, seed: int | None = None) -> dict[str, Any]:
        self._stones = [4] * 6
        return self._observe()

    def step(self, action: dict[str, Any]) -> dict[str, Any]:
        taken, self._stones[action["cup"]] = self._stones[action["cup"]], 0
        for number in range(taken if self._sows else 0):
            self._stones[(action["cup"] + 1 + number) % 6] += 1
        return self._observe()

    def _observe(self) -> dict[str, Any]:
        cups = [{"cup": number, "stones": stones} for number, stones in enumerate(self._stones)]
        return {"cups": cups, "reward": 0.0, "done": False}


@pytest.mark.parametrize("sows", [False, True])
def test_a_choice_that_changes_the_rows_of_others_is_a_move(sows: bool) -> None:
    subject: Any = SimpleNamespace(factory=lambda: Rows(sows=sows), action_type=dict)
    context: Any = SimpleNamespace(new_driver=lambda: InProcessDriver(subject))
    schema = {"properties": {"cup": {"type": "integer", "minimum": 0, "maximum": 5}}}
    opening = label_bias._opening(context, 1)
    assert opening is not None
    (field,) = choice_fields(schema, [{"cups": opening["cups"]}] * 2)
    assert label_bias._rows_are_apart(context, field, [1, 2]) is not sows
