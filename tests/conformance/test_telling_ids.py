"""An id beside the question must not go with the answer one to one."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.telling_ids import telling_ids
from tests.conformance.small_environment import Env, Message, small_context, small_schema

LIGHTS = tuple(f"light {letter}" for letter in "abcdefghijklmnopqrst")


class Watch(Env):
    """Name the light from its flashes, which are counted from any second on."""

    schema: ClassVar[dict[str, Any]] = small_schema(name={"type": "string"})
    limit = 1

    def begin(self) -> None:
        self.light = self.rng.randrange(len(LIGHTS))
        self.phase = self.rng.randrange(10**6)
        self.record = self.filed()

    def filed(self) -> str:
        return f"R{self.rng.randrange(10**4)}"

    def show(self) -> Message:
        return {"record_id": self.record, "flashes": [self.phase, self.phase + self.light]}

    def paid(self, action: Message) -> float:
        return float(action["name"] == LIGHTS[self.light])

    def oracle(self) -> Message:
        return {"name": LIGHTS[self.light]}


class FiledByLight(Watch):
    def filed(self) -> str:
        return f"R{self.light * 911 + 100}"


class InMetadata(FiledByLight):
    def show(self) -> Message:
        return {"flashes": super().show()["flashes"], "metadata": {"record_id": self.record}}


class FiledByTask(FiledByLight):
    """The record is the task: nothing else is shown."""

    def show(self) -> Message:
        return {"record_id": self.record}


class NamedCoast(FiledByLight):
    """The record is that of a coast whose name is shown, and each coast has one light."""

    def show(self) -> Message:
        return {**super().show(), "coast": f"coast {LIGHTS[self.light][-1]}"}


class AskedForCode(FiledByLight):
    """The code is what is asked for."""

    def show(self) -> Message:
        shown = super().show()
        return {
            "code": shown["record_id"],
            "phase": self.phase,
            "task": "Which light has the code?",
        }


class SentBack(FiledByLight):
    """The record is looked up: the solution sends it."""

    limit = 2

    def begin(self) -> None:
        super().begin()
        self.looked = False

    def paid(self, action: Message) -> float:
        before, self.looked = self.looked, True
        self.over = before
        return float(before and action["name"] == LIGHTS[self.light])

    def oracle(self) -> Message:
        return {"name": LIGHTS[self.light]} if self.looked else {"name": "", "look": self.record}


class Unnumbered(Watch):
    def show(self) -> Message:
        return {"flashes": super().show()["flashes"]}


@pytest.mark.parametrize(
    ("env", "path"), [(FiledByLight, "record_id"), (InMetadata, "metadata.record_id")]
)
def test_an_id_made_from_the_answer_is_reported(env: type[Env], path: str) -> None:
    with pytest.raises(PropertyViolated, match=f"{path} is the same whenever the right 'name' is"):
        telling_ids(small_context(env))


@pytest.mark.parametrize("env", [Watch, FiledByTask, NamedCoast, AskedForCode])
def test_ids_drawn_at_random_and_names_of_what_is_asked_pass(env: type[Env]) -> None:
    telling_ids(small_context(env))


def test_an_id_that_the_solution_sends_is_part_of_the_task() -> None:
    SentBack.schema = small_schema(
        name={"type": "string", "default": ""}, look={"type": "string", "default": ""}
    )
    telling_ids(small_context(SentBack))


def test_without_an_id_nothing_is_compared() -> None:
    with pytest.raises(NotApplicable, match="no id is shown"):
        telling_ids(small_context(Unnumbered))
