"""The game of the escape room, and its reward."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..models import Command, RoomObservation
from ..room import DIGITS, Room, furnish, play

COMMANDS = 40


class EscapeRoomEnvironment(VerifiedEnvironment[Command, RoomObservation, VerifiedState, Room]):
    """Search the study, find the digits, open the door."""

    max_steps = COMMANDS
    step_timeout_s = 5.0
    reward = Reward(
        Column("escaped", lambda t: float(t.facts["escaped"]), kind="outcome"),
        Column("plates", lambda t: t.facts["plates"], kind="process", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """Begin a game; options other than `level` are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Room, RoomObservation]:
        """Lock the door."""
        level = 1 if setup.level is None else setup.level
        if level not in DIGITS:
            raise SetupError(f"no level {level}: choose one of {list(DIGITS)}")
        room = furnish(rng, level)
        return room, _observation(room, "The door falls shut behind you. It has a ring lock.")

    def advance(self, room: Room, action: Command) -> RoomObservation:
        """Carry out the command."""
        story = play(room, action.text)
        if room.over and not room.escaped:
            story += " The hour is over; the clockmaker lets you out."
        return _observation(room, story)

    def facts(self, room: Room) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"escaped": room.escaped, "plates": len(room.plates) / DIGITS[room.level]}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name == "level"}


def _observation(room: Room, story: str) -> RoomObservation:
    return RoomObservation(
        story=story,
        places=list(room.places),
        searched=list(room.searched),
        inventory=list(room.inventory),
        plates={str(position): digit for position, digit in sorted(room.plates.items())},
        digits=DIGITS[room.level],
        chest_open=room.chest_open,
        minutes=room.minutes,
        done=room.over,
    )
