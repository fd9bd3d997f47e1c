"""A right answer is paid with one more zero, and without blanks at its ends."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.equal_forms import equal_forms
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Bill(Env):
    """What some cups of tea cost, as a text."""

    schema: ClassVar[dict[str, Any]] = small_schema(price={"type": "string"})
    task: ClassVar[str] = "How much is it together?"

    def begin(self) -> None:
        self.cups, self.cost = self.rng.randrange(1, 20, 2), 2.5

    def show(self) -> Message:
        return {"task": self.task, "cups": self.cups, "cost": self.cost}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.same(action["price"]))

    def same(self, price: str) -> bool:
        return float(price) == self.cups * self.cost

    def oracle(self) -> Message:
        return {"price": str(self.cups * self.cost)}


class TextOfBill(Bill):
    def same(self, price: str) -> bool:
        return price == str(self.cups * self.cost)


class TwoDecimals(TextOfBill):
    task: ClassVar[str] = "How much is it together? Write it with two decimals."


class TextOfListedBill(TextOfBill):
    """The text stands within a list."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        prices={"type": "array", "items": {"type": "string"}}
    )

    def paid(self, action: Message) -> float:
        return super().paid({"price": action["prices"][0]})

    def oracle(self) -> Message:
        return {"prices": [super().oracle()["price"]]}


class WholeBill(TextOfBill):
    """It costs a whole number."""

    def begin(self) -> None:
        super().begin()
        self.cost = 3

    def oracle(self) -> Message:
        return {"price": str(self.cups * self.cost)}


class NumberOfBill(Bill):
    """The answer is a number, and no text."""

    schema: ClassVar[dict[str, Any]] = small_schema(price={"type": "number"})

    def oracle(self) -> Message:
        return {"price": self.cups * self.cost}


class Row(TextOfBill):
    """The numbers of a row of changes, separated by dots, of which there are often two."""

    def begin(self) -> None:
        self.row = ".".join(
            str(self.rng.randrange(1, 9)) for _ in range(self.rng.choice((2, 2, 3)))
        )

    def show(self) -> Message:
        return {"row": self.row.replace(".", " ")}

    def same(self, price: str) -> bool:
        return price == self.row

    def oracle(self) -> Message:
        return {"price": self.row}


class DottedTask(TextOfBill):
    """A text tells of answers with several dots."""

    task: ClassVar[str] = "Write the changes as in `3.125.5`."


class SeldomText(Bill):
    """It compares texts where there are few cups."""

    def same(self, price: str) -> bool:
        return super().same(price) and (self.cups > 8 or price == str(self.cups * self.cost))


class Line(Env):
    """A word is to be repeated; the solution copies it with the blanks around it."""

    schema: ClassVar[dict[str, Any]] = small_schema(word={"type": "string"})
    task: ClassVar[str] = "Repeat the word"

    def begin(self) -> None:
        self.word = f"{self.rng.choice(['rye', 'oat', 'corn', 'rice', 'spelt'])}\n"

    def show(self) -> Message:
        return {"task": self.task, "word": self.word}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.same(action["word"]))

    def same(self, word: str) -> bool:
        return word.strip() == self.word.strip()

    def oracle(self) -> Message:
        return {"word": self.word}


class LineWithBlanks(Line):
    def same(self, word: str) -> bool:
        return word == self.word


class LineAsFormatted(LineWithBlanks):
    """Places of a number are asked for, and say nothing of blanks."""

    task: ClassVar[str] = TwoDecimals.task


class LineWithoutBlanks(LineWithBlanks):
    def begin(self) -> None:
        super().begin()
        self.word = self.word.strip()


def asking(task: str, description: str = "") -> type[Env]:
    """A verifier that compares texts, with another task or description of its field."""
    schema = small_schema(price={"type": "string", "description": description})
    return type("Asking", (TextOfBill,), {"task": task, "schema": schema})


def test_a_verifier_that_compares_values_is_sound() -> None:
    equal_forms(small_context(Bill))


@pytest.mark.parametrize(
    ("env_class", "place"), [(TextOfBill, "price"), (TextOfListedBill, r"prices\.0")]
)
def test_a_verifier_that_compares_texts_of_numbers_is_reported(
    env_class: type[Env], place: str
) -> None:
    with pytest.raises(
        PropertyViolated, match=rf"in '{place}' with one more zero, '\d+\.\d+0', is refused on all"
    ):
        equal_forms(small_context(env_class))


def test_the_example_is_an_episode_with_the_other_form() -> None:
    context = small_context(TextOfBill)
    with pytest.raises(PropertyViolated) as caught:
        equal_forms(context)
    episode = caught.value.episode
    assert episode is not None
    solution = next(s for s in context.survey.solutions if s.seed == episode.seed)
    assert episode.actions == [{"price": f"{solution.actions[0]['price']}0"}]


def test_a_form_that_is_paid_on_some_tasks_is_not_reported() -> None:
    equal_forms(small_context(SeldomText))


def test_blanks_at_the_ends_that_are_needed_are_reported() -> None:
    equal_forms(small_context(Line))
    for env_class in (LineWithBlanks, LineAsFormatted):
        with pytest.raises(
            PropertyViolated, match=r"in 'word' without blanks at its ends, '[a-z]+'"
        ):
            equal_forms(small_context(env_class))


@pytest.mark.parametrize(
    "task",
    [
        TwoDecimals.task,
        "How much is it, to 2 decimal places?",
        "How much is it? Give 2 decimals.",
        "How much is it? Round to cents.",
        "How much is it? The format is 0.00.",
    ],
)
def test_a_task_that_asks_for_places_is_left_out(task: str) -> None:
    with pytest.raises(NotApplicable, match="no answer is a decimal in a text"):
        equal_forms(small_context(asking(task)))


def test_a_field_that_is_described_with_places_is_left_out() -> None:
    with pytest.raises(NotApplicable, match="no answer is a decimal in a text"):
        equal_forms(small_context(asking(Bill.task, "In euros, with two decimals")))


@pytest.mark.parametrize("task", ["What is the sum in euros?", "The price is in digital form?"])
def test_another_task_asks_for_no_places(task: str) -> None:
    with pytest.raises(PropertyViolated, match="with one more zero"):
        equal_forms(small_context(asking(task)))


class TwoPlaces(TextOfBill):
    """An amount of money, which nobody writes with three places."""

    def begin(self) -> None:
        super().begin()
        self.cost = 2.75


@pytest.mark.parametrize("env_class", [TwoPlaces, WholeBill, NumberOfBill, LineWithoutBlanks])
def test_whole_numbers_and_plain_texts_have_no_other_form(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no answer is a decimal in a text"):
        equal_forms(small_context(env_class))


def test_a_dot_between_parts_is_no_decimal_point() -> None:
    with pytest.raises(NotApplicable, match="no answer is a decimal"):
        equal_forms(small_context(Row))


def test_an_example_with_several_dots_tells_that_they_separate_parts() -> None:
    with pytest.raises(NotApplicable, match="no answer is a decimal"):
        equal_forms(small_context(DottedTask))
