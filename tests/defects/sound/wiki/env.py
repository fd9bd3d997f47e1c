"""A small encyclopedia of invented towns: the answer stands on a page that one has to open."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from openenv.core.env_server import create_fastapi_app
from pydantic import Field

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
)

TURNS = 5
TOWNS = ("Aldermoor", "Brackwell", "Cindale", "Dunmere", "Eastfold", "Farrowby", "Glenholt")
RIVERS = ("Ashwater", "Bourne", "Calder", "Dray", "Ebble", "Fleet", "Gade", "Hamble")
MAYORS = ("Ada Finch", "Ben Okoro", "Cleo Marsh", "Dev Patel", "Eva Lund", "Finn Hale", "Gus Roe")


class WikiAction(VerifiedAction):
    """Open a page, or answer."""

    do: Literal["open", "answer"] = Field(default="open", description="what to do")
    text: str = Field(default="", max_length=60, description="the title of a page, or the answer")


class WikiObservation(VerifiedObservation):
    """The question, and the page that is open."""

    question: str = Field(default="", description="what is asked")
    titles: list[str] = Field(default_factory=list, description="titles of all pages")
    page: str = Field(default="", description="the text of the page that is open")
    turns_left: int = Field(default=0, description="turns that remain")


@dataclass
class Reading:
    """The facts of this episode, and the question."""

    pages: dict[str, str]
    question: str
    answer: str
    page: str = ""
    opened: float = 0.0
    turns: int = 0
    answered: bool = False
    right: bool = False


class WikiEnvironment(VerifiedEnvironment[WikiAction, WikiObservation, VerifiedState, Reading]):
    """1 for the right answer; each page that is opened costs 0.02, and the first answer ends it."""

    max_steps = TURNS
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column(
            "pages", lambda t: -float(t.facts["opened"]), kind="cost", range=(-1, 0), weight=0.02
        ),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Reading, WikiObservation]:
        """Draw the facts and the question."""
        rivers, mayors = rng.sample(RIVERS, len(TOWNS)), rng.sample(MAYORS, len(TOWNS))
        years = rng.sample(range(900, 1900), len(TOWNS))
        facts = list(zip(TOWNS, rivers, years, mayors, strict=True))
        pages = {
            town: f"{town} lies on the {river}, was founded in {year}. Mayor: {mayor}."
            for town, river, year, mayor in facts
        }
        town, river, year, mayor = rng.choice(facts)
        question, answer = rng.choice(
            [
                (f"On which river does {town} lie?", river),
                (f"In which year was {town} founded?", str(year)),
                (f"Who is the mayor of {town}?", mayor),
            ]
        )
        reading = Reading(pages, question, answer)
        return reading, self._observe(reading)

    def advance(self, game: Reading, action: WikiAction) -> WikiObservation:
        """Open a page or check the answer."""
        game.turns += 1
        game.opened = float(action.do == "open")
        if game.opened:
            game.page = game.pages.get(action.text.strip(), "There is no such page.")
        else:
            game.answered, game.right = True, action.text.strip() == game.answer
        return self._observe(game)

    def facts(self, game: Reading) -> Mapping[str, Any]:
        """Whether the answer was right, and whether a page was opened in this step."""
        return {"right": game.right, "opened": game.opened}

    @staticmethod
    def _observe(reading: Reading) -> WikiObservation:
        return WikiObservation(
            question=reading.question,
            titles=list(reading.pages),
            page=reading.page,
            turns_left=TURNS - reading.turns,
            done=reading.answered,
        )


app = create_fastapi_app(WikiEnvironment, WikiAction, WikiObservation)
