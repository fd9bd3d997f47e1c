"""One episode as the base class keeps it, and how a call of `reset` is read."""

from __future__ import annotations

import math
import random
import secrets as entropy
import threading
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel

from hallmark_rl.sdk.common.errors import SetupError
from hallmark_rl.sdk.common.plain_copy import own
from hallmark_rl.sdk.environment.models import Blame, StepError
from hallmark_rl.sdk.environment.rewards import Reward
from hallmark_rl.sdk.tasks.task_set import Task, TaskError, TaskSet

TASK_OPTIONS = ("split", "index", "level")


@dataclass(frozen=True, slots=True)
class Setup:
    """What `reset` was asked for: the task (if the environment has tasks) and declared options."""

    split: str
    level: int | None
    task: Task[Any] | None
    options: Mapping[str, Any]


@dataclass(slots=True)
class Record:
    """A running or ended episode. An abandoned step can reach its own record only."""

    episode_id: str
    game: Any
    split: str | None = None
    level: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    columns: Mapping[str, float] = field(default_factory=dict)
    steps: int = 0
    done: bool = False
    success: bool | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def closed(self) -> Record:
        """The same episode, ended, without its game."""
        return Record(
            self.episode_id, None, self.split, self.level, steps=self.steps + 1, done=True
        )


class Fault(Exception):
    """Ends a call with an error observation; `ends_episode` says whether it ends more than that."""

    def __init__(self, code: str, message: str, blame: Blame, *, ends_episode: bool = True) -> None:
        super().__init__(message)
        self.error = StepError(code=code, message=message, blame=blame)
        self.ends_episode = ends_episode


def read_seed(seed: object) -> int:
    """The seed of an episode: as given (0 is a seed like any other), or fresh entropy."""
    if seed is None:
        return entropy.randbits(63)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise SetupError(f"seed must be an integer or None, not {type(seed).__name__}")
    return seed


def read_episode_id(episode_id: object) -> str:
    """The id as given, or a new one."""
    if episode_id is None:
        return str(uuid.uuid4())
    if not isinstance(episode_id, str) or not 0 < len(episode_id) <= 255:
        raise SetupError("episode_id must be a string of 1 to 255 characters")
    return episode_id


def read_options(
    options: Mapping[str, Any], defaults: Mapping[str, Any], tasks: TaskSet[Any] | None, seed: int
) -> tuple[Setup, random.Random]:
    """What `reset` was asked for, and the episode's generator, which depends on nothing else."""
    if unknown := [name for name in options if name not in defaults and name not in TASK_OPTIONS]:
        known = ", ".join([*TASK_OPTIONS, *defaults])
        raise SetupError(f"reset() does not know {', '.join(sorted(unknown))}: it knows {known}")
    split = options.get("split") or _first_split(tasks)
    index, level = (_whole(name, options.get(name)) for name in ("index", "level"))
    if not isinstance(split, str):
        raise SetupError(f"split must be a string, not {type(split).__name__}")
    rng = random.Random(f"hallmark {seed} {split} {index} {level}")
    rest = {name: own(options.get(name, default)) for name, default in defaults.items()}
    if tasks is None:
        return Setup(split, level, None, rest), rng
    try:
        task = tasks.pick(rng, split, level) if index is None else tasks.task(split, index, level)
    except TaskError as error:
        raise SetupError(str(error)) from error
    payload = own(task.payload)
    task = task if payload is task.payload else replace(task, payload=payload)
    return Setup(split, task.level, task, rest), rng


def _first_split(tasks: TaskSet[Any] | None) -> str:
    """`train`, unless there are tasks and none are for training."""
    splits = tasks.list_splits() if tasks is not None else []
    return "train" if "train" in splits or not splits else splits[0]


def read_deadline(action: object, asked: Any, declared: float | None) -> float | None:
    """Seconds that a step may take: the least of what is declared and what the caller allows."""
    metadata = action.metadata if isinstance(action, BaseModel) else {}  # type: ignore[attr-defined]
    limits = [declared] if declared is not None else []
    for value in (asked, metadata.get("timeout_s")):
        if value is None:
            continue
        if not _positive(value):
            message = f"timeout_s must be a positive number of seconds, not {value!r:.40}"
            raise Fault("bad_timeout", message, "caller", ends_episode=False)
        limits.append(float(value))
    return min(limits, default=None)


def require_declared(env: type[Any]) -> None:
    """A `TypeError` says what the class of an environment lacks, or has wrong."""
    limits = [getattr(env, name) for name in ("step_timeout_s", "reset_timeout_s")]
    taken = {"seed", "episode_id", *TASK_OPTIONS} & set(env.options)
    for problem, found in (
        ("reward, a Reward", not isinstance(getattr(env, "reward", None), Reward)),
        ("max_steps, a number of at least 1", not _positive(getattr(env, "max_steps", 0), int)),
        ("its models: VerifiedEnvironment[Act, Obs, State, Game]", not hasattr(env, "action_type")),
        (
            "step_timeout_s and reset_timeout_s in seconds, or None",
            not all(limit is None or _positive(limit) for limit in limits),
        ),
        (f"options under other names than {', '.join(sorted(taken))}", bool(taken)),
    ):
        if found:
            raise TypeError(f"{env.__name__} must declare {problem}")


def require_defaults(model: type[BaseModel]) -> None:
    """An error observation is made without the author: every field needs a default."""
    missing = [name for name, info in model.model_fields.items() if info.is_required()]
    if missing:
        raise TypeError(f"{model.__name__}: {', '.join(missing)} must have a default value")


def _positive(value: Any, kind: Any = int | float) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool) and 0 < value < math.inf


def _whole(name: str, value: object) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise SetupError(f"{name} must be an integer, not {type(value).__name__}")
    return value
