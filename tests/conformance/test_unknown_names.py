"""What is nothing must not be right."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.unknown_names import unknown_names
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Files(Env):
    """Say what kind of paper each file is."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        file={"type": "string"}, kind={"enum": ["letter", "bill"]}
    )

    def begin(self) -> None:
        names = [f"F{number}" for number in self.rng.sample(range(100, 999), 3)]
        self.kinds = {name: self.rng.choice(["letter", "bill"]) for name in names}

    def show(self) -> Message:
        return {"files": dict.fromkeys(self.kinds, "a paper")}

    def paid(self, action: Message) -> float:
        if action.get("file") not in self.kinds:
            return 0.0
        return self.judged(action)

    def judged(self, action: Message) -> float:
        return float(self.kinds.get(action.get("file", "")) == action.get("kind"))

    def oracle(self) -> Message:
        name = next(iter(self.kinds))
        return {"file": name, "kind": self.kinds[name]}


class LookedUp(Files):
    """An unknown file has no kind, like an action without one."""

    def paid(self, action: Message) -> float:
        return self.judged(action)


class Answers(LookedUp):
    """Nothing is shown that could be named."""

    def show(self) -> Message:
        return {"count": self.count}


def test_unknown_names_that_are_refused_are_sound() -> None:
    unknown_names(small_context(Files))


def test_an_unknown_name_that_is_right_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="'zzqx', which is nothing, earns 1 on each of"):
        unknown_names(small_context(LookedUp))


def test_where_each_name_earns_as_much_nothing_is_reported() -> None:
    class Alive(Files):
        def paid(self, action: Message) -> float:
            return 0.1

    unknown_names(small_context(Alive))


def test_without_names_there_is_nothing_to_compare_with() -> None:
    with pytest.raises(NotApplicable):
        unknown_names(small_context(Answers))
