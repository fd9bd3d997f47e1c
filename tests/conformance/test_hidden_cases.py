"""Hidden tests that are the shown examples."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.hidden_cases import hidden_cases
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Golf(Env):
    """A function is to be guessed from examples, and is judged by others."""

    schema: ClassVar[dict[str, Any]] = small_schema(code={"type": "string"})
    text = "It is judged by three hidden tests."
    overlap = 0

    def begin(self) -> None:
        factor = self.rng.randrange(2, 9)
        numbers = self.rng.sample(range(100), 6)
        self.shown = [([n], factor * n) for n in numbers[:3]]
        self.hidden = [([n], factor * n) for n in numbers[3 - self.overlap : 6 - self.overlap]]
        self.factor = factor

    def show(self) -> Message:
        return {
            "text": self.text,
            "examples": [{"args": args, "result": result} for args, result in self.shown],
        }

    def paid(self, action: Message) -> float:
        return float(action["code"] == f"{self.factor}*x")

    def oracle(self) -> Message:
        return {"code": f"{self.factor}*x"}


def test_hidden_tests_that_are_all_shown() -> None:
    hidden_cases(small_context(Golf))
    hidden_cases(small_context(type("Half", (Golf,), {"overlap": 2})))
    with pytest.raises(PropertyViolated, match="on 8 of 8 seeds, all items of hidden"):
        hidden_cases(small_context(type("Same", (Golf,), {"overlap": 3})))


def test_objects_and_their_order_of_values() -> None:
    class Objects(Golf):
        overlap = 3

        def begin(self) -> None:
            super().begin()
            self.hidden = [SimpleNamespace(args=a, result=r) for a, r in self.hidden]  # type: ignore[misc]

    with pytest.raises(PropertyViolated, match="all items of hidden"):
        hidden_cases(small_context(Objects))


def test_what_is_not_called_hidden_may_be_shown() -> None:
    with pytest.raises(NotApplicable, match="no text speaks"):
        hidden_cases(small_context(type("Told", (Golf,), {"overlap": 3, "text": "Golf."})))

    class Unnamed(Golf):
        overlap = 3

        def begin(self) -> None:
            super().begin()
            self.tests, self.hidden = self.hidden, []

    with pytest.raises(NotApplicable, match="no list of cases"):
        hidden_cases(small_context(Unnamed))
