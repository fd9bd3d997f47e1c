"""A survey flight: photograph sites, use the wind, and bring the drone home."""

from __future__ import annotations

import secrets
import uuid
from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..flight import GUST_CHANCE, LEVELS, MOVES, Survey, draw_survey, move, planner, units
from ..models import DroneAction, DroneObservation, SiteCard

LOST = -0.5


class DroneSurveyEnvironment(Environment[DroneAction, DroneObservation, State]):
    """`reset(seed, level=1..3, gusts=False)`; other options are ignored."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._survey: Survey | None = None
        self._gusts: tuple[int, ...] = ()
        self._gusty = False
        self._place = (0, 0)
        self._taken: set[int] = set()
        self._battery = 0
        self._running = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        gusts: bool = False,
        **kwargs: Any,
    ) -> DroneObservation:
        """Begin a flight at the base. The map does not depend on `gusts`."""
        if level not in LEVELS:
            raise ValueError(f"level must be one of {list(LEVELS)}")
        seed = secrets.randbits(63) if seed is None else seed
        rng = Random(f"drone {seed} {int(level)}")
        self._survey = draw_survey(rng, int(level))
        self._gusty = bool(gusts)
        drawn = tuple(int(rng.random() < GUST_CHANCE) for _ in range(self._survey.battery))
        self._gusts = drawn if self._gusty else (0,) * self._survey.battery
        self._place = self._survey.base
        self._taken = set()
        self._battery = self._survey.battery
        self._running = True
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe("ready")

    def step(
        self, action: DroneAction, timeout_s: float | None = None, **kwargs: Any
    ) -> DroneObservation:
        """Fly one step, or land."""
        survey = self._survey
        if not self._running or survey is None:
            return DroneObservation(done=True, reward=0.0, note="no flight is running: call reset")
        time = self._state.step_count
        self._state.step_count += 1
        if action.command == "land":
            return self._end("landed")
        after = move(survey, self._place, action.command)
        used = units(survey.wind[time], self._place, after) + self._gusts[time]
        if used > self._battery:
            self._battery = 0
            return self._end("the battery did not last for this step", crashed=True)
        note = f"used {used}"
        if action.command not in (*MOVES, "hover"):
            note = f"unknown command, hovered; {note}"
        self._battery -= used
        self._place = after
        for number, (x, y, _) in enumerate(survey.sites):
            if after == (x, y):
                self._taken.add(number)
        if self._battery == 0:
            return self._end(f"{note}; battery empty")
        return self._observe(note, reward=0.0)

    @property
    def state(self) -> State:
        """The episode's id and the number of steps."""
        return self._state.model_copy()

    def _end(self, note: str, crashed: bool = False) -> DroneObservation:
        """Pay for the photographs if the drone is at the base; else it is lost."""
        assert self._survey is not None
        self._running = False
        if crashed or self._place != self._survey.base:
            return self._observe(f"{note}: the drone is lost", reward=LOST, done=True)
        value = sum(self._survey.sites[number][2] for number in self._taken)
        share = value / planner(self._survey, 0).best()
        return self._observe(f"{note}: photographs worth {value}", reward=share, done=True)

    def _observe(
        self, note: str, reward: float | None = None, done: bool = False
    ) -> DroneObservation:
        survey = self._survey
        assert survey is not None
        return DroneObservation(
            width=survey.width,
            height=survey.height,
            base=list(survey.base),
            drone=list(self._place),
            battery=self._battery,
            sites=[
                SiteCard(x=x, y=y, value=value, photographed=number in self._taken)
                for number, (x, y, value) in enumerate(survey.sites)
            ],
            forecast=list(survey.wind[self._state.step_count :]),
            gusts=self._gusty,
            note=note,
            reward=reward,
            done=done,
        )
