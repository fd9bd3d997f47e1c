"""One day at the bottom station of a ski lift."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

from openenv.core.env_server import Environment, State

from ..lift import CROWD, ENERGY, FARE, GEAR, RATES, SEATS, TICKS, draw_forecast
from ..models import SkiLiftAction, SkiLiftObservation


class SkiLiftEnvironment(Environment[SkiLiftAction, SkiLiftObservation, State]):
    """Choose the speed of the lift, tick by tick. Every tick pays its fares less its costs."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._running = False
        self._forecast: list[int] = []

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        day: str = "weekday",
        **kwargs: Any,
    ) -> SkiLiftObservation:
        """Open the lift.

        Args:
            seed: decides the forecast and who really comes.
            episode_id: an id for the episode.
            level: 1 (8 ticks), 2 (12 ticks), 3 (12 ticks, and the forecast is a little off).
            day: "weekday" or "weekend".
            **kwargs: ignored.
        """
        level = level if level in TICKS else 1
        day = day if day in RATES else "weekday"
        rng = Random(f"ski lift {seed} {level} {day}") if seed is not None else Random()
        self._rng = rng
        self._noise = 1 if level == 3 else 0
        self._forecast = draw_forecast(rng, level, day)
        self._queue = rng.randint(4, 12)
        self._tick = self._speed = self._balance = 0
        self._running = True
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        return self._look()

    def step(
        self, action: SkiLiftAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SkiLiftObservation:
        """Run the lift for one tick."""
        if not self._running:
            return SkiLiftObservation(done=True, reward=0.0, note="the lift is closed: reset first")
        note, speed = "", action.speed
        if not 0 <= speed < len(SEATS):
            note, speed = "no such speed: the lift was stopped", 0
        gear = GEAR if speed != self._speed else 0
        energy = ENERGY[speed]
        self._speed = speed
        carried = min(self._queue, SEATS[speed])
        expected = self._forecast[self._tick]
        came = max(0, expected + self._rng.randint(-self._noise, self._noise)) if expected else 0
        self._queue = min(self._queue - carried + came, CROWD)
        self._tick += 1
        self._state.step_count += 1
        money = FARE * carried - energy - gear
        self._balance += money
        self._running = self._tick < len(self._forecast)
        return self._look(carried, energy + gear, money / 100, note)

    def _look(
        self, carried: int = 0, cost: int = 0, reward: float | None = None, note: str = ""
    ) -> SkiLiftObservation:
        return SkiLiftObservation(
            tick=self._tick,
            ticks=len(self._forecast),
            queue=self._queue,
            speed=self._speed,
            forecast=self._forecast[self._tick :],
            carried=carried,
            cost=cost,
            balance=self._balance,
            note=note,
            reward=reward,
            done=not self._running,
        )

    @property
    def state(self) -> State:
        """The id and the number of ticks of the episode."""
        return self._state
