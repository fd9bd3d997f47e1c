"""The right option must not be the one that the others are made from."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.central_options import central_options
from tests.conformance.small_environment import Env, Message, small_context, small_schema

PARTS = {"mg": [100, 250, 500], "hours": [6, 8, 12], "days": [3, 5, 7, 10]}
LETTERS = "ABCD"


class Drafts(Env):
    """Choose one of four drafts; each wrong one has another value in one part of the right one."""

    schema: ClassVar[dict[str, Any]] = small_schema(draft={"enum": [*LETTERS]})
    limit = 1
    text = "Which draft fits the chart?"
    is_sound = False

    def begin(self) -> None:
        draft = {part: self.rng.choice(values) for part, values in PARTS.items()}
        self.drafts = [draft, *(self.other(draft, part) for part in PARTS)]
        if self.is_sound:
            both = {**self.drafts[1], "hours": self.drafts[2]["hours"]}
            self.drafts[3] = both
        self.right = draft if not self.is_sound else self.rng.choice(self.drafts)
        self.rng.shuffle(self.drafts)

    def other(self, draft: Message, part: str) -> Message:
        values = [value for value in PARTS[part] if value != draft[part]]
        return {**draft, part: self.rng.choice(values)}

    def show(self) -> Message:
        return {"text": self.text, "drafts": dict(zip(LETTERS, self.drafts, strict=True))}

    def paid(self, action: Message) -> float:
        return float(action == self.oracle())

    def oracle(self) -> Message:
        return {"draft": LETTERS[self.drafts.index(self.right)]}


class SoundDrafts(Drafts):
    is_sound = True


class AnyDraft(Drafts):
    """Every draft is right."""

    def paid(self, action: Message) -> float:
        return 1.0


class Majority(Drafts):
    text = "Which draft is the consensus of the four?"


class ByPlace(Drafts):
    """The drafts are numbered."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        draft={"type": "integer", "minimum": 1, "maximum": 4}
    )

    def show(self) -> Message:
        return {"drafts": list(self.drafts)}

    def oracle(self) -> Message:
        return {"draft": self.drafts.index(self.right) + 1}


class InText(Drafts):
    """The drafts stand in lines of a text."""

    def show(self) -> Message:
        lines = [
            f"{letter}) {' '.join(f'{part} {value}' for part, value in draft.items())}"
            for letter, draft in zip(LETTERS, self.drafts, strict=True)
        ]
        return {"text": "\n".join(["Which one?", *lines])}


class Crontab(ByPlace):
    """Lines that consist of fields between blanks, few of which are words; six are chosen."""

    limit = 6

    def show(self) -> Message:
        marks = {part: dict(zip(PARTS[part], "*-/+", strict=False)) for part in PARTS}
        return {"lines": [" ".join(marks[p][d[p]] for p in PARTS) for d in self.drafts]}

    def paid(self, action: Message) -> float:
        self.over = self.count >= self.limit
        reward = float(action == self.oracle()) / self.limit
        if not self.over:
            self.begin()
        return reward


@pytest.mark.parametrize("env_class", [Drafts, ByPlace, InText, Crontab])
def test_the_draft_that_the_others_are_made_from_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"the right draft on (\d+) of \1 fresh") as raised:
        central_options(small_context(env_class))
    assert raised.value.episode is not None


def test_parts_in_combination_are_sound() -> None:
    with pytest.raises(NotApplicable, match="no options are shown"):
        central_options(small_context(SoundDrafts))


def test_nothing_is_claimed_where_every_option_is_right_or_their_majority_is_asked_for() -> None:
    central_options(small_context(AnyDraft))
    with pytest.raises(NotApplicable, match="may have a meaning"):
        central_options(small_context(Majority))


class Desk(Env):
    """Drop what is there twice, then move the entry that overlaps another one."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["drop", "move"]}, id={})
    has_doubles = True

    def begin(self) -> None:
        names = [f"e{number}" for number in range(6)]
        self.rng.shuffle(names)
        hours = self.rng.sample(range(9, 17), 4)
        self.entries = {
            name: {"hour": hour, "title": f"t{hour}", "room": "a"}
            for name, hour in zip(names, hours, strict=False)
        }
        self.clash, self.double = names[4], names[5]
        self.entries[self.clash] = {"hour": hours[0], "title": "t1", "room": "a"}
        if self.has_doubles:
            self.entries[self.double] = dict(self.entries[names[1]])

    def show(self) -> Message:
        return {"entries": [{"id": name, **entry} for name, entry in self.entries.items()]}

    def paid(self, action: Message) -> float:
        if action["do"] == "drop":
            self.entries.pop(action["id"], None)
            return 0.0
        self.over = True
        return float(action["id"] == self.clash and self.double not in self.entries)

    def oracle(self) -> Message:
        if self.double in self.entries:
            return {"do": "drop", "id": self.double}
        return {"do": "move", "id": self.clash}


def test_entries_that_steps_remove_or_that_are_the_same_are_no_options() -> None:
    with pytest.raises(NotApplicable, match="no options are shown"):
        central_options(small_context(Desk))
