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
    separator = ""
    """What the commands of one text may be joined by."""

    def begin(self) -> None:
        self.wanted = {key: str(self.rng.randrange(99)) for key in "abc"}
        self.held: dict[str, str] = {}

    def show(self) -> Message:
        return {"rules": self.told, "wanted": dict(self.wanted), "held": dict(self.held)}

    def paid(self, action: Message) -> float:
        found = re.findall(r"set (\w) (\d+)", action["line"])
        if self.separator and self.separator in action["line"]:
            for line in action["line"].split(self.separator):
                found = re.findall(r"set (\w) (\d+)", line)
                self.held |= dict(found)
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


class Joined(Shell):
    told = "You type one command per turn."
    separator = "\n"


class LinesOfCommands(Joined):
    """Each line is a command, and nothing is said about how many lines a text has."""

    told = "Write exactly one command per line."


class AllowsSeveral(Joined):
    told = "One command per turn is usual. Several commands in one text are separated by a line."


class ForbidsSeveral(Joined):
    told = "One command per turn. Several commands in one text are not carried out."


class FirstLineOnly(Shell):
    """The first line is read, and what is not needed is sent too: joined, it does no more."""

    told = "Type one command per turn."

    def paid(self, action: Message) -> float:
        return super().paid({"line": action["line"].split("\n")[0]})

    def oracle(self) -> Message:
        if self.count == 1:
            return {"line": "look"}
        return super().oracle()


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


@pytest.mark.parametrize("separator", ["\n", ";", "&&"])
def test_commands_that_are_joined_are_reported(separator: str) -> None:
    joined = type("JoinedBy", (Joined,), {"separator": separator})
    with pytest.raises(PropertyViolated, match=r"the text of all commands, joined by .*is paid"):
        exact_commands(small_context(joined))


def test_a_text_that_forbids_several_commands_allows_none() -> None:
    with pytest.raises(PropertyViolated, match="joined by a line break"):
        exact_commands(small_context(ForbidsSeveral))


@pytest.mark.parametrize(
    "told",
    ["Each turn is a single command.", "One move per turn.", "Every step: one command."],
)
def test_other_words_for_one_command_each_turn_are_understood(told: str) -> None:
    with pytest.raises(PropertyViolated, match="joined by a line break"):
        exact_commands(small_context(type("Told", (Joined,), {"told": told})))


def test_several_commands_that_a_text_allows_are_sound() -> None:
    exact_commands(small_context(LinesOfCommands))
    with pytest.raises(NotApplicable, match="no text says"):
        exact_commands(small_context(AllowsSeveral))


def test_a_command_that_is_not_needed_may_be_left_unread() -> None:
    exact_commands(small_context(FirstLineOnly))


def test_a_rule_about_turns_says_nothing_of_the_words_around_a_command() -> None:
    moves = type("Moves", (Searching,), {"told": "One move per turn.", "paid": _one_found})
    exact_commands(small_context(moves))


def _one_found(self: Searching, action: Message) -> float:
    found = re.findall(r"set (\w) (\d+)", action["line"])
    self.held |= dict(found[:1])
    self.over = self.held == self.wanted
    return float(self.over)
