"""An answer that ends the episode, right or wrong, must end it."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.final_answers import final_answers
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TOWNS = ("Arden", "Bury", "Colne", "Denby", "Eyam", "Flint", "Goole", "Hythe")


class Town(Env):
    """Name the town that a letter comes from, after looking at the stamp or not."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"type": "string"})
    told = "`answer: TOWN` names the town and ends the episode."
    ends_when_wrong = True
    refuses = False

    def begin(self) -> None:
        self.town = self.rng.choice(TOWNS)
        self.reply = ""

    def show(self) -> Message:
        return {"rules": self.told, "stamp": self.town[::-1], "reply": self.reply}

    def paid(self, action: Message) -> float:
        verb, _, name = action["command"].partition(": ")
        right = verb == "answer" and name == self.town
        if verb == "answer":
            self.reply = "right" if right else "wrong"
            self.over = right or self.ends_when_wrong
        if self.refuses and verb == "answer" and not right:
            self.reply, self.over = f"error: there is no town {name}", False
        return float(right)

    def oracle(self) -> Message:
        return {"command": f"answer: {self.town}" if self.count else "look"}


class GoesOn(Town):
    ends_when_wrong = False


class Refused(GoesOn):
    """What is no answer at all may be followed by one."""

    refuses = True


class Suspects(GoesOn):
    """Only the shown ones are there; another name costs a step, and is not called wrong."""

    def show(self) -> Message:
        return {
            **super().show(),
            "reply": f"You said {self.count} things.",
            "suspects": self.there(),
        }

    def there(self) -> list[str]:
        return [self.town]


class AllThere(Suspects):
    def there(self) -> list[str]:
        return list(TOWNS)


@pytest.mark.parametrize(
    "told",
    [
        "`answer: TOWN` names the town and ends the episode.",
        "There is one answer, and it ends the episode.",
        "Right or wrong, it closes the case.",
        "You have only one guess.",
        "A reply finishes the game, whether it is right or not.",
    ],
)
def test_a_wrong_answer_after_which_the_right_one_is_paid_is_reported(
    told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Town, "told", told)
    with pytest.raises(
        PropertyViolated, match="after a wrong answer the episode goes on"
    ) as raised:
        final_answers(small_context(GoesOn))
    assert raised.value.episode is not None
    final_answers(small_context(Town))


@pytest.mark.parametrize(
    "told",
    [
        "`answer: TOWN` names the town; the right town ends the episode.",
        "The first answer that is right ends the episode.",
        "An answer ends the episode if it is right.",
        "There is only one answer to each question.",
        "`quit` ends the episode.",
        "The third wrong answer ends the episode.",
    ],
)
def test_other_sentences_promise_nothing(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Town, "told", told)
    with pytest.raises(NotApplicable, match="no text says"):
        final_answers(small_context(GoesOn))


class Island(Env):
    """Say of three people whether they are knights; names differ from task to task."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        command={"type": "string"}, text={"type": "string"}
    )
    ends_when_wrong = True

    def begin(self) -> None:
        self.names = self.rng.sample([f"Ada{number}" for number in range(50)], 3)
        self.kinds = [self.rng.choice(["knight", "knave"]) for _ in self.names]

    def show(self) -> Message:
        return {
            "rules": "There is one verdict: it ends the episode, right or wrong.",
            "people": [f"{name}: {kind[::-1]}" for name, kind in self.people()],
        }

    def people(self) -> list[tuple[str, str]]:
        return list(zip(self.names, self.kinds, strict=True))

    def paid(self, action: Message) -> float:
        said = dict(part.split(": ") for part in action["text"].split(", ") if ": " in part)
        if said.keys() != set(self.names) or not {*said.values()} <= {"knight", "knave"}:
            return 0.0
        right = said == dict(self.people())
        self.over = right or self.ends_when_wrong
        return float(right)

    def oracle(self) -> Message:
        text = ", ".join(f"{name}: {kind}" for name, kind in self.people())
        return {"command": "answer", "text": text}


class IslandGoesOn(Island):
    ends_when_wrong = False


def test_one_word_of_an_answer_is_exchanged_where_names_differ() -> None:
    final_answers(small_context(Island))
    with pytest.raises(PropertyViolated, match="after a wrong answer the episode goes on"):
        final_answers(small_context(IslandGoesOn))


def test_a_refused_text_is_no_answer() -> None:
    with pytest.raises(NotApplicable, match="taken for a wrong answer"):
        final_answers(small_context(Refused))


def test_names_that_an_episode_does_not_show_may_mean_nothing_there() -> None:
    with pytest.raises(NotApplicable, match="taken for a wrong answer"):
        final_answers(small_context(Suspects))
    with pytest.raises(PropertyViolated, match="after a wrong answer the episode goes on"):
        final_answers(small_context(AllThere))
