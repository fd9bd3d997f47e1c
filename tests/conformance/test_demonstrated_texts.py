"""What parse() makes of the texts of right answers."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.text_form.demonstrated_texts import solutions_can_be_written
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Formula(Env):
    """Upper and lower case belong to the answer."""

    schema: ClassVar[dict[str, Any]] = small_schema(formula={"type": "string"})

    def begin(self) -> None:
        self.formula = "".join(self.rng.choices(["Al", "Na", "Cl", "Br", "He"], k=3))

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.right(action["formula"]))

    def right(self, formula: str) -> bool:
        return formula == self.formula

    def oracle(self) -> Message:
        return {"formula": self.formula}


class AnyCase(Formula):
    def right(self, formula: str) -> bool:
        return formula.lower() == self.formula.lower()


def as_it_is(completion: str) -> Message:
    return {"formula": completion.strip()}


def in_lower_case(completion: str) -> Message:
    return {"formula": completion.strip().lower()}


def check(env_class: type[Env], parse: Any) -> None:
    context = small_context(env_class)
    text: Any = SimpleNamespace(parse=parse, SYSTEM="", render=lambda seen: "", MAX_TURN_CHARS=40)
    subject = replace(context.subject, text=text)
    solutions_can_be_written(CheckContext(subject, context.survey, context.profile))


def test_a_lost_case_is_reported_where_it_matters() -> None:
    check(Formula, as_it_is)
    with pytest.raises(PropertyViolated, match="the case is lost, and it is not paid"):
        check(Formula, in_lower_case)


def test_where_the_case_does_not_matter_it_may_be_lost() -> None:
    with pytest.raises(EvidenceMissing):
        check(AnyCase, in_lower_case)
