"""A list that is asked for in an order, or with repetitions, is paid in no other form."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.lists_as_asked import lists_as_asked
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = {"type": "array", "items": {"type": "string"}}
IN_ORDER = "List the guests in the order of arrival."
AS_OFTEN = "Write each guest as often as they came."


class Arrivals(Env):
    """Guests of a day with the hours at which they came; one of them comes twice."""

    schema: ClassVar[dict[str, Any]] = small_schema(names=NAMES)
    task: ClassVar[str] = IN_ORDER

    def begin(self) -> None:
        guests = self.rng.sample(["Ada", "Bo", "Cleo", "Dev", "Eve", "Finn"], 4)
        self.guests = [*guests, guests[0]]

    def show(self) -> Message:
        hours = [f"{name} {hour}:00" for hour, name in enumerate(self.guests, 8)]
        return {"task": self.task, "log": sorted(hours)}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.same(action["names"], self.guests))

    def same(self, names: list[str], right: list[str]) -> bool:
        return names == right

    def oracle(self) -> Message:
        return {"names": self.guests}


class SetOfNames(Arrivals):
    def same(self, names: list[str], right: list[str]) -> bool:
        return set(names) == set(right)


class CountsOfNames(Arrivals):
    """The order does not matter to it, repetitions do."""

    def same(self, names: list[str], right: list[str]) -> bool:
        return Counter(names) == Counter(right)


class FirstOfEach(Arrivals):
    """Repetitions do not matter to it, the order does."""

    def same(self, names: list[str], right: list[str]) -> bool:
        return [*dict.fromkeys(names)] == [*dict.fromkeys(right)]


class WithoutRepeats(SetOfNames):
    """Nobody comes twice."""

    def begin(self) -> None:
        super().begin()
        self.guests.pop()


class TwoLists(SetOfNames):
    """The sentence may mean either list."""

    def oracle(self) -> Message:
        return {"names": self.guests, "hours": list(range(8, 8 + len(self.guests)))}


class Host(SetOfNames):
    """The answer is one name."""

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["names"] == self.guests[0])

    def oracle(self) -> Message:
        return {"names": self.guests[0]}


class SeldomStrict(SetOfNames):
    """It compares lists where Ada comes first."""

    def same(self, names: list[str], right: list[str]) -> bool:
        return names == right if right[0] == "Ada" else super().same(names, right)


def asking(env_class: type[Env], task: str, description: str = "") -> type[Env]:
    """The environment with another task in its observation, or text of its field."""
    schema = small_schema(names={**NAMES, "description": description})
    return type("Asking", (env_class,), {"schema": schema, "task": task})


DESCRIBED = ("Who came?", "The guests, the earliest first")
"""The task in the observation, and the description of the field."""


@pytest.mark.parametrize(
    "texts",
    [
        (IN_ORDER,),
        ("Here is the log. Give the names in chronological order; hours are left out.",),
        ("The log of the day:\nSort the guests by the hour at which they came, earliest first",),
        DESCRIBED,
    ],
)
@pytest.mark.parametrize("env_class", [SetOfNames, CountsOfNames])
def test_a_verifier_that_compares_sets_is_reported_where_an_order_is_asked(
    env_class: type[Env], texts: tuple[str, ...]
) -> None:
    lists_as_asked(small_context(asking(Arrivals, *texts)))
    lists_as_asked(small_context(asking(FirstOfEach, *texts)))
    with pytest.raises(
        PropertyViolated, match=r"'names' in another order is paid .* on (\d+) of \1 tasks"
    ):
        lists_as_asked(small_context(asking(env_class, *texts)))


@pytest.mark.parametrize(
    "texts",
    [
        (AS_OFTEN,),
        ("Return the guests with repetitions.",),
        ("Who came?", "Every guest, keeping duplicates"),
    ],
)
@pytest.mark.parametrize("env_class", [SetOfNames, FirstOfEach])
def test_a_verifier_that_compares_sets_is_reported_where_repetitions_are_asked(
    env_class: type[Env], texts: tuple[str, ...]
) -> None:
    lists_as_asked(small_context(asking(Arrivals, *texts)))
    lists_as_asked(small_context(asking(CountsOfNames, *texts)))
    with pytest.raises(PropertyViolated, match="'names' without its repetitions is paid"):
        lists_as_asked(small_context(asking(env_class, *texts)))


def test_both_are_asked_and_each_is_looked_at() -> None:
    both = f"{IN_ORDER} {AS_OFTEN}"
    lists_as_asked(small_context(asking(Arrivals, both)))
    for env_class, what in ((CountsOfNames, "in another order"), (FirstOfEach, "without its rep")):
        with pytest.raises(PropertyViolated, match=what):
            lists_as_asked(small_context(asking(env_class, both)))


def test_the_example_is_an_episode_with_the_other_list() -> None:
    context = small_context(SetOfNames)
    with pytest.raises(PropertyViolated) as caught:
        lists_as_asked(context)
    episode = caught.value.episode
    assert episode is not None
    solution = next(s for s in context.survey.solutions if s.seed == episode.seed)
    assert episode.actions[-1]["names"] == solution.actions[-1]["names"][::-1]


def test_lists_without_repetitions_have_none_to_leave_out() -> None:
    lists_as_asked(small_context(asking(WithoutRepeats, AS_OFTEN)))
    with pytest.raises(PropertyViolated, match="in another order"):
        lists_as_asked(small_context(asking(WithoutRepeats, IN_ORDER)))


def test_a_list_that_is_refused_on_some_tasks_is_not_reported() -> None:
    lists_as_asked(small_context(SeldomStrict))


@pytest.mark.parametrize(
    "texts",
    [
        ("List the guests in any order.",),
        ("List the guests. The order does not matter.", "The guests, the earliest first"),
        (IN_ORDER.replace("the order of arrival", "no particular order"),),
        ("Who came?", "The guests, sorted or in any order"),
    ],
)
def test_in_any_order_is_left_out(texts: tuple[str, ...]) -> None:
    with pytest.raises(NotApplicable, match="no list is asked for in an order"):
        lists_as_asked(small_context(asking(SetOfNames, *texts)))


def test_in_any_order_repetitions_may_still_be_asked() -> None:
    task = f"{AS_OFTEN} Any order will do."
    lists_as_asked(small_context(asking(CountsOfNames, task)))
    with pytest.raises(PropertyViolated, match="without its repetitions"):
        lists_as_asked(small_context(asking(SetOfNames, task)))


@pytest.mark.parametrize(
    "task",
    [
        "List the guests.",
        "List the guests in order to greet them.",
        "The lines are sorted by hour. List the guests.",
        "The lines are in the order of arrival. Who came?",
        "The lines are sorted by name. Who came?",
        "List the products in the order of Mr Smith.",
    ],
)
def test_a_sentence_that_does_not_ask_for_the_list_is_left_out(task: str) -> None:
    with pytest.raises(NotApplicable, match="no list is asked for in an order"):
        lists_as_asked(small_context(asking(SetOfNames, task)))


def test_a_sentence_may_mean_another_list_and_a_description_means_its_own() -> None:
    with pytest.raises(NotApplicable, match="no list is asked for in an order"):
        lists_as_asked(small_context(TwoLists))
    with pytest.raises(PropertyViolated, match="'names' in another order"):
        lists_as_asked(small_context(asking(TwoLists, *DESCRIBED)))


def test_an_answer_that_is_no_list_is_left_out() -> None:
    with pytest.raises(NotApplicable, match="no list is asked for in an order"):
        lists_as_asked(small_context(Host))
