"""The rules of the bird transect: a notebook of passes, and one report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import TransectAction, TransectObservation

SPECIES = (
    "blackbird",
    "blue tit",
    "chaffinch",
    "dunnock",
    "goldfinch",
    "great tit",
    "greenfinch",
    "magpie",
    "nuthatch",
    "robin",
    "song thrush",
    "wren",
)
MANNERS = ("singing", "calling", "feeding", "perched")
FEWEST_PASSES, MOST_PASSES = 2, 6
STEPS = 10


@dataclass(frozen=True)
class Sighting:
    """One line of the notebook."""

    minute: int
    species: str
    birds: int
    flying: bool
    manner: str

    def line(self) -> str:
        """The line as the observer wrote it."""
        manner = "flying over" if self.flying else self.manner
        hour, minute = 6 + self.minute // 60, self.minute % 60
        return f"{hour:02d}:{minute:02d} {self.birds} {self.species}, {manner}"


@dataclass
class Notebook:
    """The game of an episode."""

    asked: list[str]
    passes: list[list[Sighting]]
    answer: Secret[tuple[int, ...]]
    steps: int = 0
    open_page: int = 0
    reported: dict[str, int] = field(default_factory=dict)


class BirdTransectEnvironment(
    VerifiedEnvironment[TransectAction, TransectObservation, VerifiedState, Notebook]
):
    """Report the transect count of some species, from the notebook of several passes."""

    max_steps = STEPS
    step_timeout_s = 5.0
    options: ClassVar[Mapping[str, Any]] = {"passes": 3, "flyovers": True}
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("share", lambda t: float(t.facts["share"]), kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Notebook, TransectObservation]:
        """Walk the passes."""
        passes = setup.options["passes"]
        if isinstance(passes, bool) or not isinstance(passes, int):
            raise SetupError("passes must be an integer")
        if not FEWEST_PASSES <= passes <= MOST_PASSES:
            raise SetupError(f"passes must be from {FEWEST_PASSES} to {MOST_PASSES}")
        flyovers = bool(setup.options["flyovers"])
        present = rng.sample(SPECIES, 6)
        walked = [list(_walk(rng, present, flyovers)) for _ in range(passes)]
        asked = sorted(rng.sample(present, 3))
        answer = tuple(transect_count(walked, species) for species in asked)
        game = Notebook(asked, walked, Secret(answer))
        return game, _seen(game)

    def advance(self, game: Notebook, action: TransectAction) -> TransectObservation:
        """Open a page, or take the report."""
        game.steps += 1
        if action.command == "report":
            missing = [name for name in game.asked if name not in action.counts]
            if missing:
                return _seen(game, f"the report lacks {', '.join(missing)}")
            game.reported = {name: action.counts[name] for name in game.asked}
            return _seen(game, done=True)
        if not 1 <= action.page <= len(game.passes):
            return _seen(game, f"there is no page {action.page}")
        game.open_page = action.page
        return _seen(game)

    def facts(self, game: Notebook) -> Mapping[str, Any]:
        """How much of the report is right."""
        wanted = dict(zip(game.asked, game.answer.reveal(), strict=True))
        hits = sum(game.reported.get(name) == count for name, count in wanted.items())
        return {"right": hits == len(wanted), "share": hits / len(wanted)}


def transect_count(passes: list[list[Sighting]], species: str) -> int:
    """The most birds of a species that one pass found; birds flying over are left out."""
    return max(
        sum(seen.birds for seen in walk if seen.species == species and not seen.flying)
        for walk in passes
    )


def _walk(rng: Random, present: list[str], flyovers: bool) -> Iterator[Sighting]:
    minute = rng.randrange(20)
    for _ in range(rng.randint(9, 14)):
        minute += rng.randint(1, 7)
        flying = flyovers and rng.random() < 0.2
        yield Sighting(minute, rng.choice(present), rng.randint(1, 5), flying, rng.choice(MANNERS))


def _seen(game: Notebook, note: str = "", *, done: bool = False) -> TransectObservation:
    page = game.passes[game.open_page - 1] if game.open_page else []
    return TransectObservation(
        pages=len(game.passes),
        species=list(game.asked),
        page=game.open_page,
        lines=[seen.line() for seen in page],
        note=note,
        steps_left=STEPS - game.steps,
        done=done,
    )
