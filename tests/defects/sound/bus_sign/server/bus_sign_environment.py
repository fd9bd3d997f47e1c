"""Editing a sign: look lines up, mark those to reprint, post the sign."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import BusSignAction, BusSignObservation
    from ..network import Entry, Stop, draw
except ImportError:  # started inside the folder
    from models import BusSignAction, BusSignObservation
    from network import Entry, Stop, draw

MAX_STEPS = 12
SIZES = {1: (6, 3, 3), 2: (9, 4, 4)}  # by level: lines, complaints, lookups


class BusSignEnvironment(Environment[BusSignAction, BusSignObservation, State]):
    """Reprint the lines of the sign that are wrong, and no others."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(step_count=0)
        self._stop: Stop | None = None
        self._print_list: dict[int, Entry] = {}
        self._seen: dict[int, str] = {}
        self._reprinted: list[int] = []
        self._lookups = 0
        self._done = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> BusSignObservation:
        """Draw a stop."""
        level = level if level in SIZES else 1
        seed = random.randrange(2**32) if seed is None else seed
        rng = random.Random(f"bus {level} {seed}")
        lines, suspects, self._lookups = SIZES[level]
        self._stop = draw(rng, lines, rng.randint(1, suspects - 1), suspects)
        self._print_list = {line: self._stop.timetable[line] for line in self._stop.wrong}
        self._seen, self._reprinted, self._done = {}, [], False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe(0.0, "")

    def step(
        self, action: BusSignAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BusSignObservation:
        """Play one command."""
        if self._stop is None or self._done:
            return BusSignObservation(done=True, reward=0.0, note="no sign: reset first")
        self._state.step_count += 1
        tool = action.tool.strip().lower()
        reward = 0.0
        if tool == "post":
            self._done = True
            reward, note = self._score(), "posted"
        elif tool not in ("lookup", "reprint"):
            note = "unknown tool: lookup, reprint or post"
        elif action.line not in self._stop.sign:
            lines = ", ".join(map(str, self._stop.sign))
            note = f"no line {action.line} to {tool}: choose from {lines}"
        elif tool == "lookup":
            note = self._look_up(action.line)
        else:
            if action.line not in self._reprinted:
                self._reprinted.append(action.line)
            note = f"line {action.line} will be reprinted"
        self._done = self._done or self._state.step_count >= MAX_STEPS
        return self._observe(reward, note)

    @property
    def state(self) -> State:
        """Episode id and step count."""
        return self._state.model_copy()

    def _look_up(self, line: int) -> str:
        assert self._stop is not None
        if line in self._seen:
            return f"line {line} was looked up before"
        if not self._lookups:
            return "the depot does not answer any more"
        self._lookups -= 1
        self._seen[line] = self._stop.timetable[line].text
        return f"line {line} is in the timetable as {self._seen[line]}"

    def _score(self) -> float:
        """The share of the wrong lines that are reprinted, less what was reprinted in vain."""
        hits = sum(line in self._print_list for line in self._reprinted)
        in_vain = len(self._reprinted) - hits
        return max(0.0, (hits - in_vain) / len(self._print_list))

    def _observe(self, reward: float, note: str) -> BusSignObservation:
        assert self._stop is not None
        return BusSignObservation(
            sign=[entry.text for entry in self._stop.sign.values()],
            complaints=list(self._stop.complaints),
            timetable=dict(self._seen),
            reprinted=list(self._reprinted),
            lookups_left=self._lookups,
            note=note,
            reward=reward,
            done=self._done,
        )
