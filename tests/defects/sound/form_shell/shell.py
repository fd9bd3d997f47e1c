"""The language of the shell."""

from __future__ import annotations

from dataclasses import dataclass

VERBS = ("set", "clear", "show", "submit")


@dataclass(frozen=True)
class Command:
    """A command: its verb, and the field and the value if it has them."""

    verb: str
    field: str = ""
    value: str = ""


class ShellError(ValueError):
    """A line that the shell does not understand."""


def read(text: str, fields: tuple[str, ...]) -> list[Command]:
    """Read what was typed; blank lines around it do not count.

    Raises:
        ShellError: it is not a command.
    """
    commands = [_command(line.strip(), fields) for line in text.splitlines() if line.strip()]
    if len(commands) != 1:
        raise ShellError("type one command")
    return commands


def _command(line: str, fields: tuple[str, ...]) -> Command:
    verb, _, rest = line.partition(" ")
    if verb not in VERBS:
        raise ShellError(f"unknown command; there are {', '.join(VERBS)}")
    if verb in ("show", "submit"):
        if rest:
            raise ShellError(f"{verb} takes no argument")
        return Command(verb)
    field, _, value = rest.strip().partition(" ")
    if field not in fields:
        raise ShellError("no such field")
    if (verb == "set") != bool(value.strip()):
        raise ShellError("set takes a field and a value, clear takes a field")
    return Command(verb, field, value.strip())
