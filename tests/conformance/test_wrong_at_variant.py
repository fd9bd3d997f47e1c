"""A level that judges less than others, or shows the answer."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.spoilt_parts import spoilt_parts
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.variants.wrong_at_variant import (
    each_rejects_wrong_answers,
    each_shows_no_answer,
)
from tests.conformance.small_environment import Message, small_context
from tests.conformance.small_sorting import Sorting


class Levels(Sorting):
    """At level 2 five names, and the level 3 has two more that are not judged."""

    declared: ClassVar[dict[str, Any]] = {"levels": (1, 3)}
    judged = 7

    def begin(self) -> None:
        super().begin()
        if self.options.get("level") == 3:
            self.names += ["x" * self.rng.randint(5, 30) for _ in range(3)]

    def paid(self, action: Message) -> float:
        right, given = sorted(self.names), action["names"]
        return float(len(given) == len(right) and given[: self.judged] == right[: self.judged])


class HalfJudged(Levels):
    judged = 5


class OneTask(HalfJudged):
    """Level 3 is one task, for which two names more are given than are needed."""

    def begin(self) -> None:
        super().begin()
        if self.options.get("level") == 3:
            self.names = ["name " + letter * 9 for letter in "abcdefg"]


class AnyOrder(Levels):
    def paid(self, action: Message) -> float:
        given = action["names"]
        return float(len(given) == 7 if self.options.get("level") == 3 else super().paid(action))


def test_a_level_that_judges_less_than_the_others_is_named() -> None:
    each_rejects_wrong_answers(small_context(Levels))
    with pytest.raises(PropertyViolated, match=r"level=3.*names\[5\].*may be nonsense"):
        each_rejects_wrong_answers(small_context(HalfJudged))
    each_rejects_wrong_answers(small_context(OneTask))
    with pytest.raises(PropertyViolated, match=r"level=3.*solution of another seed is paid"):
        each_rejects_wrong_answers(small_context(AnyOrder))


class Audited(Levels):
    """At level 3 the first message holds the answer."""

    def show(self) -> Message:
        audit = {"by": "desk", "order": sorted(self.names)} if self.options else {}
        return {**super().show(), "audit": audit}


def test_a_level_that_shows_the_answer_is_named() -> None:
    each_shows_no_answer(small_context(Levels))
    with pytest.raises(PropertyViolated, match=r"audit.order of the first message is the right"):
        each_shows_no_answer(small_context(Audited))


def test_parts_are_spoilt_one_at_a_time_and_only_in_lists_of_one_kind() -> None:
    made = dict(
        spoilt_parts({"a": ["x", "y", "z"], "b": [1, 2], "c": {"k": "v"}, "d": [1, "2", 3]})
    )
    assert list(made) == ["a[0]", "a[1]", "a[2]"]
    assert made["a[1]"]["a"] == ["x", "qzx", "z"]
