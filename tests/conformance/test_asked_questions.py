"""Which last commands of episodes are answers to a question."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.answer_bias import answer_bias
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Pager(Env):
    """Read a few logs, and blame one of the services with a cause, in one line of text."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    causes = ("disk", "memory", "config")

    def begin(self) -> None:
        names = self.rng.sample(range(100, 999), 6)
        self.services = [f"host{name}" for name in names]
        self.culprit, self.cause = self.services[self.place()], self.rng.choice(self.causes)
        self.logs = self.rng.randrange(1, 3)

    def place(self) -> int:
        return self.rng.randrange(6)

    def show(self) -> Message:
        return {"services": self.services, "count": self.count}

    def paid(self, action: Message) -> float:
        self.over = action["text"].startswith("blame ")
        return float(action["text"] == f"blame {self.culprit} {self.cause}")

    def oracle(self) -> Message:
        if self.count < self.logs:
            return {"text": f"logs {self.services[self.count]}"}
        return {"text": f"blame {self.culprit} {self.cause}"}


class FirstIsToBlame(Pager):
    def place(self) -> int:
        return 0


class OneVerb(FirstIsToBlame):
    """Each step blames: these are moves."""

    def paid(self, action: Message) -> float:
        right = action["text"] == f"blame {self.culprit} {self.cause}"
        self.over = right
        return float(right)

    def oracle(self) -> Message:
        if self.count < self.logs:
            return {"text": f"blame {self.services[1]} {self.cause}"}
        return {"text": f"blame {self.culprit} {self.cause}"}


def test_a_word_of_the_last_command_may_be_the_choice() -> None:
    answer_bias(small_context(Pager))
    with pytest.raises(PropertyViolated, match="option 1 of services is right on 240 of 240"):
        answer_bias(small_context(FirstIsToBlame))
    with pytest.raises(NotApplicable):
        answer_bias(small_context(OneVerb))
