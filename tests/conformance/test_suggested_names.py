"""Suggestions for misspelt names that tell the answer are reported."""

from __future__ import annotations

import difflib
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.suggested_names import suggested_names
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_FIELDS = ("passport", "birth", "issue", "expiry", "plate")


class Form(Env):
    """Two of five fields are wrong; they are flagged, and the form is handed in."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"type": "string"})
    suggests = True

    def begin(self) -> None:
        self.wrong = self.rng.sample(_FIELDS, 2)
        self.flagged: list[str] = []
        self.note = ""

    def known(self) -> list[str]:
        return list(_FIELDS)

    def show(self) -> Message:
        form = {field: "?" if field in self.wrong else "ok" for field in _FIELDS}
        return {"form": form, "note": self.note}

    def paid(self, action: Message) -> float:
        verb, _, name = action["command"].partition(" ")
        self.note = ""
        if verb == "submit":
            self.over = True
            return float(sorted(self.flagged) == sorted(self.wrong))
        if name not in _FIELDS:
            nearest = difflib.get_close_matches(name, self.known(), n=1, cutoff=0.0)[0]
            self.note = f"no such field; did you mean {nearest}?" if self.suggests else "no"
        elif verb == "flag":
            self.flagged.append(name)
        return 0.0

    def oracle(self) -> Message:
        left = [field for field in self.wrong if field not in self.flagged]
        return {"command": f"flag {left[0]}" if left else "submit"}


class OnlyWrongOnes(Form):
    def known(self) -> list[str]:
        return list(self.wrong)


class Silent(OnlyWrongOnes):
    suggests = False


def test_suggestions_from_the_answer_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="only names of the answer are suggested"):
        suggested_names(small_context(OnlyWrongOnes))


def test_suggestions_from_all_names_are_not() -> None:
    suggested_names(small_context(Form))


def test_without_suggestions_nothing_is_compared() -> None:
    with pytest.raises(NotApplicable, match="suggests another one"):
        suggested_names(small_context(Silent))


class Plans(OnlyWrongOnes):
    """The command is the last line of a plan, whose faults are told by name."""

    def paid(self, action: Message) -> float:
        return super().paid({"command": action["command"].rpartition("\n")[2]})

    def oracle(self) -> Message:
        return {"command": f"check plate\n{super().oracle()['command']}"}


def test_the_last_word_of_a_plan_is_no_name_of_a_command() -> None:
    with pytest.raises(NotApplicable):
        suggested_names(small_context(Plans))
