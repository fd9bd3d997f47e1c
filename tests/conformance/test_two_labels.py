"""An answer that gives items two labels must not be paid like the right one."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.two_labels import two_labels
from tests.conformance.small_environment import Env, Message, small_context, small_schema

LABELS = ("keep", "sell", "burn")


class Sorting(Env):
    """Six things get a label each; `read` says how an action is read, `given` what it gives."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1

    def begin(self) -> None:
        labels = [*LABELS, *(self.rng.choice(LABELS) for _ in range(3))]
        self.rng.shuffle(labels)
        self.labels = {f"t{number}": label for number, label in enumerate(labels)}
        self.given: list[tuple[str, str]] = []

    def show(self) -> Message:
        return {"marks": dict(self.labels)}

    def groups(self) -> dict[str, list[str]]:
        return {
            label: [item for item, own in self.labels.items() if own == label] for label in LABELS
        }

    def read(self, action: Message) -> list[tuple[str, str]]:
        pairs = []
        for line in str(action["text"]).split("\n"):
            label, _, items = line.partition(": ")
            pairs += [(item.strip(), label) for item in items.split(",") if item.strip()]
        return pairs

    def right(self) -> bool:
        return sorted(self.given) == sorted(self.labels.items())

    def paid(self, action: Message) -> float:
        self.given += self.read(action)
        return float(self.right())

    def oracle(self) -> Message:
        lines = (f"{label}: {', '.join(items)}" for label, items in self.groups().items())
        return {"text": "\n".join(lines)}


class AnyLabel(Sorting):
    """A thing is right if one of its labels is."""

    def right(self) -> bool:
        return set(self.given) >= set(self.labels.items())


class LastLabel(Sorting):
    def right(self) -> bool:
        return dict(self.given) == self.labels


class ByItem(Sorting):
    """A line for each thing, with its labels."""

    def read(self, action: Message) -> list[tuple[str, str]]:
        lines = (line.partition(": ") for line in str(action["text"]).split("\n"))
        return [(item, label.strip()) for item, _, labels in lines for label in labels.split(",")]

    def oracle(self) -> Message:
        return {"text": "\n".join(f"{item}: {label}" for item, label in self.labels.items())}


class ByItemAnyLabel(ByItem, AnyLabel): ...


class Numbered(ByItem):
    """The items are shown as numbered lines, and named by their numbers alone."""

    def show(self) -> Message:
        return {"lines": [f"{item} (weighed): {label}" for item, label in self.labels.items()]}


class NumberedAnyLabel(Numbered, AnyLabel): ...


class Entries(Sorting):
    schema: ClassVar[dict[str, Any]] = small_schema(entries={"type": "array", "items": {}})

    def read(self, action: Message) -> list[tuple[str, str]]:
        return [(entry["item"], entry["label"]) for entry in action["entries"]]

    def oracle(self) -> Message:
        return {"entries": [{"item": i, "label": label} for i, label in self.labels.items()]}


class EntriesAnyLabel(Entries, AnyLabel): ...


class EntriesLastLabel(Entries, LastLabel): ...


class Lists(Sorting):
    schema: ClassVar[dict[str, Any]] = small_schema(
        **{label: {"type": "array", "items": {}} for label in LABELS}
    )

    def read(self, action: Message) -> list[tuple[str, str]]:
        return [(item, label) for label in LABELS for item in action[label]]

    def oracle(self) -> Message:
        return dict(self.groups())


class ListsAnyLabel(Lists, AnyLabel): ...


class Steps(Sorting):
    """One thing a step; `standing` shows the label that a thing has now, and the last step pays."""

    limit = 30

    def show(self) -> Message:
        return {**super().show(), "standing": dict(self.given)}

    def paid(self, action: Message) -> float:
        words = str(action["text"]).split()
        self.over = words == ["close"]
        if self.over:
            return float(self.right())
        self.given += [(words[0], words[1])] if len(words) == 2 else []
        return 0.0

    def right(self) -> bool:
        return dict(self.given) == self.labels

    def oracle(self) -> Message:
        left = [item for item in self.labels if item not in dict(self.given)]
        return {"text": f"{left[0]} {self.labels[left[0]]}" if left else "close"}


class StepsAnyLabel(Steps):
    def right(self) -> bool:
        return set(self.given) >= set(self.labels.items())


class Settled(StepsAnyLabel):
    """A thing is settled by its first right label, which is shown: one may try until it is."""

    def show(self) -> Message:
        settled = {item: own for item, own in self.labels.items() if (item, own) in self.given}
        return {"marks": dict(self.labels), "settled": settled}


class Places(Steps):
    """Each thing has a place of its own; the last one that is put there stays."""

    def begin(self) -> None:
        places = [str(number) for number in range(6)]
        self.rng.shuffle(places)
        self.labels = {f"t{number}": place for number, place in enumerate(places)}
        self.given = []

    def show(self) -> Message:
        return {"marks": dict(self.labels), "there": {place: item for item, place in self.given}}

    def right(self) -> bool:
        return {place: item for item, place in self.given} == {
            place: item for item, place in self.labels.items()
        }


class OneAnswer(Sorting):
    def oracle(self) -> Message:
        return {"text": "t0"}


@pytest.mark.parametrize(
    "env_class",
    [Sorting, LastLabel, ByItem, Numbered, Entries, EntriesLastLabel, Lists, Steps],
)
def test_graders_that_see_a_second_label(env_class: type[Env]) -> None:
    two_labels(small_context(env_class))


@pytest.mark.parametrize(
    "env_class",
    [AnyLabel, ByItemAnyLabel, NumberedAnyLabel, EntriesAnyLabel, ListsAnyLabel, StepsAnyLabel],
)
def test_graders_that_take_any_of_two_labels_are_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="a second, wrong label for two items"):
        two_labels(small_context(env_class))


@pytest.mark.parametrize("env_class", [OneAnswer, Settled, Places])
def test_without_labels_that_stand_there_is_no_second_one(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no solution gives each of several items a label"):
        two_labels(small_context(env_class))
