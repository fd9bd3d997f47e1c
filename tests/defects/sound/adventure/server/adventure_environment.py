"""The adventure as an environment."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import CommandAction, SceneObservation
from ..world import EXITS, LEVELS, SCENES, World, make_world, obey

COMMANDS = 30


class AdventureEnvironment(
    VerifiedEnvironment[CommandAction, SceneObservation, VerifiedState, World]
):
    """Carry the treasures to the chest."""

    max_steps = COMMANDS
    step_timeout_s = 5.0
    options: ClassVar[Mapping[str, Any]] = {"terse": False}
    reward = Reward(
        Column("complete", lambda t: float(t.facts["complete"]), kind="outcome", weight=0.5),
        Column("stored", lambda t: t.facts["gain"], kind="process", weight=0.5),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SceneObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SceneObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = ("split", "index", "level", *self.options)
        return {name: value for name, value in options.items() if name in known}

    def begin(self, rng: Random, setup: Setup) -> tuple[World, SceneObservation]:
        """Place the things of this level."""
        level = LEVELS[0] if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"level must be one of {list(LEVELS)}")
        world = make_world(rng, level, terse=bool(setup.options["terse"]))
        return world, self._observe(world, SCENES["hall"])

    def advance(self, game: World, action: CommandAction) -> SceneObservation:
        """Obey the command."""
        return self._observe(game, obey(game, action.command))

    def facts(self, game: World) -> Mapping[str, Any]:
        """What the columns pay for."""
        return {"complete": game.complete, "gain": game.gain}

    def _observe(self, world: World, text: str) -> SceneObservation:
        return SceneObservation(
            text=text,
            room=world.room,
            items=world.visible(),
            exits=list(EXITS[world.room]),
            carried=list(world.carried),
            chest=list(world.chest),
            treasures=list(world.treasures),
            journal={room: list(items) for room, items in world.journal.items()},
            unlocked=world.unlocked,
            commands_left=COMMANDS - world.commands,
            done=world.complete,
        )
