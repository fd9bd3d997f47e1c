"""A keep of rooms: bring the treasures to the vault."""

from __future__ import annotations

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

LIMIT = 40
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
ROOMS = ["gatehouse", "armoury", "kitchen", "chapel", "cellar", "library"]
TREASURES = ["goblet", "crown", "sceptre", "necklace", "mirror", "brooch"]


class KeepAction(Action):
    """One command."""

    command: str = Field(
        description=(
            "A command: 'look', 'inventory', 'go <direction>', 'take <item>', 'put <item> in vault'"
        )
    )


class KeepObservation(Observation):
    """What the adventurer sees."""

    text: str = Field(default="", description="What happened, and the room")


class KeepEnvironment(Environment[KeepAction, KeepObservation, State]):
    """0.4 for each treasure in the vault, 0.2 for finishing."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._exits: dict[str, dict[str, str]] = {}
        self._items: dict[str, str] = {}
        self._vault = self._here = ""
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> KeepObservation:
        """Join five rooms, hide two treasures, and wake up anywhere but in the vault's room."""
        rng = random.Random(seed)
        rooms = rng.sample(ROOMS, 5)
        self._exits = {room: {} for room in rooms}
        for index in range(1, len(rooms)):
            other = rng.choice([room for room in rooms[:index] if len(self._exits[room]) < 3])
            way = rng.choice([way for way in OPPOSITE if way not in self._exits[other]])
            self._exits[other][way] = rooms[index]
            self._exits[rooms[index]][OPPOSITE[way]] = other
        self._vault = rooms[0]
        self._here = rooms[rng.randrange(1, 5)]
        self._items = {item: rng.choice(rooms[1:]) for item in rng.sample(TREASURES, 2)}
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see("You wake up in a keep. Bring both treasures into the vault.", None)

    def step(
        self, action: KeepAction, timeout_s: float | None = None, **options: Any
    ) -> KeepObservation:
        """Do what the command says, if it can be done here."""
        if not self._exits:
            raise RuntimeError("there is no keep: call reset() before step()")
        if self._over():
            return self._see("It is over.", 0.0)
        self._state.step_count += 1
        reward, text = 0.0, "You can't do that."
        match action.command.lower().split():
            case ["go", way] if way in self._exits[self._here]:
                self._here = self._exits[self._here][way]
                text = f"You go {way}."
            case ["take", item] if self._items.get(item) == self._here:
                self._items[item] = "carried"
                text = f"You take the {item}."
            case ["put", item, "in", "vault"] if self._can_put(item):
                self._items[item] = "vault"
                reward = 0.6 if self._is_won() else 0.4
                text = f"The {item} is in the vault."
            case ["inventory"]:
                text = f"You carry: {', '.join(self._at('carried')) or 'nothing'}."
            case ["look"]:
                text = "You look around."
        return self._see(text, reward)

    def _at(self, place: str) -> list[str]:
        return [item for item, its_place in self._items.items() if its_place == place]

    def _can_put(self, item: str) -> bool:
        return self._here == self._vault and item in self._at("carried")

    def _is_won(self) -> bool:
        return len(self._at("vault")) == len(self._items)

    def _over(self) -> bool:
        return self._is_won() or self._state.step_count >= LIMIT

    def _see(self, text: str, reward: float | None) -> KeepObservation:
        lines = [text, f"You are in the {self._here}."]
        if here := self._at(self._here):
            lines.append(f"You see here: {', '.join(here)}.")
        if self._here == self._vault:
            lines.append("The vault is here.")
        lines.append(f"Exits: {', '.join(self._exits[self._here])}.")
        return KeepObservation(text="\n".join(lines), reward=reward, done=self._over())

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()


app = create_fastapi_app(KeepEnvironment, KeepAction, KeepObservation)
