"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .config_file import DEFAULTS
from .models import CommandAction, ConfigObservation

Policy = Callable[[Any, ConfigObservation], CommandAction]

declared = {
    "max_steps": 12,
    "success_reward": 0.7,
    "deterministic": True,
    "concurrent_sessions": True,
    "levels": (1, 2, 3),
}


def oracle(env: Any, seen: ConfigObservation) -> CommandAction:
    """One command for each sentence of the request, then commit."""
    if seen.commands == len(seen.request):
        return CommandAction(command="commit")
    key, _, value = seen.request[seen.commands].partition(" must be ")
    if value == "removed":
        return CommandAction(command=f"unset {key}")
    return CommandAction(command=f"set {key} {value}")


def null(env: Any, seen: ConfigObservation) -> CommandAction:
    """Commit without a change."""
    return CommandAction(command="commit")


def actions() -> st.SearchStrategy[CommandAction]:
    """Commands, right and wrong ones."""
    keys = st.sampled_from(sorted(DEFAULTS))
    values = st.sampled_from(sorted({value for group in DEFAULTS.values() for value in group}))
    change = st.builds(lambda key, value: f"set {key} {value}", keys, values)
    other = st.sampled_from(["show log", "show licence", "commit", "exit", "set log.level"])
    commands = st.one_of(change, change, keys.map(lambda key: f"unset {key}"), other, st.text())
    return commands.map(lambda command: CommandAction(command=command[:500]))


def invalid() -> list[CommandAction]:
    """Commands that are refused."""
    texts = ("", "set", "rm -rf /", "set licence.seats 1000", "unset a.b; commit", "show")
    return [CommandAction(command=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Nothing: the request says what is wanted, and `show` shows the file."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not carry out the request."""
    yield "look-around", lambda env, seen: CommandAction(command="show server")
    yield "joined", _joined
    yield "claims", lambda env, seen: CommandAction(command="commit", metadata={"good": True})


def _joined(env: Any, seen: ConfigObservation) -> CommandAction:
    """All changes in one command, joined by semicolons."""
    if seen.commands:
        return CommandAction(command="commit")
    changes = [sentence.replace(" must be ", " ") for sentence in seen.request]
    return CommandAction(command="; ".join(f"set {change}" for change in changes))
