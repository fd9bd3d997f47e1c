"""One release, one changelog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState

from ..models import ChangelogAction, ChangelogObservation
from ..releases import SIZES, Entry, Releases, compare, expected_entries, read_entries


@dataclass
class Draft:
    """The release, and how the answer compares with its changelog."""

    project: str
    commits: tuple[str, ...]
    expected: set[Entry]
    missing: int = 0
    wrong: int = 0


class ChangelogEnvironment(
    VerifiedEnvironment[ChangelogAction, ChangelogObservation, VerifiedState, Draft]
):
    """Write the changelog of a release."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = TaskSet(
        {split: {level: Releases(split, level) for level in SIZES} for split in ("train", "test")}
    )
    reward = Reward(
        Column(
            "entries",
            lambda t: max(0.0, 1 - t.facts["mistakes"] / t.facts["expected"]),
            kind="outcome",
        ),
        Column("exact", lambda t: float(t.facts["mistakes"] == 0), kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ChangelogObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ChangelogObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = ("split", "index", "level", *self.options)
        return {name: value for name, value in options.items() if name in known}

    def begin(self, rng: Random, setup: Setup) -> tuple[Draft, ChangelogObservation]:
        """Show the commits of the task's release."""
        assert setup.task is not None
        project, commits = setup.task.payload
        draft = Draft(project, tuple(commits), expected_entries(commits))
        return draft, self._observe(draft)

    def advance(self, game: Draft, action: ChangelogAction) -> ChangelogObservation:
        """Compare the entries with those of the right changelog."""
        game.missing, game.wrong = compare(read_entries(action.markdown), game.expected)
        return self._observe(game, done=True)

    def facts(self, game: Draft) -> Mapping[str, Any]:
        """The number of mistakes and of expected entries."""
        return {"mistakes": game.missing + game.wrong, "expected": len(game.expected)}

    def _observe(self, draft: Draft, *, done: bool = False) -> ChangelogObservation:
        return ChangelogObservation(
            project=draft.project,
            commits=list(draft.commits),
            missing=draft.missing,
            wrong=draft.wrong,
            done=done,
        )
