"""The tasks of each training step, drawn from a curriculum, possibly one step ahead."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from hallmark_rl.sdk.tasks.curriculum import Curriculum
from hallmark_rl.train.environments.rollout_env import Assignment, RolloutEpisode


class StepTasks:
    """Draws the tasks of each step: groups of equal tasks, of a level that the curriculum chooses.

    The tasks of the next step can be drawn early, so that their environments start while the model
    learns. A saved state does not contain tasks that were drawn early: a resumed run draws the same
    tasks again.

    Args:
        levels: the run's levels, easiest first.
        seed: with the recorded results, it determines all draws.
        group_size: number of episodes that share a task.
    """

    def __init__(self, levels: tuple[int, ...], seed: int, group_size: int) -> None:
        self.curriculum = Curriculum(levels, seed=seed)
        self._seed, self._group_size = seed, group_size
        self._prefetched: tuple[int, list[Assignment]] = -1, []
        self._curriculum_before_prefetch: dict[str, Any] | None = None

    def for_step(self, step: int, count: int) -> list[Assignment]:
        """The `count` tasks of a step, group after group; those of `prefetch` if it drew them."""
        self._curriculum_before_prefetch = None
        prefetched_step, tasks = self._prefetched
        return tasks if prefetched_step == step else self._draw(step, count)

    def prefetch(self, step: int, count: int) -> list[Assignment]:
        """Draw the `count` tasks of a step before it begins; `for_step` returns the same ones."""
        self._curriculum_before_prefetch = self.curriculum.state_dict()
        self._prefetched = step, self._draw(step, count)
        return self._prefetched[1]

    def record(self, episodes: Iterable[RolloutEpisode]) -> None:
        """Record results in the curriculum, without episodes that the environment failed."""
        for episode in episodes:
            if episode.failure is None:
                self.curriculum.record(episode.task.level, bool(episode.success))

    def state_dict(self) -> dict[str, Any]:
        """The curriculum's state as JSON data, as it was before tasks were drawn early."""
        return self._curriculum_before_prefetch or self.curriculum.state_dict()

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue from what `state_dict` returned."""
        self.curriculum = Curriculum.from_state(state)

    def _draw(self, step: int, count: int) -> list[Assignment]:
        rng = random.Random(f"tasks {self._seed} {step}")
        tasks: list[Assignment] = []
        for _ in range(count // self._group_size):
            level = self.curriculum.draw()
            seed = rng.randrange(2**30, 2**31)
            tasks += [Assignment("train", level, seed)] * self._group_size
        return tasks
