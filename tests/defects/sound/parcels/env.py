"""Send a parcel back: look up a customer's parcels, then name the one that the letter means."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server import Environment, create_fastapi_app
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

NAMES = ("Ada", "Bela", "Cora", "Dev", "Eli")
GOODS = ("kettle", "lamp", "boots", "tent", "clock", "scarf")
LIMIT = 6


class ParcelAction(Action):
    """Look up a customer, or send a parcel back."""

    kind: Literal["look", "return"] = Field(description="what to do")
    value: str = Field(default="", max_length=40, description="a name, or the code of a parcel")


class ParcelObservation(Observation):
    """The letter, and the parcels of the customer who was looked up last."""

    letter: str = ""
    parcels: list[dict[str, str]] = Field(default_factory=list)
    note: str = ""


class ParcelState(State):
    """What the server tells about an episode."""

    looked_up: list[str] = Field(default_factory=list)


class ParcelEnv(Environment[ParcelAction, ParcelObservation, ParcelState]):
    """1 for the right parcel; any other ends the episode with nothing."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._parcels: dict[str, list[dict[str, str]]] = {}
        self._customer = self._right = ""
        self._over = False
        self._state = ParcelState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ParcelObservation:
        """Draw the parcels and the letter."""
        rng = random.Random(seed)
        codes = [f"P{number}" for number in rng.sample(range(1000, 10_000), 20)]
        self._parcels = {
            name: [{"code": codes.pop(), "holds": good} for good in rng.sample(GOODS, 4)]
            for name in NAMES
        }
        self._customer = rng.choice(NAMES)
        meant = rng.choice(self._parcels[self._customer])
        self._right, self._over = meant["code"], False
        self._letter = f"I am {self._customer}, and I do not want the {meant['holds']}."
        self._state = ParcelState(episode_id=episode_id or str(uuid4()))
        return self._see([], "A letter has come.", None)

    def step(
        self, action: ParcelAction, timeout_s: float | None = None, **options: Any
    ) -> ParcelObservation:
        """Look, or send back."""
        if not self._parcels:
            raise RuntimeError("there is no letter: call reset() before step()")
        if self._over:
            return self._see([], "The letter is answered.", 0.0)
        self._state.step_count += 1
        self._over = action.kind == "return" or self._state.step_count >= LIMIT
        if action.kind == "return":
            return self._see([], "Sent back.", float(action.value == self._right))
        if action.value not in self._parcels:
            return self._see([], "Nobody has this name.", 0.0)
        self._state.looked_up.append(action.value)
        return self._see(self._parcels[action.value], "", 0.0)

    def _see(
        self, parcels: list[dict[str, str]], note: str, reward: float | None
    ) -> ParcelObservation:
        return ParcelObservation(
            letter=self._letter,
            parcels=[dict(parcel) for parcel in parcels],
            note=note,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> ParcelState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)


app = create_fastapi_app(ParcelEnv, ParcelAction, ParcelObservation)
