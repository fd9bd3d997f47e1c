"""What a slogan must keep, and the reward."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import SloganAction, SloganObservation

PRODUCTS = ("oat biscuits", "rain boots", "desk lamps", "green tea", "folding bikes", "wool socks")
WORDS = (
    "bold", "bright", "calm", "classic", "clever", "colourful", "cosy", "crisp", "daily", "durable",
    "easy", "elegant", "fair", "fresh", "friendly", "gentle", "golden", "handmade", "honest",
    "light", "lively", "local", "modern", "natural", "proud", "pure", "quick", "quiet", "reliable",
    "simple", "smart", "smooth", "strong", "sunny", "tidy", "warm",
)  # fmt: skip
MAX_WORDS = 8
TASK = "Write a slogan for the product with both words and without the forbidden ones."


@dataclass
class Order:
    """Everything that changes during an episode."""

    product: str
    words: list[str]
    forbidden: list[str]
    kept: bool = False


class SloganEnvironment(VerifiedEnvironment[SloganAction, SloganObservation, VerifiedState, Order]):
    """Write a slogan, in one answer."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(Column("kept", lambda t: float(t.facts["kept"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Order, SloganObservation]:
        """Draw a product, two words that are wanted and two that are forbidden."""
        drawn = rng.sample(WORDS, 4)
        order = Order(rng.choice(PRODUCTS), drawn[:2], drawn[2:])
        return order, self._seen(order)

    def advance(self, order: Order, action: SloganAction) -> SloganObservation:
        """Look at the words of the slogan, in small letters and without punctuation."""
        words = re.findall(r"\w+", action.text.lower())
        complete = set(order.words) <= set(words)
        allowed = not set(order.forbidden) & set(words)
        order.kept = complete and allowed and len(words) <= MAX_WORDS
        return self._seen(order, done=True)

    def facts(self, order: Order) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"kept": order.kept}

    def _seen(self, order: Order, *, done: bool = False) -> SloganObservation:
        return SloganObservation(
            task=TASK,
            product=order.product,
            words=list(order.words),
            forbidden_words=list(order.forbidden),
            max_words=MAX_WORDS,
            done=done,
        )
