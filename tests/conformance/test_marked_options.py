"""The right option must not be written in another form than the others, nor stand at one place."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.chosen_options import _turn
from hallmark_rl.conformance.properties.semantics.marked_options import _marks, marked_options
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Sheets(Env):
    """Three rounds: find the sheet with a false reading among five."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        sheet={"type": "integer", "minimum": 0, "maximum": 99}
    )
    limit = 3
    text = "Which sheet holds a false reading?"
    digits = 2

    def begin(self) -> None:
        self.right = self.rng.randrange(5)
        self.sheets = [[round(self.rng.uniform(20, 90), 1) for _ in "abc"] for _ in range(5)]
        false = self.rng.randrange(3)
        self.sheets[self.right][false] = round(self.rng.uniform(120, 190), self.digits)

    def show(self) -> Message:
        return {"text": self.text, "sheets": self.sheets}

    def paid(self, action: Message) -> float:
        right = action == self.oracle()
        self.over = self.count >= self.limit
        if not self.over:
            self.begin()
        return right / self.limit

    def oracle(self) -> Message:
        return {"sheet": self.right + 1}


class SoundSheets(Sheets):
    digits = 1


class AnySheet(Sheets):
    """Every sheet is right."""

    def paid(self, action: Message) -> float:
        return max(1 / self.limit, super().paid(action))


class Written(Sheets):
    text = "Which sheet is not rounded as the others are?"


class Sentences(Sheets):
    """The right answer ends with a full stop."""

    def show(self) -> Message:
        texts = [f"reading {self.rng.randrange(100)} of the sheet" for _ in self.sheets]
        texts[self.right] += "."
        return {"text": self.text, "sheets": texts}


class SoundSentences(Sentences):
    def show(self) -> Message:
        return {**super().show(), "sheets": [f"reading of {sheet[0]:.1f}" for sheet in self.sheets]}


class Drawers(Env):
    """Fine metal is weighed in, and rarely scrap; its drawer is always marked in the same way."""

    schema: ClassVar[dict[str, Any]] = small_schema(metal={"type": "string"})
    limit = 1

    def begin(self) -> None:
        self.right = "fine" if self.rng.random() < 0.97 else "scrap"
        self.drawers = {"fine": "999", "scrap": f"{self.rng.uniform(300, 600):.1f}"}
        self.drawers["brass"] = f"{self.rng.uniform(100, 200):.1f}"

    def show(self) -> Message:
        return {"metals": self.drawers, "wanted": self.right}

    def paid(self, action: Message) -> float:
        return float(action["metal"] == self.right)

    def oracle(self) -> Message:
        return {"metal": self.right}


class Bench(Env):
    """Scan, then name the sample; of the candidates it is always the first."""

    schema: ClassVar[dict[str, Any]] = small_schema(name={"type": "string"})
    text = "Which substance is it?"
    shuffles = False

    def begin(self) -> None:
        names = self.rng.sample([f"metal {letter}" for letter in "abcdefghijklmnop"], 5)
        self.right, self.peak = names[0], self.rng.randrange(400, 700)
        if self.shuffles:
            self.rng.shuffle(names)
        self.lines = {
            name: self.peak if name == self.right else self.rng.randrange(400, 700)
            for name in names
        }

    def show(self) -> Message:
        return {"text": self.text, "candidates": self.lines, "peak": self.peak * (self.count > 0)}

    def paid(self, action: Message) -> float:
        self.over = self.count == 2
        return float(self.over and action["name"] == self.right)

    def oracle(self) -> Message:
        return {"name": self.right if self.count else "scan"}


class ShuffledBench(Bench):
    shuffles = True


class Rounds(Bench):
    """Each of the samples is handled, in their order."""

    def paid(self, action: Message) -> float:
        names = [*self.lines]
        self.over = self.count == len(names)
        return (action["name"] == names[self.count - 1]) / len(names)

    def oracle(self) -> Message:
        return {"name": [*self.lines][self.count]}


class Queue(Bench):
    text = "The candidates are sorted: the likeliest comes at the top."


@pytest.mark.parametrize(
    ("env_class", "rule"),
    [(Sheets, "with most decimals"), (Sentences, "with another last sign"), (Bench, "at place 1")],
)
def test_the_option_that_is_written_differently_is_reported(
    env_class: type[Env], rule: str
) -> None:
    text = rf"the one {rule} is the right \w+ on (\d+) of \d+ fresh seeds"
    with pytest.raises(PropertyViolated, match=text) as raised:
        marked_options(small_context(env_class))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [SoundSheets, SoundSentences, ShuffledBench, Drawers, Rounds])
def test_options_that_are_written_alike_are_sound(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no options are shown, or none"):
        marked_options(small_context(env_class))


def test_nothing_is_claimed_where_every_option_is_right_or_the_form_is_asked_for() -> None:
    marked_options(small_context(AnySheet))
    for env_class in (Written, Queue):
        with pytest.raises(NotApplicable, match="may have a meaning"):
            marked_options(small_context(env_class))


def test_steps_that_choose_of_the_same_options_are_no_questions() -> None:
    options, others = {1: "2.5", 2: "2"}, {1: "3", 2: "4"}
    assert _turn(True, options, options, options) == "answer"
    assert _turn(False, others, others, options) == "question"
    assert _turn(False, options, {1: "2.5", 2: "7"}, options) == "step"
    assert [*_marks(options, "step")] == []


def test_forms_that_stand_out() -> None:
    marks = dict(_marks({1: "Yes, 2.5 km", 2: "no, 2 km", 3: " no,  2 m"}, "question"))
    assert marks["with most decimals"] == {1}
    assert marks["with fewest decimals"] == {2, 3}
    assert marks["with more spaces"] == {3}
    assert marks["with another first sign"] == {1}
    assert marks["with another last sign"] == frozenset()
    assert [*dict(_marks({1: [2.5], 2: [2]}, "question"))] == [
        "with most decimals",
        "with fewest decimals",
    ]
