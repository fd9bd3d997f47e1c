"""The rules of an episode, and the reward."""

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
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..lake import STRATA, Lake, draw_lake
from ..models import Haul, Stratum, SurveyAction, SurveyObservation

TOWS = 40
TOLERANCE = 0.15


@dataclass
class Survey:
    """One survey of one lake."""

    lake: Secret[Lake]
    hauls: list[Haul] = field(default_factory=list)
    estimate: float | None = None

    @property
    def error(self) -> float:
        """The relative error of the estimate; 1 without one."""
        if self.estimate is None:
            return 1.0
        stock = self.lake.reveal().stock
        return min(1.0, abs(self.estimate - stock) / stock)


class SurveyEnvironment(
    VerifiedEnvironment[SurveyAction, SurveyObservation, VerifiedState, Survey]
):
    """Estimate the fish in a lake from at most 40 tows."""

    max_steps = 12
    step_timeout_s = 5.0
    reward = Reward(
        Column("close", lambda t: float(t.facts["error"] <= TOLERANCE), kind="outcome"),
        Column("tows", lambda t: -t.facts["tows"] / TOWS, kind="cost", range=(-1, 0), weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Survey, SurveyObservation]:
        """Draw a lake."""
        level = 1 if setup.level is None else setup.level
        if level not in STRATA:
            raise SetupError(f"level must be one of {sorted(STRATA)}")
        survey = Survey(Secret(draw_lake(rng, level)))
        return survey, _observation(survey)

    def advance(self, game: Survey, action: SurveyAction) -> SurveyObservation:
        """Tow, or take the estimate."""
        if action.kind == "estimate":
            game.estimate = action.fish
            return _observation(game, done=True)
        lake = game.lake.reveal()
        if action.stratum not in lake.hectares:
            return _observation(game, "There is no such stratum.")
        if action.tows > TOWS - len(game.hauls):
            return _observation(game, "The ship does not pay for that many tows.")
        for _ in range(action.tows):
            game.hauls.append(Haul(stratum=action.stratum, caught=lake.tow(action.stratum)))
        return _observation(game)

    def facts(self, game: Survey) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"error": game.error, "tows": len(game.hauls)}

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SurveyObservation:
        """As in the base class; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SurveyObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))


def _observation(survey: Survey, note: str = "", *, done: bool = False) -> SurveyObservation:
    hectares = survey.lake.reveal().hectares
    return SurveyObservation(
        strata=[Stratum(name=name, hectares=area) for name, area in hectares.items()],
        hauls=list(survey.hauls),
        tows_left=TOWS - len(survey.hauls),
        note=note,
        done=done,
    )


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in ("split", "index", "level")}
