"""An item that is named again in another spelling must not count as another item."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.respelled_repeats import respelled_repeats
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Store(Env):
    """Take an amount from two lots; a lot may be named once."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        picks={"type": "array", "items": {"type": "string"}}
    )
    limit = 1

    def begin(self) -> None:
        self.lots = dict.fromkeys(self.rng.sample(range(10, 99), 3), 10)

    def show(self) -> Message:
        return {"lots": [{"lot": lot, "grams": grams} for lot, grams in self.lots.items()]}

    def key(self, lot: str) -> Any:
        return int(lot)

    def picks(self, action: Message) -> list[str]:
        return list(action["picks"])

    def paid(self, action: Message) -> float:
        taken: dict[Any, int] = {}
        for pick in self.picks(action):
            lot, _, grams = pick.partition(":")
            if not lot.strip().isdecimal() or not grams or self.key(lot) in taken:
                return 0.0
            if int(lot) not in self.lots or int(grams) > self.lots[int(lot)]:
                return 0.0
            taken[self.key(lot)] = int(grams)
        return self.reward(sum(taken.values()))

    def reward(self, grams: int) -> float:
        return float(grams == 15)

    def oracle(self) -> Message:
        first, second, _ = self.lots
        return {"picks": [f"{first}:10", f"{second}:5"]}


class TextsDiffer(Store):
    """Whether a lot was named before is found by its text."""

    def key(self, lot: str) -> Any:
        return lot


class LinesDiffer(TextsDiffer):
    schema: ClassVar[dict[str, Any]] = small_schema(picks={"type": "string"})

    def picks(self, action: Message) -> list[str]:
        return str(action["picks"]).split("\n")

    def oracle(self) -> Message:
        return {"picks": "\n".join(super().oracle()["picks"])}


class AnyLot(TextsDiffer):
    """A lot may be named twice, and whatever is taken is paid: nothing can be tried."""

    def paid(self, action: Message) -> float:
        return 1.0


class OneIsEnough(TextsDiffer):
    """The second item is not needed."""

    def reward(self, grams: int) -> float:
        return float(grams >= 10)


@pytest.mark.parametrize("env_class", [TextsDiffer, LinesDiffer])
def test_an_item_in_another_spelling_that_counts_again_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="named again in another spelling") as raised:
        respelled_repeats(small_context(env_class))
    assert raised.value.episode is not None


def test_an_item_that_counts_once_passes() -> None:
    respelled_repeats(small_context(Store))


@pytest.mark.parametrize("env_class", [AnyLot, OneIsEnough])
def test_where_nothing_can_be_tried(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="different items that may stand in it once"):
        respelled_repeats(small_context(env_class))
