"""The choice of loans, and its reward."""

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
)

from ..loans import OFFERS, Exhibition, Loan, best_list, draw_exhibition, totals
from ..models import LoansAction, LoansObservation, Offer

LISTS = 3
_OPTIONS = ("split", "index", "level")


@dataclass
class Choice:
    """An exhibition, and the last list that was sent."""

    level: int
    exhibition: Exhibition
    best_appeal: int
    lists: int = 0
    appeal: int = 0


class MuseumLoansEnvironment(
    VerifiedEnvironment[LoansAction, LoansObservation, VerifiedState, Choice]
):
    """Choose loans. `reset(level=1..3, split="train"|"test", index=...)`."""

    max_steps = LISTS
    step_timeout_s = 5.0
    tasks = TaskSet(
        {
            "train": {level: range(3000) for level in OFFERS},
            "test": {level: range(3000, 3600) for level in OFFERS},
        }
    )
    reward = Reward(
        Column("appeal", lambda t: _worth(t.facts["share"]), kind="outcome"),
        Column("share", lambda t: t.facts["share"], kind="process", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """As in the base class, but options that are not known are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Choice, LoansObservation]:
        """Draw the exhibition with the task's number."""
        assert setup.task is not None
        level = setup.task.level
        show = draw_exhibition(Random(f"museum loans {level} {setup.task.payload}"), level)
        best = best_list(show.offers, show.max_volume, show.max_insured)
        choice = Choice(level, show, totals(best)[2])
        return choice, _observation(choice, [])

    def advance(self, choice: Choice, action: LoansAction) -> LoansObservation:
        """Add up the list; a final list, or the last one, ends the choice."""
        choice.lists += 1
        show = choice.exhibition
        offers = {loan.code: loan for loan in show.offers}
        chosen = [offers[code] for code in action.loans if code in offers]
        note = ""
        if len(chosen) < len(action.loans) or len(set(action.loans)) < len(action.loans):
            note, chosen = "name objects that are on offer, each once", []
        volume, insured, appeal = totals(chosen)
        if volume > show.max_volume or insured > show.max_insured:
            note = "the list exceeds a limit"
        choice.appeal = 0 if note else appeal
        return _observation(choice, chosen, note, done=action.final)

    def facts(self, choice: Choice) -> Mapping[str, Any]:
        """The appeal of the last list, as a share of the most that was possible."""
        return {"share": choice.appeal / choice.best_appeal}


def _worth(share: float) -> float:
    """1 for the most appeal, falling to 0 for three quarters of it."""
    return max(0.0, 4 * share - 3)


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _OPTIONS}


def _observation(
    choice: Choice, chosen: list[Loan], note: str = "", *, done: bool = False
) -> LoansObservation:
    volume, insured, appeal = totals(chosen)
    return LoansObservation(
        level=choice.level,
        offers=[
            Offer(
                code=loan.code,
                title=loan.title,
                volume=loan.volume,
                insured=loan.insured,
                appeal=loan.appeal,
            )
            for loan in choice.exhibition.offers
        ],
        max_volume=choice.exhibition.max_volume,
        max_insured=choice.exhibition.max_insured,
        lists_left=LISTS - choice.lists,
        volume=volume,
        insured=insured,
        appeal=appeal,
        note=note,
        done=done,
    )
