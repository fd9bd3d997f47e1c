"""A booking form whose fields are all optional and depend on one another."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field, model_validator

STEPS = 6


class BookingAction(Action):
    """Fill in some of the form, or confirm it."""

    people: int | None = Field(default=None, ge=1, le=12, description="how many seats")
    day: str | None = Field(
        default=None, pattern="^(mon|tue|wed|thu|fri)$", description="the day of the week"
    )
    window: bool | None = Field(default=None, description="a table at the window")
    confirm: bool = Field(default=False, description="book what the form says")

    @model_validator(mode="after")
    def _confirm_alone(self) -> "BookingAction":
        if self.confirm and (self.people, self.day, self.window) != (None, None, None):
            raise ValueError("confirm on its own")
        return self


class BookingObservation(Observation):
    """The wish and the form."""

    wish: str = ""
    form: dict[str, int | str | bool] = Field(default_factory=dict)
    message: str = ""


class BookingEnvironment(Environment[BookingAction, BookingObservation, State]):
    """Fill in and confirm; only a right form pays."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._want: dict[str, int | str | bool] = {}
        self._form: dict[str, int | str | bool] = {}
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> BookingObservation:
        """Draw a wish."""
        rng = random.Random(seed)
        self._want = {
            "people": rng.randint(1, 12),
            "day": rng.choice(("mon", "tue", "wed", "thu", "fri")),
            "window": rng.random() < 0.5,
        }
        self._form = {}
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("", None)

    def step(
        self, action: BookingAction, timeout_s: float | None = None, **options: Any
    ) -> BookingObservation:
        """Fill in or confirm."""
        if not self._want:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe("The episode is over: call reset().", 0.0)
        self._state.step_count += 1
        reward = 0.0
        message = "Noted."
        if action.confirm:
            self._done = True
            reward = 1.0 if self._form == self._want else -0.5
            message = "Booked."
        else:
            fields = action.model_dump(include={"people", "day", "window"}, exclude_none=True)
            self._form.update(fields)
            message = "Noted." if fields else "Nothing to note."
        self._done = self._done or self._state.step_count >= STEPS
        return self._observe(message, reward)

    def _observe(self, message: str, reward: float | None) -> BookingObservation:
        want = self._want
        wish = ""
        if want:
            seat = "at the window" if want["window"] else "anywhere but the window"
            wish = f"A table for {want['people']} on {want['day']}, {seat}, please."
        return BookingObservation(
            wish=wish, form=dict(self._form), message=message, reward=reward, done=self._done
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
