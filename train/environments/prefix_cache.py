"""Which environment slot holds which history, so that equal histories are played only once."""

from __future__ import annotations

from collections.abc import Sequence

from hallmark_rl.train.environments.env_workers import Job
from hallmark_rl.train.environments.rollout_env import Assignment, RolloutEpisode

History = tuple[Assignment, int, tuple[str, ...]]
"""The task; the episode's number, or -1 if the episode may share its slot; and the completions so
far."""


class PrefixCache:
    """Assigns slots to episodes. Slots are numbered from 0 in the order in which they are needed.

    With `shared`, episodes with the same task and the same completions so far share one slot; this
    requires a deterministic environment. Every further episode of a task has a spare slot, on
    which the task is started when there is time. When episodes of one slot get different
    completions, one of them keeps the slot; each of the others takes a spare one and replays its
    earlier completions there. So no more turns are played than without sharing.
    """

    def __init__(self, *, shared: bool) -> None:
        self._shared = shared
        self._history: dict[int, History] = {}  # by `id` of the episode
        self._slots: dict[History, list[int]] = {}  # the slots in which a history was played
        self._used = 0

    def start(self, episodes: Sequence[RolloutEpisode]) -> tuple[list[Job], list[Job]]:
        """Forget all slots and assign new ones.

        Returns:
            The jobs that start the episodes, and those that start the spare slots.
        """
        self._slots.clear()
        self._used = 0
        self._history = {
            id(episode): (episode.task, -1 if self._shared else number, ())
            for number, episode in enumerate(episodes)
        }
        groups: dict[History, list[RolloutEpisode]] = {}
        for episode in episodes:
            groups.setdefault(self._history[id(episode)], []).append(episode)
        jobs = [
            Job(group, self._new_slot(history), [history[0]]) for history, group in groups.items()
        ]
        spares = [history for history, group in groups.items() for _ in group[1:]]
        return jobs, [Job([], self._new_slot(history), [history[0]]) for history in spares]

    def advance(self, episodes: Sequence[RolloutEpisode], completions: Sequence[str]) -> list[Job]:
        """The jobs that play one turn of each episode; equal histories become one job."""
        groups: dict[tuple[History, str], list[RolloutEpisode]] = {}
        for episode, completion in zip(episodes, completions, strict=True):
            key = self._history[id(episode)], completion
            groups.setdefault(key, []).append(episode)
        jobs = []
        for (history, completion), group in groups.items():
            task, number, past = history
            # The slot with the fewest turns to replay; in a spare slot all `len(past)` turns are.
            behind = next(n for n in range(len(past) + 1) if self._slots_at(history, n))
            slot = self._slots_at(history, behind).pop(0)
            jobs.append(Job(group, slot, [*past[len(past) - behind :], completion]))
            after = (task, number, (*past, completion))
            self._slots.setdefault(after, []).append(slot)
            for episode in group:
                self._history[id(episode)] = after
        return jobs

    def _new_slot(self, history: History) -> int:
        slot, self._used = self._used, self._used + 1
        self._slots.setdefault(history, []).append(slot)
        return slot

    def _slots_at(self, history: History, behind: int) -> list[int]:
        """The slots on which all but the last `behind` completions were played."""
        task, number, past = history
        return self._slots.get((task, number, past[: len(past) - behind]), [])
