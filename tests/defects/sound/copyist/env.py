"""Copy a text exactly: the answer is shown, and the work is to repeat it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from openenv.core.env_server import create_fastapi_app
from pydantic import Field

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
)

ATTEMPTS = 2
ALPHABETS = {1: "abcdefgh ", 2: "abcXYZ019 -_.", 3: "äöüßéèñç→✓ ab12"}
LENGTHS = {1: 12, 2: 40, 3: 80}


class CopyistAction(VerifiedAction):
    """The copy."""

    text: str = Field(default="", max_length=400, description="the text, character by character")


class CopyistObservation(VerifiedObservation):
    """The original; after an attempt, what was sent and where it first differs."""

    original: str = Field(default="", description="the text to copy")
    sent: str = Field(default="", description="the copy as it arrived")
    differs_at: int = Field(default=-1, description="where the copy first differs; -1 if nowhere")
    attempts_left: int = Field(default=0, description="attempts that remain")


@dataclass
class Copying:
    """The original and the last copy."""

    original: str
    attempts: int = 0
    exact: bool = False


class CopyistEnvironment(
    VerifiedEnvironment[CopyistAction, CopyistObservation, VerifiedState, Copying]
):
    """Only an exact copy counts; two attempts. Levels differ in length and alphabet."""

    max_steps = ATTEMPTS
    reward = Reward(Column("exact", lambda t: float(t.facts["exact"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Copying, CopyistObservation]:
        """Draw a text that neither begins nor ends with a space."""
        level = 1 if setup.level is None else setup.level
        if level not in LENGTHS:
            raise SetupError(f"level must be one of {sorted(LENGTHS)}")
        letters = ALPHABETS[level].replace(" ", "")
        inner = rng.choices(ALPHABETS[level], k=LENGTHS[level] - 2)
        original = "".join([rng.choice(letters), *inner, rng.choice(letters)])
        return Copying(original), CopyistObservation(original=original, attempts_left=ATTEMPTS)

    def advance(self, game: Copying, action: CopyistAction) -> CopyistObservation:
        """Compare the copy with the original."""
        game.attempts += 1
        game.exact = action.text == game.original
        return CopyistObservation(
            original=game.original,
            sent=action.text,
            differs_at=first_difference(action.text, game.original),
            attempts_left=ATTEMPTS - game.attempts,
            done=game.exact,
        )

    def facts(self, game: Copying) -> Mapping[str, Any]:
        """Whether the copy is exact."""
        return {"exact": game.exact}


def first_difference(copy: str, original: str) -> int:
    """Where two texts first differ; -1 if they are equal."""
    for place, (sent, wanted) in enumerate(zip(copy, original, strict=False)):
        if sent != wanted:
            return place
    return -1 if copy == original else min(len(copy), len(original))


app = create_fastapi_app(CopyistEnvironment, CopyistAction, CopyistObservation)
