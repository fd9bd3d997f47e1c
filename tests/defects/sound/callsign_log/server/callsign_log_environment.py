"""Log the contacts of a shift at an amateur radio station."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import LogAction, RadioObservation
from ..radio import Contact, confirms, draw_contact, read_log

CONTACTS = 4
LEVELS = (1, 2, 3)


@dataclass
class Shift:
    """Everything that changes during an episode."""

    contacts: list[Contact]
    calls: Secret[list[str]]
    logged: int = 0
    confirmed: int = 0
    readable: bool = True


class CallsignLogEnvironment(
    VerifiedEnvironment[LogAction, RadioObservation, VerifiedState, Shift]
):
    """Four transmissions, one log line for each. `reset(level=1..3)` sets the conditions."""

    max_steps = CONTACTS
    step_timeout_s = 5.0
    reward = Reward(
        Column("confirmed", lambda t: t.facts["confirmed"] / CONTACTS, kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Shift, RadioObservation]:
        """Draw the contacts of the shift."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"level must be one of {LEVELS}")
        contacts = [draw_contact(rng, level) for _ in range(CONTACTS)]
        shift = Shift(contacts, Secret([contact.call for contact in contacts]))
        return shift, _hear(shift)

    def advance(self, shift: Shift, action: LogAction) -> RadioObservation:
        """Compare the log line with the transmission; the next station calls."""
        lines = read_log(action.text)
        contact = shift.contacts[shift.logged]
        shift.logged += 1
        shift.readable = len(lines) == 1
        if not shift.readable:
            return _hear(shift, "several log lines" if lines else "no log line")
        right = confirms(contact, lines[0])
        shift.confirmed += right
        return _hear(shift, "confirmed" if right else "not confirmed")

    def facts(self, shift: Shift) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"confirmed": shift.confirmed, "readable": shift.readable}


def _hear(shift: Shift, note: Any = "") -> RadioObservation:
    over = shift.logged == CONTACTS
    return RadioObservation(
        heard="" if over else shift.contacts[shift.logged].heard,
        contact=min(shift.logged + 1, CONTACTS),
        contacts=CONTACTS,
        note=note,
        done=over,
    )
