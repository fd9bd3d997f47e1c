"""Sort the tickets of a desk: each gets the label that its text asks for."""

from __future__ import annotations

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

TEXTS = {
    "bug": ("the page stays white", "the export stops at row 9", "the clock is an hour late"),
    "bill": ("I paid twice", "the invoice has no number", "my refund is missing"),
    "access": ("my login is locked", "I cannot read the wiki", "my badge does not open room 4"),
}
COUNT, LIMIT = 3, 8


class DeskAction(Action):
    """Read a ticket, label it, or pass it on."""

    kind: Literal["read", "label", "pass_on"] = Field(description="What to do")
    ticket: str | None = Field(default=None, description="The ticket's number, such as T-214")
    label: Literal["bug", "bill", "access"] | None = Field(
        default=None, description="For label: what the ticket is about"
    )
    team: str | None = Field(default=None, description="For pass_on: the team's name")


class DeskObservation(Observation):
    """The tickets with their texts, those that are labelled, and what the last action gave."""

    tickets: dict[str, str] = Field(default_factory=dict)
    labelled: list[str] = Field(default_factory=list)
    error: str = ""


class DeskEnvironment(Environment[DeskAction, DeskObservation, State]):
    """A third for each right label; a wrong one costs a third, and is final."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._tickets: dict[str, str] = {}
        self._about: dict[str, str] = {}
        self._labelled: list[str] = []
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DeskObservation:
        """Draw the tickets."""
        rng = random.Random(seed)
        self._about = {
            f"T-{number}": rng.choice(sorted(TEXTS))
            for number in rng.sample(range(100, 999), COUNT)
        }
        self._tickets = {name: rng.choice(TEXTS[about]) for name, about in self._about.items()}
        self._labelled = []
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see(reward=None)

    def step(
        self, action: DeskAction, timeout_s: float | None = None, **options: Any
    ) -> DeskObservation:
        """Do what the action says."""
        if not self._tickets:
            raise RuntimeError("there is no desk: call reset() before step()")
        if self._over():
            return self._see("the desk is closed")
        self._state.step_count += 1
        if action.ticket not in self._tickets:
            return self._see("there is no such ticket")
        if action.kind == "read":
            return self._see()
        if action.kind == "pass_on":
            return self._see("" if action.team else "a team is needed")
        if action.label is None:
            return self._see("a label is needed")
        if action.ticket in self._labelled:
            return self._see("this ticket is labelled already")
        self._labelled.append(action.ticket)
        is_right = self._about[action.ticket] == action.label
        return self._see(reward=1 / COUNT if is_right else -1 / COUNT)

    def _over(self) -> bool:
        return len(self._labelled) == COUNT or self._state.step_count >= LIMIT

    def _see(self, error: str = "", reward: float | None = 0.0) -> DeskObservation:
        return DeskObservation(
            tickets=dict(self._tickets),
            labelled=list(self._labelled),
            error=error,
            reward=reward,
            done=self._over(),
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()


app = create_fastapi_app(DeskEnvironment, DeskAction, DeskObservation)
