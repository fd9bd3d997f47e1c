"""The adventure."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import ObservatoryAction, ObservatoryObservation, ObservatoryState
    from ..world import EXITS, LAYOUTS, LINES, THINGS
except ImportError:
    from models import ObservatoryAction, ObservatoryObservation, ObservatoryState
    from world import EXITS, LAYOUTS, LINES, THINGS

COMMANDS = 40


class ObservatoryEnvironment(
    Environment[ObservatoryAction, ObservatoryObservation, ObservatoryState]
):
    """One night in the observatory."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ObservatoryState()
        self._things: dict[str, list[str]] = {}
        self._bag: list[str] = []
        self._comet = 0
        self._power = self._open = False
        self._over = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> ObservatoryObservation:
        """Night falls."""
        rng = random.Random() if seed is None else random.Random(f"night {seed}")
        layout = rng.choice(LAYOUTS)
        self._things = {room: list(things) for room, things in layout.items()}
        self._bag = []
        self._comet = rng.randrange(360)
        self._power = self._open = False
        self._over = False
        self._state = ObservatoryState(episode_id=episode_id or str(uuid.uuid4()), room="gate")
        return ObservatoryObservation(text=self._look(), reward=None, done=False)

    def step(
        self, action: ObservatoryAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ObservatoryObservation:
        """Obey a command."""
        if self._over:
            return ObservatoryObservation(text="The night is over.", reward=0.0, done=True)
        self._state.step_count += 1
        verb, _, rest = " ".join(action.text.lower().split()).partition(" ")
        text, reward = self._obey(verb, rest)
        if self._state.step_count >= COMMANDS:
            self._over = True
        return ObservatoryObservation(text=text, reward=reward, done=self._over)

    @property
    def state(self) -> ObservatoryState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _dark(self) -> bool:
        return self._state.room == "cellar" and "lamp" not in self._bag

    def _look(self) -> str:
        room = self._state.room
        ways = "Ways: " + ", ".join(EXITS[room]) + "."
        if self._dark():
            return f"It is pitch dark. {ways}"
        here = self._things.get(room, [])
        lies = f" Here: {', '.join(here)}." if here else ""
        return f"You are at: {room}. {LINES[room]}{lies} {ways}"

    def _obey(self, verb: str, rest: str) -> tuple[str, float]:
        room = self._state.room
        if verb == "go":
            if rest not in EXITS[room]:
                return "There is no way.", 0.0
            if EXITS[room][rest] == "dome" and not self._open:
                return "The door of the dome is locked.", 0.0
            self._state.room = EXITS[room][rest]
            return self._look(), 0.0
        if self._dark():
            return self._look(), 0.0
        if verb == "look" and not rest:
            return self._look(), 0.0
        if verb == "bag" and not rest:
            return "You carry: " + (", ".join(self._bag) or "nothing") + ".", 0.0
        if verb == "take" and rest in self._things.get(room, []):
            self._things[room].remove(rest)
            self._bag.append(rest)
            return f"You take the {rest}.", 0.0
        if verb == "drop" and rest in self._bag and rest in THINGS:
            self._bag.remove(rest)
            self._things.setdefault(room, []).append(rest)
            return f"You drop the {rest}.", 0.0
        if (verb, rest) == ("read", "logbook") and "logbook" in self._bag:
            return f"The last line says: comet at {self._comet}.", 0.0
        if (verb, rest) == ("use", "fuse") and "fuse" in self._bag and room == "cellar":
            self._bag.remove("fuse")
            self._power = True
            return "Somewhere above a motor hums. The power is on.", 0.25
        if (
            (verb, rest) == ("unlock", "dome")
            and "key" in self._bag
            and room == "stairs"
            and not self._open
        ):
            self._open = True
            return "The door of the dome swings open.", 0.25
        if verb == "set" and room == "dome" and re.fullmatch("[0-9]{1,3}", rest):
            if not self._power:
                return "Nothing moves. There is no power.", 0.0
            self._over = True
            if int(rest) == self._comet:
                return "The comet, at last!", 0.5
            return "Only darkness. The motor dies.", 0.0
        return "You cannot do that.", 0.0
