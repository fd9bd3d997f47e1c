"""The episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..models import ShellAction, ShellObservation
from ..shell import Disk, draw

TURNS = 40
TASKS = {
    1: "Sort /inbox into /invoices, /letters and /photos by file name; remove the .tmp files.",
    2: "Sort /inbox into /invoices, /letters and /photos by the first line of each file; remove "
    "scratch files.",
}


@dataclass
class Session:
    """The state of an episode."""

    disk: Disk
    level: int
    turns: int = 0


class FileSorterEnvironment(
    VerifiedEnvironment[ShellAction, ShellObservation, VerifiedState, Session]
):
    """Tidy the inbox. `reset(level=1|2)`."""

    max_steps = TURNS
    step_timeout_s = 5.0
    reward = Reward(
        Column("tidy", lambda t: t.facts["tidiness"] ** 2, kind="outcome"),
        Column("share", lambda t: t.facts["tidiness"], kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Session, ShellObservation]:
        """Fill the inbox."""
        level = 1 if setup.level is None else setup.level
        if level not in TASKS:
            raise SetupError("level must be 1 or 2")
        session = Session(draw(rng, level), level)
        return session, self._show(session, "")

    def advance(self, game: Session, action: ShellAction) -> ShellObservation:
        """Run one command."""
        game.turns += 1
        line = action.command.strip()
        if line == "done":
            return self._show(game, "bye", done=True)
        return self._show(game, game.disk.run(line))

    def facts(self, game: Session) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"tidiness": game.disk.tidiness()}

    def _show(self, game: Session, output: str, *, done: bool = False) -> ShellObservation:
        return ShellObservation(
            output=output,
            task=TASKS[game.level],
            inbox=game.disk.listing("/inbox"),
            folders=sorted(game.disk.folders),
            turns_left=TURNS - game.turns,
            done=done,
        )
