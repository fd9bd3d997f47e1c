"""Answers that are always the least of the labels."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.label_order import label_order
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TEXT = {"type": "string"}


class Ids(Env):
    """Choose one of six listed ids; the right one is the least unless `is_sound`."""

    schema: ClassVar[dict[str, Any]] = small_schema(invoice=TEXT)
    limit = 1
    is_sound = False
    text = "Which invoice fits?"

    def begin(self) -> None:
        self.ids = [f"INV-{number}" for number in self.rng.sample(range(1000, 9999), 6)]
        self.right = self.rng.choice(self.ids) if self.is_sound else min(self.ids)

    def show(self) -> Message:
        return {"text": self.text, "invoices": list(self.ids)}

    def paid(self, action: Message) -> float:
        return float(action["invoice"] == self.right)

    def oracle(self) -> Message:
        return {"invoice": self.right}


class SoundIds(Ids):
    is_sound = True


class OldestIds(Ids):
    text = "Which invoice is the oldest?"


def test_the_least_id_is_not_the_right_one_unless_the_task_says_so() -> None:
    label_order(small_context(SoundIds))
    with pytest.raises(PropertyViolated, match="the least id of invoices"):
        label_order(small_context(Ids))
    with pytest.raises(NotApplicable, match="may have a meaning"):
        label_order(small_context(OldestIds))


class LineIds(Ids):
    """The same, with the ids in a text, which names one more."""

    def show(self) -> Message:
        lines = "\n".join(f"- {invoice}: paid in {len(invoice)} days" for invoice in self.ids)
        return {"text": f"Which one fits order ORD-17?\n{lines}"}


class CommaIds(Ids):
    def show(self) -> Message:
        return {"text": f"Choose one of {', '.join(self.ids[:-1])} and {self.ids[-1]}."}


class NamedAgain(LineIds):
    """The text says which one is meant."""

    def show(self) -> Message:
        return {"text": f"{super().show()['text']}\nIt is {self.right}, or {self.ids[1]}."}


class Span(Ids):
    """Cite two of ten notes, of which a text says the least and the greatest number."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        notes={"type": "array", "items": {"type": "integer"}}
    )

    def begin(self) -> None:
        self.first = self.rng.randrange(100, 900)
        notes = range(self.first, self.first + 10)
        self.right = self.rng.sample(notes, 2) if self.is_sound else [*notes[:2]]

    def show(self) -> Message:
        return {"text": f"Here are notes {self.first} to {self.first + 9}."}

    def paid(self, action: Message) -> float:
        return float(sorted(action["notes"]) == sorted(self.right))

    def oracle(self) -> Message:
        return {"notes": self.right}


class SoundSpan(Span):
    is_sound = True


@pytest.mark.parametrize("env_class", [LineIds, CommaIds])
def test_ids_in_texts_are_read(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"the least id of text \((lines|commas)\)"):
        label_order(small_context(env_class))


def test_an_id_that_is_shown_again_is_no_item_of_a_list() -> None:
    with pytest.raises(NotApplicable, match="no action takes"):
        label_order(small_context(NamedAgain))


def test_a_field_that_takes_several_ids_gets_as_many_as_the_solution() -> None:
    label_order(small_context(SoundSpan))
    with pytest.raises(PropertyViolated, match="the least 2 ids of text"):
        label_order(small_context(Span))


def test_no_oracle_is_needed() -> None:
    context = small_context(Ids)
    context.survey.solutions.clear()
    with pytest.raises(PropertyViolated, match="the least id of invoices"):
        label_order(context)


class NewNames(Ids):
    """A word of a listed row is no word of the task."""

    def show(self) -> Message:
        rows = [{"invoice": each, "subject": "the latest of our new letters"} for each in self.ids]
        return {"text": self.text, "rows": rows}


class Hangers(Ids):
    """Rows have small numbers; the action names one as the rows do."""

    schema: ClassVar[dict[str, Any]] = small_schema(hanger={"type": "integer"})
    key = "hanger"

    def begin(self) -> None:
        self.numbers = self.rng.sample(range(100, 999), 6)
        self.best = self.rng.choice(self.numbers) if self.is_sound else min(self.numbers)

    def show(self) -> Message:
        return {"text": self.text, "rail": [{self.key: n, "name": "coat"} for n in self.numbers]}

    def paid(self, action: Message) -> float:
        return float(action["hanger"] == self.best)

    def oracle(self) -> Message:
        return {"hanger": self.best}


class SoundHangers(Hangers):
    is_sound = True


class Prices(Hangers):
    """Other numbers of the rows are values, of which the least may be asked for."""

    key = "price"


@pytest.mark.parametrize("env_class", [NewNames, Hangers])
def test_ids_of_rows_are_found(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="the least id of"):
        label_order(small_context(env_class))


def test_small_numbers_of_rows_are_values_unless_the_action_names_them_so() -> None:
    label_order(small_context(SoundHangers))
    with pytest.raises(NotApplicable, match="no action takes one of several ids"):
        label_order(small_context(Prices))
