"""One find, five cards, one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..collection import LADDER, TRAY, neighbours, notes
from ..models import FossilDeskAction, FossilDeskObservation

SITES = ("quarry", "road cutting", "river bank", "sea cliff", "borehole", "ploughed field")
SPECIMENS = 8  # of each species
LEAST_NOTES = {1: 4, 2: 2}  # by level


@dataclass
class Desk:
    """A find and the answer that was given."""

    species: str
    sheet: FossilDeskObservation
    identified: bool = False
    on_a_card: bool = False


def tasks() -> TaskSet[tuple[int, int]]:
    """Every specimen of every species is a task; a quarter of the specimens is held out."""
    specimens = [(place, number) for place in range(len(LADDER)) for number in range(SPECIMENS)]
    train, test = hold_out(specimens, len(specimens) // 4, seed=0)
    return TaskSet(
        {"train": dict.fromkeys(LEAST_NOTES, train), "test": dict.fromkeys(LEAST_NOTES, test)}
    )


class FossilDeskEnvironment(
    VerifiedEnvironment[FossilDeskAction, FossilDeskObservation, VerifiedState, Desk]
):
    """Name the species of a find."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("identified", lambda t: float(t.facts["identified"]), kind="outcome"),
        Column("on_a_card", lambda t: float(t.facts["on_a_card"]), kind="format", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """As in the base class, but options that are not known are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {name: options[name] for name in ("split", "index", "level") if name in options}

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, FossilDeskObservation]:
        """Take the specimen's notes, and the cards of species of about its age."""
        assert setup.task is not None
        place, number = setup.task.payload
        found = LADDER[place]
        tray = neighbours(place, rng.randrange(TRAY))
        specimen = Random(f"specimen {place} {number}")
        sheet = FossilDeskObservation(
            site=specimen.choice(SITES),
            notes=notes(specimen, found, tray, LEAST_NOTES[setup.task.level]),
            cards=[species.card for species in rng.sample(tray, len(tray))],
            note="Which of these is it?",
        )
        return Desk(found.name, sheet), sheet

    def advance(self, game: Desk, action: FossilDeskAction) -> FossilDeskObservation:
        """Compare the answer."""
        answer = action.species.strip().lower()
        game.identified = answer == game.species.lower()
        game.on_a_card = any(card.lower().startswith(f"{answer} (") for card in game.sheet.cards)
        return game.sheet.model_copy(update={"note": "filed", "done": True})

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"identified": game.identified, "on_a_card": game.on_a_card}
