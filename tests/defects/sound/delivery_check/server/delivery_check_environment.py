"""Settle one complaint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..cases import PRICES, Case, draw_case
from ..models import CaseObservation, CheckAction


@dataclass
class Desk:
    """The case, what was requested and what it cost."""

    case: Case
    shown: list[str] = field(default_factory=list)
    spent: int = 0
    right: bool = False


def _settled(facts: Mapping[str, Any]) -> float:
    if not facts["right"]:
        return 0.0
    return 1.0 if facts["spent"] <= facts["budget"] else 0.5


class DeliveryCheckEnvironment(
    VerifiedEnvironment[CheckAction, CaseObservation, VerifiedState, Desk]
):
    """Request proofs within the budget and settle the case."""

    max_steps = 8
    step_timeout_s = 5.0
    reward = Reward(Column("settled", lambda t: _settled(t.facts), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, CaseObservation]:
        """Draw the case."""
        level = 1 if setup.level is None else setup.level
        if level not in (1, 2):
            raise SetupError(f"level must be 1 or 2, not {level}")
        desk = Desk(draw_case(rng, level))
        return desk, _observe(desk, "a new case")

    def advance(self, desk: Desk, action: CheckAction) -> CaseObservation:
        """Show a proof and charge for it, or settle."""
        if action.kind == "settle":
            stamps = {desk.case.proofs[item].stamp for item in desk.case.concerned}
            desk.right = action.verdict == desk.case.verdict and (
                sorted(action.stamps) == sorted(stamps)
            )
            return _observe(desk, "the case is settled", done=True)
        if action.kind != "request":
            return _observe(desk, "request a proof or settle")
        item = action.item.strip().lower()
        if item not in PRICES:
            return _observe(desk, "there is no such proof")
        desk.spent += PRICES[item]
        if item not in desk.shown:
            desk.shown.append(item)
        return _observe(desk, f"the courier sends the {item}")

    def facts(self, desk: Desk) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"right": desk.right, "spent": desk.spent, "budget": desk.case.budget}

    def secrets(self, desk: Desk) -> Iterable[str]:
        """The stamps of proofs that were not requested."""
        return [proof.stamp for item, proof in desk.case.proofs.items() if item not in desk.shown]

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CaseObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CaseObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    names = {"split", "index", "level"}
    return {name: value for name, value in options.items() if name in names}


def _observe(desk: Desk, note: str, *, done: bool = False) -> CaseObservation:
    proofs = {item: desk.case.proofs[item] for item in desk.shown}
    return CaseObservation(
        order=desk.case.order,
        complaint=desk.case.complaint,
        prices=dict(PRICES),
        budget=desk.case.budget,
        spent=desk.spent,
        proofs={item: proof.text for item, proof in proofs.items()},
        stamps={item: proof.stamp for item, proof in proofs.items()},
        note=note,
        done=done,
    )
