"""The first lines of an answer must not be paid like all of them."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.cut_answers import cut_answers
from hallmark_rl.conformance.properties.semantics.cut_lines import require_whole_lines
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


class Table(Env):
    """Clean a table: a header and five lines, of which the share that is right is paid."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1
    told = "Clean the table."
    before, behind = "", "\n"
    divides_by_submitted = False

    def begin(self) -> None:
        amounts = [self.rng.randrange(1000, 9999) for _ in range(5)]
        self.right = [f"{self.rng.choice(NAMES)} Li,{amount}" for amount in amounts]

    def show(self) -> Message:
        return {"told": self.told, "seen": [line.upper() for line in self.right]}

    def read(self, action: Message) -> list[str]:
        text = str(action["text"])
        body = text.removeprefix(self.before).removesuffix(self.behind)
        return body.split("\n")

    def paid(self, action: Message) -> float:
        return self.share(self.read(action))

    def share(self, lines: list[str]) -> float:
        if lines[0] != "name,amount":
            return 0.0
        body = lines[1:]
        right = sum(one == other for one, other in zip(body, self.right, strict=False))
        most = len(body) if self.divides_by_submitted else max(len(body), len(self.right))
        return right / max(1, most)

    def oracle(self) -> Message:
        return {"text": f"{self.before}{self.written()}{self.behind}"}

    def written(self) -> str:
        return "\n".join(["name,amount", *self.right])


class BySubmitted(Table):
    divides_by_submitted = True


class Fenced(BySubmitted):
    before, behind = "Here it is:\n```csv\n", "\n```"


class Tagged(BySubmitted):
    before, behind = "<answer>\n", "\n</answer>"


class Items(BySubmitted):
    """The same in a list of a field."""

    schema: ClassVar[dict[str, Any]] = small_schema(rows={"type": "array", "items": {}})

    def read(self, action: Message) -> list[str]:
        return list(action["rows"])

    def oracle(self) -> Message:
        return {"rows": ["name,amount", *self.right]}


class Json(BySubmitted):
    """The items as JSON in a text, one object each."""

    def read(self, action: Message) -> list[str]:
        items: list[dict[str, str]] = json.loads(action["text"])
        return ["name,amount", *(f"{item['name']},{item['amount']}" for item in items)]

    def written(self) -> str:
        pairs = (line.split(",") for line in self.right)
        return json.dumps([{"name": name, "amount": amount} for name, amount in pairs])

    def oracle(self) -> Message:
        return {"text": self.written()}


class SaysSo(BySubmitted):
    told = "The reward is the share of the submitted lines that are right."


class LinesFree(BySubmitted):
    """Only the first two lines are read."""

    def share(self, lines: list[str]) -> float:
        return float(lines[:2] == ["name,amount", self.right[0]])


class RefusesOthers(BySubmitted):
    """Only the first line is needed, and a line that is not of this table is refused.

    So it is with a program: a line that fails spoils it, and one that is there twice does not.
    """

    def share(self, lines: list[str]) -> float:
        known = {"name,amount", *self.right}
        return float(len(lines) > 1 and lines[1] == self.right[0] and {*lines} <= known)


class Program(BySubmitted):
    """The answer is a program; its last lines print something."""

    def begin(self) -> None:
        super().begin()
        self.right = [f"print({number}, {self.rng.random()})" for number in range(5)]

    def share(self, lines: list[str]) -> float:
        return super().share(["name,amount", *lines[1:]])

    def written(self) -> str:
        return "\n".join(["number = 1", *self.right])


class Assignments(Program):
    """A program without a word that gives it away in the first place of a line."""

    def written(self) -> str:
        return "\n".join(["total += 1", *self.right])


class Script(Program):
    """A program in a language that Python cannot read."""

    def written(self) -> str:
        return "\n".join(["let number = 1", *self.right])


class SameEnd(BySubmitted):
    """The last line is the same on every task: no other task has a wrong one."""

    def begin(self) -> None:
        super().begin()
        self.right = [*self.right, "END"]


@pytest.mark.parametrize("env_class", [BySubmitted, Fenced, Tagged, Items, Json])
def test_beginnings_that_are_paid_are_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"the first two (lines|items) of the answer"):
        cut_answers(small_context(env_class))


@pytest.mark.parametrize("env_class", [Fenced, Tagged, Items, Json, Table])
def test_the_number_of_right_lines_counts(env_class: type[Env]) -> None:
    sound = type("Sound", (env_class,), {"divides_by_submitted": False})
    assert require_whole_lines(small_context(sound))
    cut_answers(small_context(sound))


@pytest.mark.parametrize("env_class", [LinesFree, RefusesOthers, SameEnd])
def test_lines_that_need_not_be_right_say_nothing(env_class: type[Env]) -> None:
    assert not require_whole_lines(small_context(env_class))


@pytest.mark.parametrize("env_class", [Program, Script, Assignments, SaysSo])
def test_programs_and_stated_shares_are_left_out(env_class: type[Env]) -> None:
    assert not require_whole_lines(small_context(env_class))
    with pytest.raises(NotApplicable, match="four or more lines"):
        cut_answers(small_context(env_class))


def test_a_few_tasks_on_which_a_beginning_is_enough_are_chance() -> None:
    class Seldom(Table):
        def share(self, lines: list[str]) -> float:
            self.divides_by_submitted = self.right[0].startswith(NAMES[:4])
            return super().share(lines)

    assert require_whole_lines(small_context(Seldom))


class Cipher(Env):
    """Read a message; each right letter is paid."""

    schema: ClassVar[dict[str, Any]] = small_schema(plain={"type": "string"})
    divides_by_submitted = False
    limit = 1

    def begin(self) -> None:
        self.plain = " ".join(self.rng.sample(NAMES, 3))

    def show(self) -> Message:
        return {"cipher": self.plain.swapcase()}

    def paid(self, action: Message) -> float:
        given = str(action["plain"])
        right = sum(a == b for a, b in zip(given, self.plain, strict=False))
        longest = len(given) if self.divides_by_submitted else max(len(given), len(self.plain))
        return right / longest if given else 0.0

    def oracle(self) -> Message:
        return {"plain": self.plain}


class CipherBySubmitted(Cipher):
    divides_by_submitted = True


class FirstLetter(Cipher):
    """Options whose letter alone is read."""

    def paid(self, action: Message) -> float:
        return float(str(action["plain"])[:1] == self.plain[:1])


def test_the_first_letters_of_a_text_are_a_beginning() -> None:
    assert require_whole_lines(small_context(Cipher))
    with pytest.raises(PropertyViolated, match="the first two letters of the answer"):
        require_whole_lines(small_context(CipherBySubmitted))
    assert not require_whole_lines(small_context(FirstLetter))
