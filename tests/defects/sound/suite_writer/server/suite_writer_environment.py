"""One function, one suite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState

from ..functions import FUNCTIONS, Function
from ..models import SuiteAction, SuiteObservation
from ..suite import MAX_TESTS, passes, read_suite


@dataclass
class Review:
    """The function, and how many of its variants the suite exposes."""

    function: Function
    exposed: int = 0


class SuiteWriterEnvironment(
    VerifiedEnvironment[SuiteAction, SuiteObservation, VerifiedState, Review]
):
    """Write tests that expose faulty variants."""

    __test__ = False  # not a test of pytest's

    max_steps = 1
    step_timeout_s = 10.0
    tasks = TaskSet(FUNCTIONS)
    reward = Reward(
        Column("exposed", lambda t: t.facts["exposed"] / t.facts["variants"], kind="outcome")
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SuiteObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SuiteObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = ("split", "index", "level", *self.options)
        return {name: value for name, value in options.items() if name in known}

    def begin(self, rng: Random, setup: Setup) -> tuple[Review, SuiteObservation]:
        """Show the source of the task's function."""
        assert setup.task is not None
        review = Review(setup.task.payload)
        return review, self._observe(review)

    def advance(self, game: Review, action: SuiteAction) -> SuiteObservation:
        """Run the suite against the variants."""
        try:
            tests = read_suite(action.tests, game.function.name)
        except ValueError as error:
            return self._observe(game, note=str(error), done=True)
        if not passes(game.function.reference(), tests):
            return self._observe(game, note="the correct function fails the suite", done=True)
        variants = game.function.variants()
        game.exposed = sum(not passes(variant, tests) for variant in variants)
        note = f"{game.exposed} of {len(variants)} variants are exposed"
        return self._observe(game, note=note, done=True)

    def facts(self, game: Review) -> Mapping[str, Any]:
        """How many variants there are and how many are exposed."""
        return {"exposed": game.exposed, "variants": len(game.function.faults)}

    def _observe(self, game: Review, *, note: str = "", done: bool = False) -> SuiteObservation:
        return SuiteObservation(
            name=game.function.name,
            source=game.function.source,
            max_tests=MAX_TESTS,
            note=note,
            done=done,
        )
