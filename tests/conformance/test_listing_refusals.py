"""The reply to an unknown id must not list the things that the answer consists of."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.listing_refusals import listing_refusals
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Sign(Env):
    """Reprint the wrong lines of a sign; a line that does not exist is refused with a list."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        tool={"enum": ["reprint", "post"]}, line={"type": "integer", "default": 0}
    )

    def begin(self) -> None:
        self.lines = [f"{self.rng.randrange(100, 999)} harbour" for _ in range(6)]
        self.wrong = sorted(self.rng.sample(range(1, 7), 2))
        self.marked: list[int] = []
        self.reply = ""

    def offered(self) -> list[int]:
        return list(range(1, 7))

    def show(self) -> Message:
        return {"sign": self.lines, "reply": self.reply}

    def accepts(self, line: int) -> bool:
        return line in range(1, 7)

    def paid(self, action: Message) -> float:
        line = action.get("line", 0)
        if action["tool"] == "post":
            self.over = True
            return float(sorted(self.marked) == self.wrong)
        if self.accepts(line):
            self.marked.append(line)
            self.reply = f"line {line} will be reprinted"
        else:
            self.reply = f"no line {line}: choose from {', '.join(map(str, self.offered()))}"
        return 0.0

    def oracle(self) -> Message:
        for line in self.wrong:
            if line not in self.marked:
                return {"tool": "reprint", "line": line}
        return {"tool": "post", "line": 0}


class ListsTheWrong(Sign):
    def offered(self) -> list[int]:
        return self.wrong


class OnlyTheseCanBeNamed(ListsTheWrong):
    def accepts(self, line: int) -> bool:
        return line in self.wrong


class ShownBefore(ListsTheWrong):
    def show(self) -> Message:
        return {**super().show(), "complaints": self.wrong}


class ForfeitsTheAnswer(ListsTheWrong):
    def paid(self, action: Message) -> float:
        reward = super().paid(action)
        self.told = getattr(self, "told", False) or "choose" in self.reply
        return 0.0 if self.told else reward


class PromisedHint(ListsTheWrong):
    def show(self) -> Message:
        return {**super().show(), "task": "An unknown line gets you a hint."}


class OneLine(Sign):
    def begin(self) -> None:
        super().begin()
        self.wrong = self.wrong[:1]


def test_a_refusal_that_lists_the_answer_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="lists 2 of 6 shown things, and they are those of"):
        listing_refusals(small_context(ListsTheWrong))


@pytest.mark.parametrize("env", [Sign, OnlyTheseCanBeNamed, ForfeitsTheAnswer, PromisedHint])
def test_lists_of_what_can_be_named_pass(env: type[Env]) -> None:
    listing_refusals(small_context(env))


def test_what_is_shown_before_tells_nothing() -> None:
    for env in (ShownBefore, OneLine):
        with pytest.raises(NotApplicable, match="several of the things"):
            listing_refusals(small_context(env))
