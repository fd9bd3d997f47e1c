"""One budget, one report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState

from ..budgets import KINDS, RULES, draft, read, right
from ..models import BudgetAction, BudgetObservation

TASK = "Say of each line whether it is `allowed` or `refused`, as in `L1: allowed`."


@dataclass
class Check:
    """A budget and what was reported about it."""

    rules: list[str]
    lines: list[str]
    verdicts: dict[str, str]
    given: dict[str, set[str]] = field(default_factory=dict)


class BudgetEnvironment(VerifiedEnvironment[BudgetAction, BudgetObservation, VerifiedState, Check]):
    """Check every line of a grant budget."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = TaskSet(
        {
            "train": {level: range(300) for level in KINDS},
            "test": {level: range(300, 360) for level in KINDS},
        }
    )
    reward = Reward(
        Column("solved", lambda t: float(t.facts["right"] == t.facts["lines"]), kind="outcome"),
        Column("share", lambda t: t.facts["right"] / t.facts["lines"], kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> BudgetObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> BudgetObservation:
        """The same without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = {"split", "index", "level", *self.options}
        return {name: value for name, value in options.items() if name in known}

    def begin(self, rng: Random, setup: Setup) -> tuple[Check, BudgetObservation]:
        """Draft the budget of the task."""
        assert setup.task is not None
        lines, verdicts = draft(setup.task.payload, setup.task.level)
        rules = [RULES[kind] for kind in KINDS[setup.task.level]]
        game = Check(rules, lines, verdicts)
        return game, _observation(game)

    def advance(self, game: Check, action: BudgetAction) -> BudgetObservation:
        """Read the report."""
        game.given = read(action.report)
        return _observation(game, done=True)

    def facts(self, game: Check) -> Mapping[str, Any]:
        """How many lines have the right verdict."""
        return {"right": right(game.verdicts, game.given), "lines": len(game.verdicts)}


def _observation(game: Check, done: bool = False) -> BudgetObservation:
    answered = sum(len(game.given.get(line, ())) == 1 for line in game.verdicts)
    return BudgetObservation(
        rules=list(game.rules), budget=list(game.lines), task=TASK, answered=answered, done=done
    )
