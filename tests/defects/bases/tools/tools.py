"""Find the drawer with the key by calling tools."""

import random
from typing import Any
from uuid import uuid4

from fastmcp import FastMCP
from openenv.core.env_server.mcp_environment import MCPEnvironment
from openenv.core.env_server.types import Action, Observation, State

DRAWERS = 8
STEPS = 6
COLOURS = ("red", "green", "blue", "white")


class ToolsEnvironment(MCPEnvironment):
    """Two tools: a hint for a colour costs a step, opening a drawer is the answer."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        server = FastMCP("drawers")

        @server.tool
        def ask(colour: str) -> str:
            """Ask which drawers have a colour."""
            named = [str(i) for i, c in enumerate(self._colours) if c == colour]
            key = " The key is in one of them." if self._colours[self._key] == colour else ""
            return f"Drawers: {', '.join(named) or 'none'}.{key}"

        @server.tool
        def open_drawer(number: int) -> str:
            """Open a drawer for good."""
            self._opened = number
            return "The key is here." if number == self._key else "It is empty."

        super().__init__(server)
        self._colours: list[str] = [COLOURS[0]] * DRAWERS
        self._key = 0
        self._opened: int | None = None
        self._running = False
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Observation:
        """Hide the key."""
        rng = random.Random(seed)
        self._colours = [rng.choice(COLOURS) for _ in range(DRAWERS)]
        self._key = rng.randrange(DRAWERS)
        self._opened = None
        self._running = True
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return Observation(metadata={"message": f"The key is in one of {DRAWERS} drawers."})

    def step(self, action: Action, timeout_s: float | None = None, **options: Any) -> Observation:
        """Call a tool and score what it did."""
        self._before()
        if self._done:
            return self._after_end()
        return self._scored(super().step(action, timeout_s=timeout_s, **options))

    async def step_async(
        self, action: Action, timeout_s: float | None = None, **options: Any
    ) -> Observation:
        """The same on an event loop."""
        self._before()
        if self._done:
            return self._after_end()
        return self._scored(await super().step_async(action, timeout_s=timeout_s, **options))

    def _before(self) -> None:
        if not self._running:
            raise RuntimeError("there is no episode: call reset() before step()")

    def _after_end(self) -> Observation:
        return Observation(
            reward=0.0, done=True, metadata={"message": "The episode is over: call reset()."}
        )

    def _scored(self, observation: Observation) -> Observation:
        self._state.step_count += 1
        self._done = self._opened is not None or self._state.step_count >= STEPS
        observation.reward = 1.0 if self._opened == self._key else 0.0
        observation.done = self._done
        return observation

    def _step_impl(
        self, action: Action, timeout_s: float | None = None, **options: Any
    ) -> Observation:
        return Observation(metadata={"message": "Only tool calls are understood here."})

    @property
    def state(self) -> State:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)
