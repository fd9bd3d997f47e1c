"""A handful of tasks."""

from __future__ import annotations

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reset.few_tasks import few_tasks
from tests.conformance.small_environment import small_context
from tests.conformance.small_sorting import Sorting


class Few(Sorting):
    """As many tasks as `kinds`."""

    kinds = 3

    def begin(self) -> None:
        kind = self.rng.randrange(self.kinds)
        self.names = [f"{letter}{kind}" for letter in "dcba"]


class Many(Few):
    kinds = 40


def test_a_handful_of_tasks_is_counted() -> None:
    few_tasks(small_context(Many))
    with pytest.raises(PropertyViolated, match="give 3 different tasks"):
        few_tasks(small_context(Few))
