"""A review and its score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import Comment, ReviewAction, ReviewObservation
from ..snippets import KINDS, NOUNS, make_file

STEPS = 14
SIZES = {1: (4, 2), 2: (7, 4)}
FILES = {"train": 60, "test": 20}
Place = tuple[int, str]


@dataclass
class Review:
    """Everything that changes during an episode."""

    lines: list[str]
    planted: Secret[set[Place]]
    comments: list[Comment] = field(default_factory=list)
    steps: int = 0


def f1(comments: list[Place], planted: set[Place]) -> float:
    """The harmonic mean of precision and recall; 0 if most comments are false alarms."""
    found = [place for place in comments if place in planted]
    if not found or len(found) / len(comments) < 0.5:
        return 0.0
    precision = len(found) / len(comments)
    recall = min(1.0, len(found) / len(planted))
    return 2 * precision * recall / (precision + recall)


class ReviewNotesEnvironment(
    VerifiedEnvironment[ReviewAction, ReviewObservation, VerifiedState, Review]
):
    """Review a file."""

    max_steps = STEPS
    step_timeout_s = 5.0
    tasks = TaskSet(
        {
            split: {level: [f"{split} {level} {n}" for n in range(count)] for level in SIZES}
            for split, count in FILES.items()
        }
    )
    reward = Reward(
        Column("f1", lambda t: t.facts["f1"], kind="outcome"),
        Column(
            "comments",
            lambda t: -t.facts["comments"] / STEPS,
            kind="cost",
            range=(-1, 0),
            weight=0.0,
        ),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ReviewObservation:
        """Begin an episode; keys that clients send along and nobody declared are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ReviewObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        names = {"split", "index", "level", *self.options}
        return {name: value for name, value in options.items() if name in names}

    def begin(self, rng: Random, setup: Setup) -> tuple[Review, ReviewObservation]:
        """Write the file of the task."""
        assert setup.task is not None
        assert setup.split in NOUNS
        functions, defects = SIZES[setup.task.level]
        lines, planted = make_file(setup.split, functions, defects, Random(setup.task.payload))
        game = Review(lines, Secret(planted))
        return game, self._observe(game)

    def advance(self, game: Review, action: ReviewAction) -> ReviewObservation:
        """Note a comment, or end the review."""
        game.steps += 1
        if action.op == "submit":
            return self._observe(game, done=True)
        if action.op != "comment":
            return self._observe(game, "op must be comment or submit")
        if not 1 <= action.line <= len(game.lines) or action.kind not in KINDS:
            return self._observe(game, f"no such line, or the kind is none of {', '.join(KINDS)}")
        game.comments.append(Comment(line=action.line, kind=action.kind, message=action.message))
        return self._observe(game)

    def _observe(self, game: Review, note: str = "", done: bool = False) -> ReviewObservation:
        return ReviewObservation(
            lines=list(game.lines),
            comments=[comment.model_copy() for comment in game.comments],
            note=note,
            steps_left=STEPS - game.steps,
            done=done,
        )

    def facts(self, game: Review) -> Mapping[str, Any]:
        """What the reward columns read."""
        places = list({(comment.line, comment.kind) for comment in game.comments})
        return {"f1": f1(places, game.planted.reveal()), "comments": len(places)}

    def secrets(self, game: Review) -> list[str]:
        """None: the kinds are public, and the observation repeats the agent's own comments."""
        return []
