"""A value with a line break must not do the work of another action."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.injected_lines import injected_lines
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = ("host", "port", "user")


class Settings(Env):
    """Three settings are wanted in a file that is kept as lines."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"type": "string"})

    def begin(self) -> None:
        self.wanted = {name: str(self.rng.randrange(100)) for name in NAMES}
        self.file = ""

    def show(self) -> Message:
        return {"wanted": dict(self.wanted)}

    def command(self, action: Message) -> list[str]:
        return str(action["command"]).split(None, 2)

    def kept(self, value: str) -> str:
        return value.replace("\n", " ")

    def values(self) -> dict[str, str]:
        pairs = (line.split(" = ", 1) for line in self.file.split("\n") if " = " in line)
        return dict(pairs)  # type: ignore[arg-type]

    def paid(self, action: Message) -> float:
        match self.command(action):
            case ["set", name, value] if name in NAMES:
                self.file += f"{name} = {self.kept(value)}\n"
            case ["commit"]:
                self.over = True
                return float(self.values() == self.wanted)
        return 0.0

    def oracle(self) -> Message:
        values = self.values()
        missing = next((name for name in NAMES if name not in values), "")
        return {"command": f"set {missing} {self.wanted[missing]}" if missing else "commit"}


class LineBreaks(Settings):
    def kept(self, value: str) -> str:
        return value


class FieldsOfTheirOwn(LineBreaks):
    """The name and the value stand in fields of their own."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        op={"type": "string"}, name={"type": "string"}, value={"type": "string"}
    )

    def command(self, action: Message) -> list[str]:
        parts = [action["op"], action.get("name"), action.get("value")]
        return [part for part in parts if part]

    def oracle(self) -> Message:
        command = super().oracle()["command"].split()
        return dict(zip(("op", "name", "value"), command, strict=False))


class Script(Settings):
    """Several lines are several commands, and each of them is one alone too."""

    def paid(self, action: Message) -> float:
        lines = str(action["command"]).split("\n")
        return sum(
            super(Script, self).paid({"command": line.replace("=", " ").replace(":", " ")})
            for line in lines
        )

    def command(self, action: Message) -> list[str]:
        words = super().command(action)
        return ["set", *words] if words and words[0] in NAMES else words


class OneCommand(Settings):
    def begin(self) -> None:
        super().begin()
        self.file = "".join(f"{name} = {self.wanted[name]}\n" for name in NAMES)


def test_a_line_behind_a_value_is_reported() -> None:
    injected_lines(small_context(Settings))
    for env_class in (LineBreaks, FieldsOfTheirOwn):
        with pytest.raises(PropertyViolated, match=r'another action: ".*\\n(host|port|user) = \d+'):
            injected_lines(small_context(env_class))


def test_a_script_of_several_commands_is_none() -> None:
    injected_lines(small_context(Script))


def test_a_solution_of_one_command_has_no_two_values() -> None:
    with pytest.raises(NotApplicable, match="no solution needs two actions"):
        injected_lines(small_context(OneCommand))
