"""Answers that are always the least of the labels."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.label_order import label_order
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TEXT = {"type": "string"}

TEXT = {"type": "string"}


class Ids(Env):
    """Choose one of six listed ids; the right one is the least unless `is_sound`."""

    schema: ClassVar[dict[str, Any]] = small_schema(invoice=TEXT)
    limit = 1
    is_sound = False
    text = "Which invoice fits?"

    def begin(self) -> None:
        self.ids = [f"INV-{number}" for number in self.rng.sample(range(1000, 9999), 6)]
        self.right = self.rng.choice(self.ids) if self.is_sound else min(self.ids)

    def show(self) -> Message:
        return {"text": self.text, "invoices": list(self.ids)}

    def paid(self, action: Message) -> float:
        return float(action["invoice"] == self.right)

    def oracle(self) -> Message:
        return {"invoice": self.right}


class SoundIds(Ids):
    is_sound = True


class OldestIds(Ids):
    text = "Which invoice is the oldest?"


def test_the_least_id_is_not_the_right_one_unless_the_task_says_so() -> None:
    label_order(small_context(SoundIds))
    with pytest.raises(PropertyViolated, match="the least id of invoices"):
        label_order(small_context(Ids))
    with pytest.raises(NotApplicable, match="may have a meaning"):
        label_order(small_context(OldestIds))
