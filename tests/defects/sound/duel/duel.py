"""Race to 21 with a die against an opponent who rolls, too: the dice are not in the seed."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server import Environment, create_fastapi_app
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class DuelAction(Action):
    """Roll one die of the chosen size, or stay."""

    move: Literal["roll", "stay"]
    sides: int = Field(6, ge=4, le=8, description="the die: 4 to 8 sides")


class DuelObservation(Observation):
    """Both sums, and what the opponent just did."""

    mine: int = 0
    theirs: int = 0
    target: int = 0
    said: str = ""


class DuelEnv(Environment):
    """+1 if one is nearer to the target, -1 if the opponent is, 0 if level; over it loses."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._target: int | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kw: Any
    ) -> DuelObservation:
        """The seed sets the target; the dice are thrown at the table."""
        self._target = random.Random(seed).randint(18, 40)
        self._dice = random.SystemRandom()
        self._mine = self._theirs = 0
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see("Your turn.", 0.0)

    def step(
        self, action: DuelAction, timeout_s: float | None = None, **kw: Any
    ) -> DuelObservation:
        """One turn each."""
        if self._target is None:
            raise RuntimeError("reset() first")
        if self._over:
            return self._see("It is over.", 0.0)
        self._state.step_count += 1
        if action.move == "roll":
            self._mine += self._dice.randint(1, action.sides)
            if self._mine > self._target:
                return self._end("You are over.", -1.0)
            if self._theirs < self._target - 6:
                self._theirs += self._dice.randint(1, 6)
            return self._see("Your turn.", 0.0)
        while self._theirs <= self._mine and self._theirs < self._target - 3:
            self._theirs += self._dice.randint(1, 6)
        if self._theirs > self._target:
            return self._end("I am over.", 1.0)
        won = (self._mine > self._theirs) - (self._mine < self._theirs)
        return self._end("That was it.", float(won))

    def _end(self, said: str, reward: float) -> DuelObservation:
        self._over = True
        return self._see(said, reward)

    def _see(self, said: str, reward: float) -> DuelObservation:
        return DuelObservation(
            mine=self._mine,
            theirs=self._theirs,
            target=self._target,
            said=said,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy."""
        return self._state.model_copy()


app = create_fastapi_app(DuelEnv, DuelAction, DuelObservation)
