"""A week of watering, one step a day."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import Bed, WateringAction, WateringObservation
    from ..week import CLIMATES, DAYS, LEVELS, Week, draw_week, play_day
except ImportError:
    from models import Bed, WateringAction, WateringObservation
    from week import CLIMATES, DAYS, LEVELS, Week, draw_week, play_day


class GreenhouseWaterEnvironment(Environment[WateringAction, WateringObservation, State]):
    """Water the beds for seven days; paid at the end for the bed-days within the band."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._week: Week | None = None
        self._climate = ""
        self._day = 0
        self._in_band = 0

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        climate: str | None = None,
        **kwargs: Any,
    ) -> WateringObservation:
        """Begin a week; `level` is 1 to 3, `climate` one of `CLIMATES`."""
        level = 1 if level is None else level
        climate = "coastal" if climate is None else climate
        if level not in LEVELS:
            raise ValueError(f"level must be one of {list(LEVELS)}, not {level!r}")
        if climate not in CLIMATES:
            raise ValueError(f"climate must be one of {list(CLIMATES)}, not {climate!r}")
        seed = secrets.randbits(48) if seed is None else seed
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._week = draw_week(climate, seed, level)
        self._climate = climate
        self._day = 0
        self._in_band = 0
        return self._morning(reward=None)

    def step(
        self, action: WateringAction, timeout_s: float | None = None, **kwargs: Any
    ) -> WateringObservation:
        """Water the beds and let the day pass."""
        week = self._week
        if week is None or self._day == DAYS:
            return self._morning("the week is over: begin another with reset")
        self._state.step_count += 1
        note = self._refused(week, action)
        litres = {} if note else action.litres
        week.cistern -= sum(litres.values())
        for plot in week.plots:
            play_day(plot, litres.get(plot.name, 0), week.evaporation[self._day])
        self._in_band += sum(plot.comfortable for plot in week.plots)
        self._day += 1
        if self._day == DAYS:
            every = DAYS * len(week.plots)
            return self._morning(note, max(0, 2 * self._in_band - every) / every)
        week.cistern += week.rain_litres[self._day]
        return self._morning(note)

    @staticmethod
    def _refused(week: Week, action: WateringAction) -> str:
        """Why a plan cannot be carried out, or ""."""
        if not set(action.litres) <= {plot.name for plot in week.plots}:
            return "the plan names a bed that is not there: nothing was watered"
        if sum(action.litres.values()) > week.cistern:
            return "the cistern did not hold that much: nothing was watered"
        return ""

    def _morning(self, note: str = "", reward: float | None = 0.0) -> WateringObservation:
        week, day = self._week, self._day
        if week is None:
            return WateringObservation(note=note, done=True, reward=reward)
        over = day == DAYS
        return WateringObservation(
            climate=self._climate,
            day=min(day + 1, DAYS),
            beds=[
                Bed(
                    name=plot.name,
                    area=plot.area,
                    thirst=plot.thirst,
                    lowest=plot.lowest / 10,
                    highest=plot.highest / 10,
                    moisture=plot.moisture / 10,
                )
                for plot in week.plots
            ],
            cistern=week.cistern,
            evaporation=0.0 if over else week.evaporation[day] / 10,
            outlook=[each / 10 for each in week.outlook[day + 1 :]],
            in_band=self._in_band,
            note=note,
            done=over,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """The episode's id and how many days have passed."""
        return self._state.model_copy()
