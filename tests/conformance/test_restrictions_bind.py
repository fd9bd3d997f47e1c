"""Restrictions that are shown must exclude the plain answer now and then."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.restrictions_bind import restrictions_bind
from tests.conformance.small_environment import Env, Message, small_context, small_schema

RESTRICTED = {"properties": {"offers": {}, "sold_out": {"description": "They cannot be chosen"}}}


class Offers(Env):
    """Choose the cheapest offer that is not sold out."""

    schema: ClassVar[dict[str, Any]] = small_schema(offer={"type": "string"})
    limit = 1

    def begin(self) -> None:
        prices = self.rng.sample(range(10, 99), 5)
        self.offers = dict(zip("abcde", prices, strict=True))
        self.sold_out = self.rng.sample(self.names(), 2)

    def names(self) -> list[str]:
        return sorted(self.offers)

    def show(self) -> Message:
        return {"offers": self.offers, "sold_out": self.sold_out}

    def paid(self, action: Message) -> float:
        return float(action == self.oracle())

    def oracle(self) -> Message:
        return cheapest(self.show())


class CheapestIsLeft(Offers):
    """The cheapest offer is never sold out."""

    def names(self) -> list[str]:
        return [name for name in self.offers if self.offers[name] > min(self.offers.values())]


def cheapest(seen: Message) -> Message:
    left = [name for name in seen["offers"] if name not in seen["sold_out"]]
    return {"offer": min(left, key=lambda name: seen["offers"][name])}


def context_of(env_class: type[Env], schema: dict[str, Any], *, reads: bool = True) -> CheckContext:
    """The context of an environment whose oracle reads what is shown, or the instance."""
    context = small_context(env_class)
    proof: Any = SimpleNamespace(
        oracle=lambda env, seen: cheapest(seen if reads else env.show()), declared={}
    )
    context.subject = replace(context.subject, proof=proof)
    context.survey.observation_schema = schema
    return context


def test_restrictions_that_never_bind_are_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"does not see sold_out .*fresh seeds") as raised:
        restrictions_bind(context_of(CheapestIsLeft, RESTRICTED))
    assert raised.value.episode is not None


def test_restrictions_that_bind_now_and_then_are_sound() -> None:
    restrictions_bind(context_of(Offers, RESTRICTED))


def test_an_oracle_that_does_not_read_them_says_nothing() -> None:
    with pytest.raises(NotApplicable, match="does not read the restrictions"):
        restrictions_bind(context_of(CheapestIsLeft, RESTRICTED, reads=False))


def test_other_fields_are_no_restrictions() -> None:
    plain = {"properties": {"offers": {}, "sold_out": {"description": "Some of the offers"}}}
    with pytest.raises(NotApplicable, match="described as a restriction"):
        restrictions_bind(context_of(CheapestIsLeft, plain))
