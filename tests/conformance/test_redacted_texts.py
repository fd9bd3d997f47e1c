"""Notes that are shown again must not betray the answer by what is left out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.redacted_texts import redacted_texts
from tests.conformance.small_environment import Env, Message, small_context, small_schema

WORDS = ["amber", "beryl", "cobalt", "diorite", "epidote", "fluorite", "garnet", "halite", "iolite"]
TEXT = {"type": "string"}


class Bench(Env):
    """Name a mineral; notes are shown at the next turn, without the `blanked` words."""

    schema: ClassVar[dict[str, Any]] = small_schema(name=TEXT, notes=TEXT)

    def begin(self) -> None:
        self.mineral = WORDS[self.rng.randrange(len(WORDS))]
        self.notes = ""

    def blanked(self) -> list[str]:
        return []

    def show(self) -> Message:
        return {"notes": self.notes}

    def paid(self, action: Message) -> float:
        self.notes = action.get("notes", "")
        for word in self.blanked():
            self.notes = self.notes.replace(word, "____")
        self.over = action["name"] == self.mineral
        return float(self.over)

    def oracle(self) -> Message:
        return {"name": self.mineral}


class AllBlanked(Bench):
    def blanked(self) -> list[str]:
        return WORDS


class AnswerBlanked(Bench):
    def blanked(self) -> list[str]:
        return [self.mineral]


class NotesFail(AnswerBlanked):
    """Notes with the answer are an error."""

    def paid(self, action: Message) -> float:
        if self.mineral in action.get("notes", ""):
            raise ValueError("no")
        return super().paid(action)


def context_of(env_class: type[Env]) -> Any:
    context = small_context(env_class)
    for solution in context.survey.solutions:
        solution.secrets = [solution.actions[-1]["name"]]
    proof: Any = context.subject.proof
    proof.secrets = lambda env: [env.mineral]
    assert isinstance(proof, SimpleNamespace)
    return context


def test_notes_without_the_answer_betray_it() -> None:
    with pytest.raises(PropertyViolated, match="finds the answer by what is missing") as raised:
        redacted_texts(context_of(AnswerBlanked))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [Bench, NotesFail])
def test_notes_that_come_back_whole_are_sound(env_class: type[Env]) -> None:
    redacted_texts(context_of(env_class))


def test_nothing_is_claimed_where_no_word_comes_back() -> None:
    with pytest.raises(NotApplicable, match="is shown again"):
        redacted_texts(context_of(AllBlanked))
