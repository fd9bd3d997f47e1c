"""Which amounts of a solution can be exchanged, and answers that are right in part."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.partial_answers import mixtures
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.step_time import near_and_far
from hallmark_rl.conformance.properties.semantics.targets import (
    _are_names,
    are_places,
    gifts,
    shown_records,
    targets_matter,
    with_amounts,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = ("acid", "base", "clay", "dye", "ether", "flux", "glue", "hops")


class Store(Env):
    """Order eight reagents within a budget; an eighth is paid for each of which there is enough."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        orders={
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "grams": {"type": "integer"}},
                "required": ["name", "grams"],
            },
        }
    )
    limit = 1

    def begin(self) -> None:
        self.needs = dict(zip(NAMES, self.rng.sample(range(9, 99), 8), strict=True))

    def show(self) -> Message:
        return {"needs": {name: {"grams": grams} for name, grams in self.needs.items()}}

    def paid(self, action: Message) -> float:
        left, met = sum(self.needs.values()), 0
        for order in action["orders"]:
            if 0 <= order["grams"] <= left and order["name"] in self.needs:
                left -= order["grams"]
                met += order["grams"] >= self.needs[order["name"]]
        return self.share(met, action["orders"])

    def share(self, met: int, orders: list[Message]) -> float:
        return met / 8

    def oracle(self) -> Message:
        return {"orders": [{"name": n, "grams": grams} for n, grams in self.needs.items()]}


class Total(Store):
    """Only the amounts are looked at, whatever they are of."""

    def share(self, met: int, orders: list[Message]) -> float:
        return float(sorted(order["grams"] for order in orders) == sorted(self.needs.values()))


def test_an_exchange_that_costs_as_much_as_one_amount_is_noticed() -> None:
    targets_matter(small_context(Store))
    with pytest.raises(PropertyViolated, match="after two of its amounts were exchanged"):
        targets_matter(small_context(Total))


STEPS = [
    {"kind": "look", "worker": "Ada", "cents": 0},
    {"kind": "pay", "worker": "Ada", "cents": 700},
    {"kind": "pay", "worker": "Bela", "cents": 900},
    {"kind": "close", "worker": "", "cents": 0},
]


def named(actions: list[dict[str, Any]], names: set[str]) -> dict[str, float]:
    return {gift.name: gift.amount for gift in gifts(actions) if gift.name in names}


def test_amounts_of_steps_that_differ_in_name_and_amount() -> None:
    assert named(STEPS, {"Ada", "Bela"}) == {"Ada": 700, "Bela": 900}


def test_amounts_of_an_object_and_of_a_list() -> None:
    assert named([{"pay": {"Ada": 7, "Bela": 9}}], {"Ada", "Bela"}) == {"Ada": 7, "Bela": 9}
    listed = [{"refunds": [{"line": 1, "cents": 70}, {"line": 2, "cents": 90}]}]
    assert named(listed, {"1", "2"}) == {"1": 70, "2": 90}


def test_exchanging_leaves_the_original_as_it_is() -> None:
    one, other = (gift for gift in gifts(STEPS) if gift.name in ("Ada", "Bela"))
    changed = with_amounts(STEPS, {one.place: other.amount, other.place: one.amount})
    assert [step["cents"] for step in changed] == [0, 900, 700, 0]
    assert [step["cents"] for step in STEPS] == [0, 700, 900, 0]


def test_numbers_that_all_name_things_are_no_amounts() -> None:
    merges = [{"card": 1, "other": 3}, {"card": 2, "other": 4}]
    cards = shown_records({"cards": [{"id": number, "name": f"n{number}"} for number in range(5)]})
    assert _are_names(list(gifts(merges)), "other", cards)
    assert not _are_names(
        list(gifts([{"card": 1, "cents": 30}, {"card": 2, "cents": 4}])), "cents", cards
    )


def test_names_are_what_differs_between_all_records_of_a_list() -> None:
    rows = [{"line": 1, "item": "rug", "price": 5}, {"line": 2, "item": "rug", "price": 9}]
    records = shown_records({"rows": rows})
    assert records["1"] == {"item": "rug", "price": 5}
    assert "rug" not in records


@pytest.mark.parametrize(
    ("field", "allowed", "places"),
    [("cents", [1], False), ("platform_no", [1], True), ("to", [1, 2], True), ("to", [1], False)],
)
def test_places_and_values_that_both_may_have_are_no_amounts(
    field: str, allowed: list[int], places: bool
) -> None:
    actions = [{"train": name, field: n} for name, n in (("A", 1), ("B", 2))]
    one, other = (gift for gift in gifts(actions) if gift.name in ("A", "B"))
    assert are_places(one, other, {"A": {"fits": allowed}, "B": {"fits": [1, 2]}}) == places


@pytest.mark.parametrize(
    ("right", "wrong", "between"),
    [
        ("a: 1\nb: 2\nc: 3\n", "a: 9\nb: 8\nc: 3\n", "a: 1\nb: 8\nc: 3\n"),
        (["x", "y"], ["p", "q"], ["x", "q"]),
        ({"a": 1, "b": 2}, {"a": 5, "b": 6}, {"a": 1, "b": 6}),
    ],
)
def test_mixtures_are_right_in_part(right: Any, wrong: Any, between: Any) -> None:
    made = [action["answer"] for action in mixtures({"answer": right}, {"answer": wrong})]
    assert between in made
    assert right not in made
    assert wrong not in made


def test_one_field_of_several_may_be_wrong() -> None:
    made = list(mixtures({"one": 1, "other": 2}, {"one": 7, "other": 8}))
    assert made == [{"one": 7, "other": 2}, {"one": 1, "other": 8}]


@pytest.mark.parametrize("answer", ["berry", ["n", "e", "s", "s"]])
def test_a_near_answer_begins_like_the_right_one_and_a_far_one_does_not(answer: Any) -> None:
    near, far = near_and_far(answer)
    assert near[:-1] == answer[:-1]
    assert near != answer
    assert all(one != other for one, other in zip(far, answer, strict=True))


def test_messages_are_equal_but_for_counters() -> None:
    before = {"at": [1, 2], "steps_left": 8, "reward": 0.0, "done": False, "metadata": {"n": 1}}
    after = {"at": [1, 2], "steps_left": 6, "reward": 0.1, "done": False, "metadata": {"n": 2}}
    assert content_without_counters(before) == content_without_counters(after)
    assert content_without_counters(before) != content_without_counters({**after, "at": [1, 3]})
