"""Two generators of one episode must not draw the same numbers."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reset.shared_streams import shared_streams
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_CITIES = random.Random(3).sample(range(100), 5)


class Lake(Env):
    """Fish are counted with a net; the net has a generator of its own."""

    schema: ClassVar[dict[str, Any]] = small_schema(count={"type": "integer"})

    def reset(self, seed: int | None = None, **options: Any) -> Message:
        self.net = self.made(seed or 0)
        return super().reset(seed=seed, **options)

    def made(self, seed: int) -> random.Random:
        random.Random(3).shuffle(_CITIES)  # the same for every episode
        random.Random(3).shuffle(_CITIES)
        return random.Random(f"net {seed}")

    def begin(self) -> None:
        self.fish = self.rng.randrange(100)

    def paid(self, action: Message) -> float:
        return float(action["count"] == self.fish)

    def oracle(self) -> Message:
        return {"count": self.fish}


class OneStream(Lake):
    def made(self, seed: int) -> random.Random:
        return random.Random(seed)


def test_two_generators_from_one_seed_are_reported() -> None:
    shared_streams(small_context(Lake))
    with pytest.raises(PropertyViolated, match="makes two generators from 7000000"):
        shared_streams(small_context(OneStream))
