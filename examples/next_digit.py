"""A small environment written for OpenEnv alone: say the digit that follows the one shown.

uvicorn next_digit:app --app-dir examples        # serves it
"""

from random import Random
from typing import Any

from openenv.core.env_server import Action, Environment, Observation, State, create_app
from pydantic import Field

TURNS = 2


class Say(Action):
    """Say a digit."""

    digit: int = Field(description="the digit that follows the one shown; 0 follows 9")


class Shown(Observation):
    digit: int = 0


class NextDigit(Environment[Say, Shown, State]):
    """Two turns; each right answer pays 1."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> Shown:
        self._random = Random(seed)
        self._state = State(episode_id=episode_id, step_count=0)
        self._digit = self._random.randrange(10)
        return Shown(digit=self._digit, reward=0.0)

    def step(self, action: Say, timeout_s: float | None = None, **_: Any) -> Shown:
        paid = float(action.digit == (self._digit + 1) % 10)
        self._state.step_count += 1
        self._digit = self._random.randrange(10)
        return Shown(digit=self._digit, reward=paid, done=self._state.step_count >= TURNS)

    @property
    def state(self) -> State:
        return self._state


app = create_app(NextDigit, Say, Shown, env_name="next_digit", max_concurrent_envs=64)


# How a model plays it as text (docs/text-form.md).
SYSTEM = ""


def render(observation: Shown) -> str:
    return str(observation.digit)


def parse(completion: str) -> Say:
    text = completion.strip()
    return Say(digit=int(text) if text.isdecimal() and len(text) == 1 else -1)
