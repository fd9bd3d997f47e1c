"""One message, one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import CipherWheelAction, CipherWheelObservation
from ..wheel import Message, draw, encrypt, share

KINDS = {1: (5, 1, range(1)), 2: (6, 1, range(1, 6)), 3: (8, 2, range(1, 26))}
MESSAGES = 300


@dataclass
class Post:
    """A message and how well it was read."""

    message: Message
    level: int
    share: float = 0.0


def tasks() -> TaskSet[int]:
    """Numbered messages; a quarter is held out."""
    train, test = hold_out(range(MESSAGES), MESSAGES // 4, seed=0)
    return TaskSet({"train": dict.fromkeys(KINDS, train), "test": dict.fromkeys(KINDS, test)})


class CipherWheelEnvironment(
    VerifiedEnvironment[CipherWheelAction, CipherWheelObservation, VerifiedState, Post]
):
    """Read the rest of a message."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(Column("letters", lambda t: float(t.facts["share"]), kind="outcome"))

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """As in the base class, but options that are not known are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {name: options[name] for name in ("split", "index", "level") if name in options}

    def begin(self, rng: Random, setup: Setup) -> tuple[Post, CipherWheelObservation]:
        """Draw the message of the task."""
        assert setup.task is not None
        level = setup.task.level
        message = draw(Random(f"wheel {level} {setup.task.payload}"), *KINDS[level])
        post = Post(message, level)
        return post, _observation(post)

    def advance(self, game: Post, action: CipherWheelAction) -> CipherWheelObservation:
        """Compare the answer."""
        game.share = share(action.plain, game.message.rest)
        return _observation(game, f"{game.share:.0%} of the letters are right", done=True)

    def facts(self, game: Post) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"share": game.share}


def _observation(post: Post, note: str = "", *, done: bool = False) -> CipherWheelObservation:
    message = post.message
    return CipherWheelObservation(
        cipher=encrypt(message),
        crib=" ".join(message.words[: message.crib]),
        turn=-1 if post.level == 3 else message.turn,
        note=note,
        done=done,
    )
