"""Numbered tasks in two splits, through OpenEnv's task provider methods."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

COUNTS = {"train": 40, "test": 10}


class CipherAction(Action):
    """The plain text."""

    text: str = Field(description="eight lower-case letters")


class CipherObservation(Observation):
    """The cipher text and its key."""

    cipher: str = ""
    key: int = 0


def _task(split: str, index: int) -> tuple[str, int]:
    rng = random.Random(f"{split}/{index}")
    return "".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(8)), rng.randint(1, 25)


class CipherEnvironment(Environment[CipherAction, CipherObservation, State]):
    """Undo a Caesar cipher."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._plain = ""
        self._key = 0
        self._done = False
        self._state = State()

    def list_splits(self) -> list[str]:
        """The names of the splits."""
        return list(COUNTS)

    def num_tasks(self, split: str) -> int:
        """How many tasks a split has."""
        return COUNTS[split]

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """Every task of a split."""
        return self.get_task_range(split, 0, COUNTS[split])

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """One task, without its answer."""
        if not 0 <= index < COUNTS[split]:
            raise IndexError(f"{split} has {COUNTS[split]} tasks; there is no task {index}")
        return {"split": split, "index": index, "key": _task(split, index)[1]}

    def get_task_range(self, split: str, start: int, stop: int) -> list[dict[str, Any]]:
        """Some tasks."""
        return [self.get_task(split, index) for index in range(start, min(stop, COUNTS[split]))]

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str = "train",
        index: int | None = None,
        **options: Any,
    ) -> CipherObservation:
        """Set a task: the one asked for, or the seed's."""
        if index is None:
            index = random.Random(seed).randrange(COUNTS[split])
        self._plain, self._key = _task(split, index)
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(0.0)

    def step(
        self, action: CipherAction, timeout_s: float | None = None, **options: Any
    ) -> CipherObservation:
        """Grade the plain text."""
        if not self._plain:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe(0.0)
        self._state.step_count += 1
        self._done = True
        return self._observe(float(action.text == self._plain))

    def _observe(self, reward: float) -> CipherObservation:
        cipher = "".join(chr((ord(c) - 97 + self._key) % 26 + 97) for c in self._plain)
        return CipherObservation(cipher=cipher, key=self._key, reward=reward, done=self._done)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
