"""Where exactly one command is asked for, words around it make it none."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.exact_commands import exact_commands
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Shell(Env):
    """Set three keys to what is asked for."""

    schema: ClassVar[dict[str, Any]] = small_schema(line={"type": "string"})
    told = "A line is exactly one command: `set KEY VALUE`."
    searches = False
    several = False

    def begin(self) -> None:
        self.wanted = {key: str(self.rng.randrange(99)) for key in "abc"}
        self.held: dict[str, str] = {}

    def show(self) -> Message:
        return {"rules": self.told, "wanted": dict(self.wanted), "held": dict(self.held)}

    def paid(self, action: Message) -> float:
        found = re.findall(r"set (\w) (\d+)", action["line"])
        is_exact = re.fullmatch(
            r"(set \w \d+ ?)+" if self.several else r"set \w \d+", action["line"]
        )
        if is_exact or self.searches:
            self.held |= dict(found)
        self.over = self.held == self.wanted
        return float(self.over)

    def oracle(self) -> Message:
        key = next(key for key in self.wanted if key not in self.held)
        return {"line": f"set {key} {self.wanted[key]}"}


class Searching(Shell):
    searches = True


class Several(Shell):
    several = True


class Lenient(Searching):
    told = "One command per line; other words are ignored."


class Untold(Searching):
    told = "Set the keys."


def test_commands_inside_of_other_text_are_reported() -> None:
    exact_commands(small_context(Shell))
    with pytest.raises(PropertyViolated, match="each command inside of a sentence is paid"):
        exact_commands(small_context(Searching))
    with pytest.raises(PropertyViolated, match="the first two commands in one is paid"):
        exact_commands(small_context(Several))


@pytest.mark.parametrize("env_class", [Lenient, Untold])
def test_without_such_a_rule_words_may_be_ignored(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        exact_commands(small_context(env_class))
