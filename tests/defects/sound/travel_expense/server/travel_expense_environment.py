"""Reimburse a traveller from a cash box that does not hold enough."""

from __future__ import annotations

from collections.abc import Mapping
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

from ..cashbox import SIZES, Desk, draw_desk, euros
from ..lenient import IgnoresUnknownOptions
from ..models import Receipt, TravelExpenseAction, TravelExpenseObservation

ACTS = 24


class TravelExpenseEnvironment(
    IgnoresUnknownOptions,
    VerifiedEnvironment[TravelExpenseAction, TravelExpenseObservation, VerifiedState, Desk],
):
    """Choose which receipts to pay; the best choice uses the box as well as possible."""

    max_steps = ACTS
    step_timeout_s = 5.0
    reward = Reward(
        Column("best", lambda t: float(t.facts["settled"] == 1.0), kind="outcome"),
        Column("settled", lambda t: t.facts["settled"], kind="process", weight=0.0),
        Column("accepted", lambda t: float(not t.facts["refused"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, TravelExpenseObservation]:
        """Five receipts in level 1, eight in level 2."""
        level = 1 if setup.level is None else setup.level
        if level not in SIZES:
            raise SetupError(f"level must be one of {list(SIZES)}")
        desk = draw_desk(rng, level)
        return desk, _look(desk)

    def advance(self, desk: Desk, action: TravelExpenseAction) -> TravelExpenseObservation:
        """Pay, or close the desk."""
        desk.acts += 1
        if action.kind == "close":
            return _look(desk, done=True)
        note = desk.pay(action.receipt, action.euros)
        desk.refused = bool(note)
        return _look(desk, note)

    def facts(self, desk: Desk) -> Mapping[str, Any]:
        """What was reimbursed in full, as a share of the most that the box allows."""
        return {"settled": min(1.0, desk.settled / desk.best), "refused": desk.refused}


def _look(desk: Desk, note: str = "", *, done: bool = False) -> TravelExpenseObservation:
    receipts = [
        Receipt(id=c.id, purpose=c.purpose, euros=euros(c.cents), paid=euros(c.paid))
        for c in desk.claims
    ]
    left = ACTS - desk.acts
    return TravelExpenseObservation(
        box=euros(desk.box), receipts=receipts, acts_left=left, note=note, done=done
    )
