"""One commit, one review."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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

from ..commits import RULES, RULES_BROKEN, Commit, broken_rules, commits
from ..grading import codes_in, paid, share_found
from ..models import CommitObservation, Review

HELD_OUT = 10


@dataclass
class Desk:
    """A commit and the codes that the review named."""

    commit: Commit
    named: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """How well the codes agree with the rules that are broken."""
        commit = self.commit
        broken = broken_rules(commit.subject, commit.body, list(commit.files))
        return share_found(self.named, broken)


def tasks() -> TaskSet[Commit]:
    """Every commit is a task."""
    train, test = {}, {}
    for level in RULES_BROKEN:
        train[level], test[level] = hold_out(commits(level), HELD_OUT, seed=2)
    return TaskSet({"train": train, "test": test})


class CommitReviewEnvironment(VerifiedEnvironment[Review, CommitObservation, VerifiedState, Desk]):
    """Name the rules that a commit breaks, in one review."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("codes", lambda t: paid(t.facts["share"]), kind="outcome"),
        Column("named", lambda t: float(t.facts["named"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, CommitObservation]:
        """Show the commit of the task."""
        assert setup.task is not None
        desk = Desk(setup.task.payload)
        return desk, self._observation(desk)

    def advance(self, desk: Desk, action: Review) -> CommitObservation:
        """Read the review; the episode is over."""
        desk.named = codes_in(action.text)
        observation = self._observation(desk)
        observation.feedback = f"{len(desk.named)} codes were read."
        observation.done = True
        return observation

    def facts(self, desk: Desk) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"share": desk.share, "named": bool(desk.named)}

    @staticmethod
    def _observation(desk: Desk) -> CommitObservation:
        commit = desk.commit
        return CommitObservation(
            subject=commit.subject, body=commit.body, files=list(commit.files), rules=dict(RULES)
        )
