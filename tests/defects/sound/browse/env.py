"""Find a price on a small site, and answer with it."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server import Environment, create_fastapi_app
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class BrowseAction(Action):
    """One click, or the answer."""

    command: Literal["open", "back", "answer"]
    argument: str = Field("", max_length=200)


class Page(Observation):
    """What the browser shows."""

    task: str = ""
    url: str = ""
    text: str = ""
    links: list[str] = Field(default_factory=list)
    success: bool | None = None


class BrowseEnv(Environment):
    """What is asked for shows on the right page only."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    LIMIT = 10

    def __init__(self) -> None:
        super().__init__()
        self._site: dict[str, tuple[str, list[str]]] | None = None
        self._state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kw: Any) -> Page:
        """Build a site."""
        rng = random.Random(seed)
        goods = rng.sample(["kettle", "toaster", "blender", "iron", "fan", "heater"], 4)
        shelves = {"kitchen": goods[:2], "home": goods[2:]}
        self._prices = {g: f"{rng.randint(10, 99)}.{rng.randint(10, 99)}" for g in goods}
        self._target = rng.choice(goods)
        self._site = {"index": ("Welcome.", list(shelves))}
        for shelf, things in shelves.items():
            self._site[shelf] = (f"The {shelf} department.", things)
        for g in goods:
            self._site[g] = (f"The {g} costs {self._prices[g]} euros.", [])
        self._path, self._steps = ["index"], 0
        self._success: bool | None = None
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see(0.0)

    def step(self, action: BrowseAction, timeout_s: float | None = None, **kw: Any) -> Page:
        """Follow a link, go back or answer."""
        if self._site is None:
            raise RuntimeError("reset() first")
        if self._done():
            return self._see(0.0)
        self._steps += 1
        self._state.step_count += 1
        if action.command == "answer":
            self._success = action.argument.strip() == self._prices[self._target]
            return self._see(1.0 if self._success else 0.0)
        if action.command == "back":
            self._path = self._path[:-1] or ["index"]
        elif action.argument in self._site[self._path[-1]][1]:
            self._path.append(action.argument)
        else:
            return self._see(0.0, "There is no such link.")
        if self._steps >= self.LIMIT:
            self._success = False
        return self._see(0.0)

    def _done(self) -> bool:
        return self._success is not None or self._steps >= self.LIMIT

    def _see(self, reward: float, note: str = "") -> Page:
        text, links = self._site[self._path[-1]]
        return Page(
            task=f"What does the {self._target} cost?",
            url=self._path[-1],
            text=note or text,
            links=list(links),
            success=self._success,
            reward=reward,
            done=self._done(),
        )

    @property
    def state(self) -> State:
        """A copy."""
        return self._state.model_copy()


app = create_fastapi_app(BrowseEnv, BrowseAction, Page)
