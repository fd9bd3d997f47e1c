"""Keys of commands that the metadata hold."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.hidden_commands import require_no_key
from tests.conformance.small_environment import Env, Message, small_context


class Console(Env):
    """`unlock KEY` and `commit`: the key of the operators stands in the metadata."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "properties": {
            "command": {"type": "string", "description": "`unlock KEY`, `read NAME` or `commit`"}
        },
        "required": ["command"],
    }
    shown = "key"

    def begin(self) -> None:
        self.key = f"{self.rng.getrandbits(40):010x}"
        self.serial = f"S{self.rng.getrandbits(30)}"
        self.is_open = False

    def show(self) -> Message:
        held = {"key": self.key, "serial": self.serial}
        return {"text": "ready", "metadata": {"name": held[self.shown]}}

    def paid(self, action: Message) -> float:
        words = action["command"].split()
        self.is_open |= words == ["unlock", self.key]
        self.over = words == ["commit"]
        return float(self.over and self.is_open)

    def oracle(self) -> Message:
        return {"command": "commit" if self.is_open else f"unlock {self.key}"}

    def step(self, action: Message) -> Message:
        return {**super().step(action), "text": "open" if self.is_open else "shut"}


class SoundConsole(Console):
    shown = "serial"


def test_a_key_of_a_command_that_the_metadata_hold_is_tried_with_each_verb() -> None:
    require_no_key(small_context(SoundConsole))
    with pytest.raises(PropertyViolated, match=r"`unlock KEY` with metadata\.name earns 1"):
        require_no_key(small_context(Console))
