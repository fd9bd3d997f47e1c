"""Numbers of commands that are shown late in an episode."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.late_values import require_no_late_values
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TEXT = {"type": "string"}

TEXT = {"type": "string"}


class Dials(Env):
    """Set a dial to a value that details show from the fourth step on, unless `is_sound`."""

    schema: ClassVar[dict[str, Any]] = small_schema(command=TEXT)
    limit = 9
    is_sound = False

    def begin(self) -> None:
        self.right, self.value = self.rng.randint(20, 900), 0

    def show(self) -> Message:
        late = self.count >= 4
        details = {"dial": {"value": self.value, "right": 0 if self.is_sound else self.right}}
        return {"text": "set the dial", "metadata": {"details": details if late else {}}}

    def paid(self, action: Message) -> float:
        words = action["command"].split()
        if words[:1] == ["set"] and words[-1].isdigit():
            self.value = int(words[-1])
        self.over = words == ["commit"]
        return float(self.over and self.value == self.right)

    def oracle(self) -> Message:
        return {"command": "commit" if self.value == self.right else f"set dial {self.right}"}


class SoundDials(Dials):
    is_sound = True


def test_numbers_of_commands_are_looked_for_late_in_an_episode() -> None:
    def read(driver: Any, response: Any) -> Any:
        return (response.data or {}).get("metadata")

    require_no_late_values(small_context(SoundDials), read, "the metadata")
    with pytest.raises(PropertyViolated, match=r"details\.dial\.right holds after 7 idle steps"):
        require_no_late_values(small_context(Dials), read, "the metadata")
