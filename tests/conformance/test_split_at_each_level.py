"""What is held out at one level must not be a training task at another."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.split_at_each_level import split_at_each_level
from tests.conformance.small_environment import Env, Message, small_context, small_schema

CODES = {
    f"river{number}": [f"w{random.Random(f'{number} {place}').randrange(90)}" for place in range(5)]
    for number in range(40)
}


class Rivers(Env):
    """Name what five words stand for; levels show them in two forms."""

    schema: ClassVar[dict[str, Any]] = small_schema(name={"type": "string"})
    limit = 1
    declared: ClassVar[dict[str, Any]] = {"levels": [1, 2]}

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def reset(  # the options of the levels and splits are named
        self, seed: int | None = None, level: int = 1, split: str = "train", **options: Any
    ) -> Message:
        self.level, self.split = level, split
        return super().reset(seed, **options)

    def divided(self) -> list[str]:
        """The names in the order in which the first twelve are held out."""
        return random.Random(1).sample(sorted(CODES), len(CODES))

    def begin(self) -> None:
        names = self.divided()
        self.name = self.rng.choice(names[:12] if self.split == "test" else names[12:])

    def show(self) -> Message:
        words = CODES[self.name]
        return {"words": " ".join(words) if self.level == 1 else ", ".join(reversed(words))}

    def paid(self, action: Message) -> float:
        return float(action["name"] == self.name)

    def oracle(self) -> Message:
        return {"name": self.name}


class HeldOutAtEachLevel(Rivers):
    def divided(self) -> list[str]:
        return random.Random(self.level).sample(sorted(CODES), len(CODES))


class OtherQuestions(HeldOutAtEachLevel):
    """The second level asks for the same names by other words."""

    def show(self) -> Message:
        if self.level == 1:
            return super().show()
        rng = random.Random(self.name)
        return {"words": " ".join(f"x{rng.randrange(90)}" for _ in range(5))}


class NotDivided(Rivers):
    """Every name is asked for in both splits."""

    def begin(self) -> None:
        self.name = self.rng.choice(sorted(CODES))


class OneLevel(Rivers):
    declared: ClassVar[dict[str, Any]] = {}

    def reset(self, seed: int | None = None, split: str = "train", **options: Any) -> Message:
        return super().reset(seed, 1, split, **options)


def test_a_hold_out_of_each_level_is_reported() -> None:
    for env_class in (Rivers, OtherQuestions, NotDivided):
        split_at_each_level(small_context(env_class))
    with pytest.raises(PropertyViolated, match=r"answers that reset\(split='test'\) asks for at"):
        split_at_each_level(small_context(HeldOutAtEachLevel))


def test_one_level_has_no_other() -> None:
    with pytest.raises(NotApplicable, match="no two levels"):
        split_at_each_level(small_context(OneLevel))
