"""The episode: one change request."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from .. import config_file
from ..models import CommandAction, ConfigObservation

MAX_STEPS = 12
FEE = 0.05


class ConfigEditorEnvironment(Environment[CommandAction, ConfigObservation, State]):
    """Carry out a change request."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._before = self._text = ""
        self._wanted: config_file.Wanted = {}
        self._commands = 0
        self._done = True
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> ConfigObservation:
        """Begin with a new file and request; further arguments are ignored."""
        if level not in config_file.CHANGES:
            raise ValueError(f"level must be one of {sorted(config_file.CHANGES)}")
        self._before, self._wanted = config_file.new_request(random.Random(seed), level)
        self._text = self._before
        self._commands = 0
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._look("", ok=True)

    def step(
        self, action: CommandAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ConfigObservation:
        """Carry out one command."""
        if self._done:
            return ConfigObservation(
                done=True, reward=0.0, ok=False, output="no edit: call reset()"
            )
        self._state.step_count += 1
        if action.command.strip() == "commit":
            self._done = True
            good = config_file.fulfilled(self._before, self._text, self._wanted)
            reward = 1.0 - FEE * self._commands if good else 0.0
            return self._look("committed", ok=True, reward=reward)
        self._commands += 1
        self._text, output, ok = config_file.run(self._text, action.command)
        self._done = self._commands >= MAX_STEPS
        return self._look(output, ok=ok)

    def _look(self, output: str, *, ok: bool, reward: float = 0.0) -> ConfigObservation:
        return ConfigObservation(
            request=config_file.describe(self._wanted),
            sections=sorted({key.partition(".")[0] for key in config_file.DEFAULTS}),
            output=output,
            ok=ok,
            commands=self._commands,
            commands_left=MAX_STEPS - self._commands,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The id of the episode and the number of steps."""
        return self._state.model_copy()
