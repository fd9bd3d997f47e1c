"""What is shown, handed in as it is."""

from __future__ import annotations

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.copied_values import copied_values
from tests.conformance.small_environment import Message, small_context
from tests.conformance.small_sorting import Sorted, Sorting


class Echo(Sorted):
    def show(self) -> Message:
        return {**super().show(), "task": "Repeat these names."}


def test_a_task_that_is_done_already_is_solved_by_a_copy() -> None:
    copied_values(small_context(Sorting))
    with pytest.raises(PropertyViolated, match="names of the first message, copied"):
        copied_values(small_context(Sorted))
    with pytest.raises(NotApplicable, match="to copy"):
        copied_values(small_context(Echo))


class Reaching(Sorted):
    """The names are the target that is to be reached."""

    def show(self) -> Message:
        return {"task": "Reach the target.", "target": list(self.names)}


def test_a_target_that_is_shown_may_be_set() -> None:
    with pytest.raises(NotApplicable, match="nothing that the answer could be a copy of"):
        copied_values(small_context(Reaching))
