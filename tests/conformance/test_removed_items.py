"""A solution that removes what it should handle is not paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.removed_items import removed_items
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Shell(Env):
    """Files are moved into folders; one is scratch and is removed."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"type": "string"})
    limit = 20
    rules = "Commands: `mv FILE FOLDER`, `rm FILE`, `done`."

    def begin(self) -> None:
        self.files = {f"{kind}{self.rng.randrange(100)}.txt": "" for kind in ("in", "out", "tmp")}
        self.documents = [name for name in self.files if not name.startswith("tmp")]

    def show(self) -> Message:
        return {"rules": self.rules, "files": sorted(self.files)}

    def share(self) -> float:
        return sum(map(self.is_right, self.documents)) / len(self.documents)

    def is_right(self, name: str) -> bool:
        return name.startswith(self.files.get(name) or "?")

    def paid(self, action: Message) -> float:
        words = action["command"].split()
        if words[:1] == ["mv"] and len(words) == 3 and words[1] in self.files:
            self.files[words[1]] = words[2]
        if words[:1] == ["rm"] and len(words) == 2:
            self.files.pop(words[1], None)
        self.over = words == ["done"]
        left = any(name.startswith("tmp") for name in self.files)
        return float(self.over and not left and self.share() == 1)

    def oracle(self) -> Message:
        for name, folder in self.files.items():
            if name.startswith("tmp"):
                return {"command": f"rm {name}"}
            if not folder:
                return {"command": f"mv {name} {'in' if name.startswith('in') else 'out'}"}
        return {"command": "done"}


class ShareOfWhatIsLeft(Shell):
    def share(self) -> float:
        return sum(map(self.is_right, self.files)) / max(1, len(self.files))


class NothingIsWrong(Shell):
    """All files that are left are right, also where none is."""

    def share(self) -> float:
        return float(all(map(self.is_right, self.files)))


class Choices(ShareOfWhatIsLeft):
    """The same with a choice in the place of the command."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["move", "delete", "done"]}, file={"type": "string"}, to={"type": "string"}
    )

    def paid(self, action: Message) -> float:
        verb = {"move": "mv", "delete": "rm", "done": "done"}[action["do"]]
        to = action.get("to", "") if verb == "mv" else ""
        return super().paid({"command": f"{verb} {action.get('file', '')} {to}".strip()})

    def oracle(self) -> Message:
        words = super().oracle()["command"].split()
        verb = {"mv": "move", "rm": "delete", "done": "done"}[words[0]]
        return dict(zip(("do", "file", "to"), [verb, *words[1:]], strict=False))


class NoRemoval(Shell):
    rules = "Commands: `mv FILE FOLDER`, `done`."

    def begin(self) -> None:
        super().begin()
        self.files = dict.fromkeys(self.documents, "")


@pytest.mark.parametrize("env_class", [ShareOfWhatIsLeft, NothingIsWrong, Choices])
def test_removed_items_that_are_paid_are_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="what it should handle is paid in full"):
        removed_items(small_context(env_class))


def test_removed_items_that_are_missed_are_not() -> None:
    removed_items(small_context(Shell))


def test_without_a_removing_action_nothing_is_tried() -> None:
    with pytest.raises(NotApplicable, match="another action removes"):
        removed_items(small_context(NoRemoval))
