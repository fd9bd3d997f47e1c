"""Task sets whose answers are judged on the server, so that expected results never leave it."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from hallmark_rl.sandbox.api.sandbox_like import SandboxLike


class UnknownTask(LookupError):
    """There is no such task set, or no such task in it; the message says which."""


@dataclass(frozen=True)
class Submission:
    """A judged answer.

    Attributes:
        accepted: whether the answer is right.
        code: the program that was taken from it.
        feedback: what the author of the answer may know; it tells no expected result.
    """

    accepted: bool
    code: str
    feedback: str


class ServedTasks(Protocol):
    """A task set. Its methods are called from several threads."""

    def ids(self) -> Sequence[str]:
        """The names of all tasks."""
        ...

    def prompt(self, task: str) -> str:
        """What a model is asked; raises `UnknownTask`."""
        ...

    def submit(self, task: str, completion: str, sandbox: SandboxLike) -> Submission:
        """Judge an answer, with all programs in `sandbox`; raises `UnknownTask`."""
        ...


class TaskSets:
    """Task sets by name, each imported when it is first used.

    `places` maps a name to `module:attribute`.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)

    def names(self) -> list[str]:
        """The names of all task sets."""
        return sorted(self._places)

    def get(self, name: str) -> ServedTasks:
        """The task set; raises `UnknownTask` if there is none, or its packages are missing."""
        module, _, attribute = self._places.get(name, "").partition(":")
        if not module:
            raise UnknownTask(f"There is no task set {name!r:.80}; there are {self.names()}.")
        try:
            return cast(ServedTasks, getattr(importlib.import_module(module), attribute))
        except ImportError as error:
            raise UnknownTask(f"The task set {name!r} cannot be loaded: {error}.") from error
