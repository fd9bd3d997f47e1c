"""A wildcard that is paid like the answer is reported."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.wildcards import wildcards
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Calls(Env):
    """Log the calls of three stations in lines such as `LOG OK1AB 59`."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 3

    def begin(self) -> None:
        self.calls = ["".join(self.rng.sample("ABCDEFGH12345", 5)) for _ in range(3)]

    def show(self) -> Message:
        return {"heard": self.calls[min(self.count, 2)][::-1]}

    def paid(self, action: Message) -> float:
        words = action["text"].split(" ")
        right = len(words) == 3 and self.same(words[1], self.calls[self.count - 1])
        return float(right) / 3

    def same(self, logged: str, call: str) -> bool:
        return logged == call

    def oracle(self) -> Message:
        return {"text": f"LOG {self.calls[self.count]} 59"}


class UnknownSigns(Calls):
    """A `?` fits any sign, and what is left out fits as well."""

    def same(self, logged: str, call: str) -> bool:
        return all(one in (other, "?") for one, other in zip(logged, call, strict=False))


class Globs(Calls):
    def same(self, logged: str, call: str) -> bool:
        return fnmatch(call, logged)


class Patterns(Calls):
    def same(self, logged: str, call: str) -> bool:
        try:
            return bool(re.fullmatch(logged, call))
        except re.error:
            return False


class Anything(Calls):
    """Whatever is logged is paid, as other properties report."""

    def same(self, logged: str, call: str) -> bool:
        return True


class Numbers(Calls):
    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "integer"})

    def paid(self, action: Message) -> float:
        return 1.0

    def oracle(self) -> Message:
        return {"text": 3}


class WithFormula(Calls):
    """Words before the call are not judged; one of them is a sign."""

    def paid(self, action: Message) -> float:
        return float(self.same(action["text"].split(" ")[-1], self.calls[self.count - 1])) / 3

    def oracle(self) -> Message:
        return {"text": f"call = {self.calls[self.count]}"}


class FreeArticle(Calls):
    """The first word may be left out, as signs are; another word in its place is wrong."""

    def paid(self, action: Message) -> float:
        words = re.findall(r"[A-Za-z0-9]+", action["text"])
        return float([word for word in words if word != "LOG"] == [self.expected(), "59"]) / 3

    def expected(self) -> str:
        return self.calls[self.count - 1]


@pytest.mark.parametrize("env_class", [Calls, WithFormula, FreeArticle])
def test_exact_answers_are_sound(env_class: type[Env]) -> None:
    wildcards(small_context(env_class))


@pytest.mark.parametrize("env_class", [UnknownSigns, Globs, Patterns])
def test_signs_that_fit_anything_are_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="in the place of the answer is paid like it"):
        wildcards(small_context(env_class))


class Expressions(Env):
    """A regular expression that fits a shown word is written; `.*` is one."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1

    def begin(self) -> None:
        self.word = "".join(self.rng.sample("abcdefgh", 4)) + " 17"

    def show(self) -> Message:
        return {"word": self.word}

    def paid(self, action: Message) -> float:
        try:
            return float(bool(re.fullmatch(action["text"], self.word)))
        except re.error:
            return 0.0

    def oracle(self) -> Message:
        return {"text": f"{self.word[0]}[a-z]{{3}} [0-9]+"}


@pytest.mark.parametrize("env_class", [Anything, Numbers, Expressions])
def test_what_is_not_judged_does_not_apply(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        wildcards(small_context(env_class))
