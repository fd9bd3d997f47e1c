"""Where any right answer counts, the oracle's is not the only one that is paid."""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.other_answers import other_answers
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = [f"stop {letter}" for letter in "ABCDEFGH"]


def routes(pairs: list[list[str]], start: str, goal: str) -> list[list[str]]:
    """All shortest routes over two stops."""
    near: dict[str, list[str]] = {}
    for one, other in pairs:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    return [[start, via, goal] for via in near[start] if goal in near[via]]


class Routes(Env):
    """A route from one stop to another by way of a third; on half of the tasks there are two."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        stops={"type": "array", "items": {"type": "string"}}
    )
    task: ClassVar[str] = "Name the stops of a route. Any shortest route is right."

    def begin(self) -> None:
        names = self.rng.sample(NAMES, 6)
        self.start, self.goal, via, other, *rest = names
        ends = [via] if self.rng.random() < 0.5 else [via, other]
        pairs = [[end, stop] for stop in ends for end in (self.start, self.goal)]
        pairs += [[via, rest[0]], [rest[0], rest[1]]]
        self.pairs = self.rng.sample(pairs, len(pairs))

    def show(self) -> Message:
        return {
            "task": self.task,
            "from_to": f"from {self.start} to {self.goal}",
            "start": self.start,
            "goal": self.goal,
            "pairs": self.pairs,
        }

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["stops"] in self.right())

    def right(self) -> list[list[str]]:
        return routes(self.pairs, self.start, self.goal)


class FirstRoute(Routes):
    """Only the route that is found first is paid."""

    def right(self) -> list[list[str]]:
        return super().right()[:1]


class FirstByName(Routes):
    """Only the first route by name is paid."""

    def right(self) -> list[list[str]]:
        return sorted(super().right())[:1]


def first(env: Any, seen: Message) -> Message:
    return {"stops": routes(seen["pairs"], seen["start"], seen["goal"])[0]}


def first_by_name(env: Any, seen: Message) -> Message:
    return {"stops": min(routes(seen["pairs"], seen["start"], seen["goal"]))}


def reading(env_class: type[Env], oracle: Any) -> CheckContext:
    """The context of an environment whose oracle reads the observation."""
    with_oracle = type("Reading", (env_class,), {"oracle": lambda env: oracle(env, env.show())})
    context = small_context(with_oracle)
    proof: Any = SimpleNamespace(oracle=oracle, declared={})
    return CheckContext(replace(context.subject, proof=proof), context.survey, context.profile)


@pytest.mark.parametrize("oracle", [first, first_by_name])
def test_a_verifier_that_accepts_all_routes_is_sound(oracle: Any) -> None:
    other_answers(reading(Routes, oracle))


@pytest.mark.parametrize(
    ("env_class", "oracle"), [(FirstRoute, first), (FirstByName, first_by_name)]
)
def test_a_verifier_that_accepts_the_first_route_is_reported(
    env_class: type[Env], oracle: Any
) -> None:
    with pytest.raises(PropertyViolated, match="the oracle finds another answer on") as caught:
        other_answers(reading(env_class, oracle))
    episode = caught.value.episode
    assert episode is not None
    context = reading(Routes, oracle)
    assert context.play(episode)[-1].numeric_reward == 1.0


def test_without_a_text_that_says_so_one_answer_may_be_wanted() -> None:
    silent = type("Silent", (FirstRoute,), {"task": "Name the first shortest route by name."})
    with pytest.raises(NotApplicable, match="no text says"):
        other_answers(reading(silent, first))


def test_an_order_that_always_matters_belongs_to_the_task() -> None:
    class Last(Routes):
        """The last pair of a log is asked for."""

        def show(self) -> Message:
            return {"task": "Any spelling counts as right.", "pairs": self.pairs}

        def right(self) -> list[list[str]]:
            return [self.pairs[-1]]

    def last(env: Any, seen: Message) -> Message:
        return {"stops": seen["pairs"][-1]}

    with pytest.raises(NotApplicable):
        other_answers(reading(Last, last))


def test_all_tasks_have_a_route() -> None:
    for seed, env in itertools.product(range(20), [Routes()]):
        env.reset(seed)
        assert 1 <= len(env.right()) <= 2


class Rounds(Env):
    """A round trip through five towns; its length is the same in both directions."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        towns={"type": "array", "items": {"type": "string"}}
    )
    task = "Name the round trip; either direction is right."
    begins_at_home = False

    def begin(self) -> None:
        self.towns = self.rng.sample(NAMES, 5)

    def show(self) -> Message:
        return {"task": self.task, "roads": ", ".join(self.towns)}

    def paid(self, action: Message) -> float:
        self.over = True
        home = self.towns[:1] if self.begins_at_home else []
        rest = self.towns[len(home) :]
        return float(action["towns"] in ([*home, *rest], [*home, *rest[::-1]]))

    def oracle(self) -> Message:
        return {"towns": self.towns}


class FromHome(Rounds):
    begins_at_home = True


class OneDirection(Rounds):
    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["towns"] == self.towns)


@pytest.mark.parametrize("env_class", [Rounds, FromHome])
def test_a_round_trip_that_may_be_turned_round_is_sound(env_class: type[Env]) -> None:
    other_answers(small_context(env_class))


def test_a_round_trip_that_is_paid_in_one_direction_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="no answer in reverse is paid on 8 tasks"):
        other_answers(small_context(OneDirection))


@pytest.mark.parametrize(
    "task",
    [
        "Name the towns.",
        "Only one direction is right, not the other direction.",
        "Roads are listed in both directions.",
    ],
)
def test_without_a_free_direction_the_order_may_matter(task: str) -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        other_answers(small_context(type("Silent", (OneDirection,), {"task": task})))


class Orders(Env):
    """Five jobs, of which the first comes first; the others may be done in any order."""

    schema: ClassVar[dict[str, Any]] = Routes.schema
    task = "Name all stops. Any order that begins at home is right."

    def begin(self) -> None:
        self.home, *self.rest = self.rng.sample(NAMES, 5)

    def show(self) -> Message:
        return {"task": self.task, "home": self.home, "rest": sorted(self.rest)}

    def paid(self, action: Message) -> float:
        self.over = True
        home, *rest = action["stops"] or [""]
        return float(home == self.home and self.is_right(rest))

    def is_right(self, rest: list[str]) -> bool:
        return sorted(rest) == sorted(self.rest)

    def oracle(self) -> Message:
        return {"stops": [self.home, *self.rest]}


class PlannedOrder(Orders):
    def is_right(self, rest: list[str]) -> bool:
        return rest == self.rest


def test_any_order_that_is_paid_is_sound() -> None:
    other_answers(small_context(Orders))


def test_the_only_order_that_is_paid_is_reported_where_any_is_right() -> None:
    with pytest.raises(PropertyViolated, match="no two neighbours of a right order"):
        other_answers(small_context(PlannedOrder))
    silent = type("Silent", (PlannedOrder,), {"task": "Name the stops in their order."})
    with pytest.raises(NotApplicable, match="no text says"):
        other_answers(small_context(silent))
