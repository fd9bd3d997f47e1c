"""The parcel desk: lookups for a fee, then one quote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import DeskAction, ParcelObservation
from ..tariff import BANDS_G, LEVELS, Parcel, draw_parcel, draw_tariff, postage

FEES = {"zone": 0.1, "tape": 0.05, "scale": 0.05}
MAX_STEPS = 12


@dataclass
class Case:
    """One customer at the desk."""

    parcel: Parcel
    tariff: dict[str, list[int]]
    slip: str
    known: dict[str, str] = field(default_factory=dict)
    due: float = 0.0
    booked: float = 0.0
    right: bool = False
    result: str = ""

    def book(self) -> None:
        """Book the fee that is due."""
        self.booked += self.due
        self.due = 0.0


class ParcelDeskEnvironment(
    VerifiedEnvironment[DeskAction, ParcelObservation, VerifiedState, Case]
):
    """Quote the postage. `reset(level=1..3)` sets how much is missing on the slip."""

    max_steps = MAX_STEPS
    step_timeout_s = 5.0
    reward = Reward(
        Column("quote", lambda t: float(t.facts["right"]), kind="outcome"),
        Column(
            "fees",
            lambda t: t.facts_before["booked"] - t.facts["booked"],
            kind="cost",
            range=(-0.2, 0),
        ),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ParcelObservation:
        """Begin an episode; options that are not known are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ParcelObservation:
        """`reset` for the server."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Case, ParcelObservation]:
        """Draw the tariff of the month and a parcel."""
        level = setup.level if setup.level in LEVELS else 1
        parcel = draw_parcel(rng)
        case = Case(parcel, draw_tariff(rng), _slip(parcel))
        if level <= 2:
            case.known["tape"] = parcel.size_text()
        if level == 1:
            case.known["scale"] = f"{parcel.weight_g} g"
        return case, _observation(case)

    def advance(self, game: Case, action: DeskAction) -> ParcelObservation:
        """Answer a lookup, or compare the quote with the tariff."""
        parcel = game.parcel
        if action.kind == "quote":
            price = postage(
                game.tariff, parcel.zone, parcel.sides_cm, parcel.weight_g, parcel.insured_eur
            )
            game.right = action.cents == price
            game.result = "right" if game.right else "wrong"
            return _observation(game, done=True)
        game.due = FEES[action.kind]
        game.book()
        answers = {
            "zone": parcel.zone,
            "tape": parcel.size_text(),
            "scale": f"{parcel.weight_g} g",
        }
        game.known[action.kind] = answers[action.kind]
        return _observation(game)

    def facts(self, game: Case) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right, "booked": game.booked}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in ("split", "index", "level")}


def _slip(parcel: Parcel) -> str:
    insured = f"insured for {parcel.insured_eur} EUR" if parcel.insured_eur else "not insured"
    return f"One parcel to {parcel.country}, {parcel.contents}, {insured}."


def _observation(case: Case, *, done: bool = False) -> ParcelObservation:
    return ParcelObservation(
        slip=case.slip,
        tariff={zone: list(row) for zone, row in case.tariff.items()},
        bands_g=list(BANDS_G),
        known=dict(case.known),
        fees=round(case.booked, 2),
        result=case.result,
        done=done,
    )
