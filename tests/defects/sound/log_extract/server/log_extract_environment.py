"""The log, the question and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import LogExtractAction, LogExtractObservation

SERVICES = ("auth", "billing", "catalog", "search", "mailer")
CODES = ("E104", "E217", "E233", "E301", "E418", "E502", "E777", "E910")
TEXTS = ("connection reset", "timeout after 30s", "bad gateway", "queue full", "schema mismatch")
QUESTION = (
    "List the codes of all ERROR lines of this service, in the order of the log; "
    "repeat a code as often as it occurs."
)


@dataclass
class Desk:
    """Everything that changes during an episode."""

    service: str
    log: str
    expected: list[str]
    right: bool = False


@dataclass(frozen=True)
class Entry:
    """One line of the log."""

    service: str
    severity: str
    code: str
    text: str


def _entries(rng: Random, service: str) -> list[Entry]:
    """Shuffled entries: errors of the service with at least one repeated code, and noise."""
    own = rng.sample(CODES, rng.randint(2, 4))
    wanted = own + rng.choices(own, k=rng.randint(1, 3))
    rest = [code for code in CODES if code not in own]
    others = [name for name in SERVICES if name != service]
    entries = [Entry(service, "ERROR", code, rng.choice(TEXTS)) for code in wanted]
    entries += [Entry(service, "WARN", rng.choice(CODES), rng.choice(TEXTS)) for _ in range(3)]
    entries += [
        Entry(rng.choice(others), "ERROR", rng.choice(CODES), rng.choice(TEXTS)) for _ in range(4)
    ]
    entries.append(Entry(rng.choice(others), "ERROR", rng.choice(rest), rng.choice(TEXTS)))
    entries += [Entry(rng.choice(SERVICES), "INFO", "-", "heartbeat") for _ in range(4)]
    rng.shuffle(entries)
    return entries


def _log(rng: Random, entries: list[Entry]) -> str:
    clock = rng.randrange(6 * 3600, 20 * 3600)
    lines = []
    for entry in entries:
        clock += rng.randint(1, 90)
        stamp = f"{clock // 3600:02d}:{clock // 60 % 60:02d}:{clock % 60:02d}"
        lines.append(f"{stamp} {entry.service:<8}{entry.severity:<6}{entry.code:<5}{entry.text}")
    return "\n".join(lines)


class LogExtractEnvironment(
    VerifiedEnvironment[LogExtractAction, LogExtractObservation, VerifiedState, Desk]
):
    """Read the errors of one service out of a log, in one answer."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(Column("right", lambda t: float(t.facts["right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, LogExtractObservation]:
        """Write a log."""
        service = rng.choice(SERVICES)
        entries = _entries(rng, service)
        expected = [e.code for e in entries if e.service == service and e.severity == "ERROR"]
        desk = Desk(service, _log(rng, entries), expected)
        return desk, LogExtractObservation(service=service, log=desk.log, question=QUESTION)

    def advance(self, desk: Desk, action: LogExtractAction) -> LogExtractObservation:
        """Compare the answer with the errors in the log."""
        sent = [code.strip().upper() for code in action.codes]
        desk.right = sent == desk.expected
        return LogExtractObservation(
            service=desk.service, log=desk.log, question=QUESTION, done=True
        )

    def facts(self, desk: Desk) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"right": desk.right}
