"""A tray of slips, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import DeskAction, DeskObservation
from ..trays import LEVELS, Tray, judge, tasks

_KNOWN = ("split", "index", "level")


@dataclass
class Desk:
    """The tray and the verdicts so far."""

    tray: Tray
    verdicts: list[str] = field(default_factory=list)


class SpellingDeskEnvironment(
    VerifiedEnvironment[DeskAction, DeskObservation, VerifiedState, Desk]
):
    """Correct every slip of a tray, and leave alone what is right."""

    max_steps = max(level.slips for level in LEVELS.values())
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: t.facts["right"], kind="outcome"),
        Column("harm", lambda t: -t.facts["harm"], kind="cost", range=(-1.0, 0.0)),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DeskObservation:
        """As in the base class; options that this environment does not have are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DeskObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, DeskObservation]:
        """Put the tray on the desk."""
        assert setup.task is not None
        desk = Desk(setup.task.payload)
        return desk, _show(desk)

    def advance(self, game: Desk, action: DeskAction) -> DeskObservation:
        """Judge the reply, and take the next slip."""
        slip = game.tray[len(game.verdicts)]
        game.verdicts.append(judge(slip, action.reply))
        return _show(game)

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """The share of right slips, and what the last reply spoilt."""
        share = 1 / len(game.tray)
        return {
            "right": game.verdicts.count("right") / len(game.tray),
            "harm": share if game.verdicts[-1:] == ["harmful"] else 0.0,
        }


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _KNOWN}


def _show(desk: Desk) -> DeskObservation:
    answered, total = len(desk.verdicts), len(desk.tray)
    done = answered == total
    return DeskObservation(
        text="" if done else desk.tray[answered].text,
        slip=min(answered + 1, total),
        slips=total,
        verdict=desk.verdicts[-1] if desk.verdicts else "",
        done=done,
    )
