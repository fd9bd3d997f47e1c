"""Find the task of a saved episode: by its number, its id, or its prompt."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from hallmark_rl.conformance.scorers.reference_answers import prompt_of
from hallmark_rl.conformance.scorers.scorer_declarations import ScorerDeclarations
from hallmark_rl.conformance.scorers.scorer_tasks import Task
from hallmark_rl.conformance.traces.trace_formats import TraceEpisode

_IDS = ("id", "task_id", "example_id", "idx", "index", "uid")
_SHORTEST = 12
"""Characters of a prompt that is looked for inside a longer one, such as a chat template's."""


class TaskIndex:
    """The tasks of a scorer, to be found for an episode.

    Args:
        tasks: the tasks; empty if each record holds its own.
        declared: which field of a task is its prompt.
    """

    def __init__(self, tasks: Sequence[Task], declared: ScorerDeclarations) -> None:
        self.tasks, self._declared = tasks, declared
        self._by_prompt: dict[str, int] = {}
        self._by_id: dict[tuple[str, str], int] = {}
        self._doubtful = {""}
        for number, task in enumerate(tasks):
            prompt = _plain(prompt_of(task, declared))
            if self._by_prompt.setdefault(prompt, number) != number:
                self._doubtful.add(prompt)
            for name in _IDS:
                if isinstance(task.get(name), str | int):
                    self._by_id.setdefault((name, str(task[name])), number)
        for prompt in self._doubtful:
            self._by_prompt.pop(prompt, None)
        self._inside = functools.lru_cache(4096)(self._longest_inside)

    def find(self, episode: TraceEpisode) -> int | None:
        """The number of the task of an episode; None if none, or more than one, fits.

        A prompt counts more than an id, because a run may number its examples anew.
        """
        prompt = _plain(episode.prompt)
        if prompt in self._by_prompt:
            return self._by_prompt[prompt]
        if prompt in self._doubtful:
            return self._by_number(episode.task)
        return self._inside(prompt)

    def _by_number(self, fields: Mapping[str, Any]) -> int | None:
        for name in _IDS:
            if (name, str(fields.get(name))) in self._by_id:
                return self._by_id[name, str(fields[name])]
        return None

    def _longest_inside(self, prompt: str) -> int | None:
        """The task whose prompt stands inside a longer one, as a chat template writes it."""
        inside = [own for own in self._by_prompt if len(own) >= _SHORTEST and own in prompt]
        return self._by_prompt[max(inside, key=len)] if inside else None


def _plain(text: str) -> str:
    return " ".join(text.split())
