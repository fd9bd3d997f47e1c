"""What an abandoned episode leaves is seen by actions that take it away."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CHANGES
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reset.clean_start import mid_episode
from tests.conformance.small_environment import Env, Message, small_context, small_schema

ADD, REMOVE = {"do": "add"}, {"do": "remove"}


class Cart(Env):
    """A cart that is not shown; a message says whether something could be taken out."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["add", "remove", "pay"]})
    keeps = False
    note = ""

    def __init__(self) -> None:
        self.cart = 0

    def begin(self) -> None:
        self.cart, self.note = self.cart if self.keeps else 0, ""

    def show(self) -> Message:
        return {"note": self.note}

    def paid(self, action: Message) -> float:
        if action["do"] == "add":
            self.cart += 1
            self.note = "added"
        elif action["do"] == "remove":
            self.note = "removed" if self.cart else "the cart is empty"
            self.cart = max(0, self.cart - 1)
        else:
            self.over = True
            self.cart = 0
        return 0.0

    def oracle(self) -> Message:
        return {"do": "pay"}


class Keeping(Cart):
    keeps = True


def check(env_class: type[Env]) -> None:
    context = small_context(env_class)
    context.survey.deterministic = True
    context.survey.changing = [ADD, REMOVE]
    mid_episode(context, Episode.of(1, [ADD, REMOVE], CHANGES))


def test_what_is_added_before_a_reset_can_not_be_removed_after_it() -> None:
    check(Cart)
    with pytest.raises(PropertyViolated, match="after a reset during an episode"):
        check(Keeping)
