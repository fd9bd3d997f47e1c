"""Beside an option, seeds must not be reduced to a few."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reset.reduced_beside_options import (
    require_whole_seeds_beside_options,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Fires(Env):
    """The season makes other fires of a seed."""

    schema: ClassVar[dict[str, Any]] = small_schema(x={"type": "number"})
    declared: ClassVar[dict[str, Any]] = {"options": {"season": ["summer", "winter"]}}

    def reset(self, seed: int | None = None, **options: Any) -> Message:
        if seed is not None and options.get("season"):
            seed = self.salted(seed, 0x5A5A if options["season"] == "summer" else 0x3CF0)
        return super().reset(seed=seed, **options)

    def salted(self, seed: int, salt: int) -> int:
        return seed ^ salt

    def begin(self) -> None:
        self.fire = (self.rng or random.Random()).random()

    def show(self) -> Message:
        return {"fire": self.fire}

    def paid(self, action: Message) -> float:
        return float(action["x"] == self.fire)

    def oracle(self) -> Message:
        return {"x": self.fire}


class FewFires(Fires):
    def salted(self, seed: int, salt: int) -> int:
        return seed | salt


class FirstDigits(Fires):
    """Of a seed only the first four digits are kept; short seeds are whole."""

    def salted(self, seed: int, salt: int) -> int:
        return int(str(seed)[:4]) ^ salt


class FewBySeason(Fires):
    """Each season has ten fires, drawn by a seed or without one."""

    def begin(self) -> None:
        self.fire = self.rng.randrange(10) if self.options.get("season") else self.rng.random()


def test_seeds_that_an_option_reduces_are_reported() -> None:
    for env_class in (Fires, FewBySeason):
        context = small_context(env_class)
        require_whole_seeds_beside_options(context)
        assert context.figures["options_tried"] == 2
    with pytest.raises(PropertyViolated, match=r"at season=.*, 120 seeds in a row, such as 100000"):
        require_whole_seeds_beside_options(small_context(FewFires))
    with pytest.raises(PropertyViolated, match=r"such as 3000000 and 3000001, give 1 different"):
        require_whole_seeds_beside_options(small_context(FirstDigits))
