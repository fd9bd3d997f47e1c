"""What parse() makes of the texts of right answers."""

from __future__ import annotations

import re
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


class Entry(Env):
    """Two fields: a reference and an amount, which may be below zero."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        reference={"type": "string"}, amount={"type": "string"}
    )

    def begin(self) -> None:
        self.reference = f"R-{self.rng.randint(100, 999)}"
        self.amount = str(self.rng.choice([-1, 1]) * self.rng.randint(1000, 9999))

    def paid(self, action: Message) -> float:
        self.over = True
        return float((action["reference"], action["amount"]) == (self.reference, self.amount))

    def oracle(self) -> Message:
        return {"reference": self.reference, "amount": self.amount}


def _demonstrations(*, level: int, count: int, seed: int, quality: float) -> list[Any]:
    env = Entry()
    episodes = []
    for number in range(count):
        env.reset(100 * seed + number)
        answer = f"<reference>{env.reference}</reference><amount>{env.amount}</amount>"
        episodes.append([("prompt", answer)])
    return episodes


def _check_entries(pattern: str) -> None:
    def parse(completion: str) -> Message:
        reference = re.search("<reference>(.*?)</reference>", completion)
        amount = re.search(f"<amount>{pattern}</amount>", completion)
        return {
            "reference": reference[1] if reference else "",
            "amount": amount[1] if amount else "",
        }

    context = small_context(Entry)
    text: Any = SimpleNamespace(
        parse=parse,
        SYSTEM="",
        render=lambda seen: "",
        MAX_TURN_CHARS=80,
        LEVELS=(1,),
        demonstrations=_demonstrations,
    )
    subject = replace(context.subject, text=text, action_type=dict)
    solutions_can_be_written(CheckContext(subject, context.survey, context.profile))


def test_answers_of_several_fields_are_written_as_demonstrated() -> None:
    _check_entries("([+-]?[0-9]+)")


def test_a_parser_that_loses_a_sign_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="actions of the oracle can be written as text"):
        _check_entries("[^0-9]*([0-9]+)")
