"""Label four support tickets at once: one action that is a list, one step."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

Label = Literal["bug", "billing", "praise", "spam"]
TEXTS: dict[Label, tuple[str, ...]] = {
    "bug": (
        "The page is blank.",
        "It crashes when I save.",
        "The button does nothing.",
        "Login loops.",
    ),
    "billing": ("I paid twice.", "Where is my invoice?", "Refund me.", "It costs more."),
    "praise": ("Lovely work!", "Best tool ever.", "You saved my day.", "Thank you all."),
    "spam": ("Buy pills now.", "You won a prize.", "Cheap watches here.", "Click for gold."),
}
COUNT = 4


class TicketsAction(Action):
    """One label for each ticket, in order."""

    labels: list[Label] = Field(min_length=1, max_length=8, description="one for each ticket")


class TicketsObservation(Observation):
    """The tickets."""

    tickets: list[str] = Field(default_factory=list)
    message: str = ""


class TicketsEnvironment(Environment[TicketsAction, TicketsObservation, State]):
    """A classification task."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._labels: list[Label] = []
        self._tickets: list[str] = []
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> TicketsObservation:
        """Draw four tickets of at least two kinds."""
        rng = random.Random(seed)
        self._labels = [rng.choice(tuple(TEXTS)) for _ in range(COUNT)]
        while len(set(self._labels)) < 2:
            self._labels = [rng.choice(tuple(TEXTS)) for _ in range(COUNT)]
        self._tickets = [rng.choice(TEXTS[label]) for label in self._labels]
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("Label the tickets.", 0.0)

    def step(
        self, action: TicketsAction, timeout_s: float | None = None, **options: Any
    ) -> TicketsObservation:
        """Grade the labels."""
        if not self._tickets:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe("The episode is over: call reset().", 0.0)
        self._state.step_count += 1
        self._done = True
        if len(action.labels) != COUNT:
            return self._observe(f"There are {COUNT} tickets, not {len(action.labels)}.", 0.0)
        right = sum(a == b for a, b in zip(action.labels, self._labels, strict=True))
        return self._observe(f"{right} of {COUNT} are right.", (right / COUNT) ** 2)

    def _observe(self, message: str, reward: float) -> TicketsObservation:
        return TicketsObservation(
            tickets=list(self._tickets), message=message, reward=reward, done=self._done
        )

    @property
    def state(self) -> State:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)
