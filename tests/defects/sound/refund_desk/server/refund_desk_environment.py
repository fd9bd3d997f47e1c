"""A clerk settles a refund."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import RefundAction, RefundObservation, RefundState
    from ..rules import Case, draw, settle
except ImportError:
    from models import RefundAction, RefundObservation, RefundState
    from rules import Case, draw, settle

STEPS = 6
LEVELS = ("easy", "hard")
WEIGHTS = {"decision": 0.3, "amount": 0.7}


class RefundDeskEnvironment(Environment[RefundAction, RefundObservation, RefundState]):
    """One letter, one decision."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = RefundState()
        self._case: Case | None = None
        self._seen = False
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> RefundObservation:
        """A letter arrives."""
        level = "easy" if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be easy or hard, not {level!r}")
        self._case = draw(random.Random() if seed is None else random.Random(f"refund {seed}"))
        self._seen, self._done = False, False
        self._state = RefundState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._desk("a letter has arrived", None, {})

    def step(
        self, action: RefundAction, timeout_s: float | None = None, **kwargs: Any
    ) -> RefundObservation:
        """Look up or settle."""
        if self._done or self._case is None:
            return self._desk("the desk is closed", 0.0, {})
        self._state.step_count += 1
        kind, decision = action.kind.strip().lower(), action.decision.strip().lower()
        note, reward, parts = "unknown action", 0.0, {}
        if kind == "lookup":
            found = action.reference.strip().upper() == self._case.reference
            self._seen = self._seen or found
            note = "booking found" if found else "no such booking"
        elif kind == "settle" and decision in ("refund", "voucher", "deny"):
            right, cents = settle(self._case)
            good = decision == right
            parts = {
                "decision": WEIGHTS["decision"] * good,
                "amount": WEIGHTS["amount"] * (good and action.cents == cents),
            }
            reward, note, self._done = sum(parts.values()), "case settled", True
        self._done = self._done or self._state.step_count >= STEPS
        return self._desk(note, reward, parts)

    @property
    def state(self) -> RefundState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _desk(self, note: str, reward: float | None, parts: dict[str, float]) -> RefundObservation:
        case, booking = self._case, {}
        if case and self._seen:
            booking = {
                "reference": case.reference,
                "class": case.fare_class,
                "paid_cents": case.paid,
                "departure": case.departure.isoformat(),
                "status": "cancelled by carrier" if case.cancelled_by_us else "confirmed",
            }
            if self._state.level == "easy":
                booking["days_before_departure"] = (case.departure - case.written).days
        return RefundObservation(
            letter=case.letter if case else "",
            booking=booking,
            note=note,
            parts=parts,
            reward=reward,
            done=self._done,
        )
