"""Of several lines `METRE: ...`, the right one must not be picked out."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.semantics.labelled_lines import (
    require_single_labelled_line,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema

METRES = ("iamb", "trochee", "dactyl", "anapaest", "spondee")


class Verse(Env):
    """Some words, and a line with the answer: the last such line counts."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1

    def begin(self) -> None:
        self.metre = self.rng.choice(METRES)

    def show(self) -> Message:
        return {"line": f"a line with a {self.metre}"}

    def paid(self, action: Message) -> float:
        return float(self.right(re.findall(r"^METRE: (\w+)$", action["text"], re.M)))

    def right(self, named: list[str]) -> bool:
        return named[-1:] == [self.metre]

    def oracle(self) -> Message:
        return {"text": f"The stresses say it.\nMETRE: {self.metre}"}


class First(Verse):
    def right(self, named: list[str]) -> bool:
        return named[:1] == [self.metre]


class AnyLine(Verse):
    def right(self, named: list[str]) -> bool:
        return self.metre in named


def test_any_line_that_is_right_is_reported_and_the_first_or_last_one_is_not() -> None:
    for env_class in (Verse, First):
        assert require_single_labelled_line(small_context(env_class))
    with pytest.raises(PropertyViolated, match="many lines 'metre'"):
        require_single_labelled_line(small_context(AnyLine))
