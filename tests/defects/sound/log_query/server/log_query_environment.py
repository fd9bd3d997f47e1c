"""Answer a question about a log with a small budget for queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from .. import logs
from ..models import LogAction, LogView

MAX_STEPS = 8
BUDGET = 40
QUERY_COST = 2
THRIFTY = 24  # spending more than this forgoes the bonus
MOST_LINES = 30
_KNOWN = ("split", "index", "level")


@dataclass
class Desk:
    """The log, the question and what was spent."""

    log: list[logs.Line]
    question: logs.Question
    spent: int = 0
    steps: int = 0
    answered: bool = False
    right: bool = False


class LogQueryEnvironment(VerifiedEnvironment[LogAction, LogView, VerifiedState, Desk]):
    """Query the log within a budget, then answer once.

    `reset(level=1|2)`: level 1 asks for a count, level 2 for a user.
    """

    max_steps = MAX_STEPS
    step_timeout_s = 5.0
    reward = Reward(
        Column("correct", lambda t: float(t.facts["right"]), kind="outcome", weight=0.8),
        Column(
            "thrifty",
            lambda t: float(t.facts["right"] and t.facts["spent"] <= THRIFTY),
            kind="outcome",
            weight=0.2,
        ),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> LogView:
        """Begin an episode; options that are not known are ignored."""
        return super().reset(seed, episode_id, **_only_known(kwargs))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> LogView:
        """The same without blocking."""
        return await super().reset_async(seed, episode_id, **_only_known(kwargs))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, LogView]:
        """Write a log and ask a question."""
        level = 1 if setup.level is None else setup.level
        if level not in (1, 2):
            raise SetupError("level must be 1 or 2")
        log = logs.make_log(rng)
        desk = Desk(log, logs.make_question(rng, log, level))
        return desk, _view(desk)

    def advance(self, game: Desk, action: LogAction) -> LogView:
        """Run a query, or take the answer."""
        game.steps += 1
        if action.kind == "answer":
            game.answered = True
            game.right = action.answer.strip().lower() == game.question.answer
            return _view(game, note="answered", done=True)
        if not 0 <= action.limit <= MOST_LINES:
            return _view(game, note=f"limit must be from 0 to {MOST_LINES}")
        cost = QUERY_COST + action.limit
        if game.spent + cost > BUDGET:
            return _view(game, note=f"this query may cost {cost}, which is more than is left")
        game.spent += cost
        wanted = logs.Filter(action.service, action.level, action.user, action.since, action.until)
        found = wanted.select(game.log)
        shown = found[: action.limit]
        return _view(game, lines=shown, more=len(found) > len(shown), note="done")

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the columns read."""
        return {"right": game.right, "spent": game.spent}


def _only_known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _KNOWN}


def _view(
    desk: Desk,
    lines: list[logs.Line] | None = None,
    more: bool = False,
    note: str = "",
    done: bool = False,
) -> LogView:
    return LogView(
        question=desk.question.text,
        services=list(logs.SERVICES),
        levels=list(logs.LEVELS),
        budget=BUDGET - desk.spent,
        lines=[str(line) for line in lines or ()],
        more=more,
        steps_left=MAX_STEPS - desk.steps,
        note=note,
        done=done,
    )
