"""How a language model plays Bank Reconciliation."""

from __future__ import annotations

import random
import re
import string

from .books import SIZES, euros
from .models import ReconAction, ReconObservation

SYSTEM = (
    "One entry of a cash book differs from the statement of the bank; pending amounts do not "
    "count. Name the entry and its correction, statement minus cash book, with a minus sign if it "
    "is negative: "
    "<entry>R-417</entry><correction>-27.00</correction>. You have two answers."
)
ALPHABET = string.ascii_letters + string.digits + " .,:;-<>/\n"
MAX_TURN_CHARS = 64
LEVELS: tuple[int, ...] = tuple(SIZES)

_ENTRY = re.compile(r"<entry>\s*([A-Za-z]-[0-9]+)\s*</entry>")
_CORRECTION = re.compile(r"<correction>[^0-9<+-]*([-+]?[0-9]+(?:\.[0-9]+)?)[^0-9<]*</correction>")


def render(observation: ReconObservation) -> str:
    """The cash book, the statement and the pending amounts."""
    parts = []
    for title, amounts in (
        ("book", observation.book),
        ("statement", observation.statement),
        ("pending", observation.pending),
    ):
        parts.append(f"{title}: " + "; ".join(f"{r} {amount}" for r, amount in amounts.items()))
    return "\n".join([*parts, f"answers left: {observation.attempts_left}"])


def parse(completion: str) -> ReconAction:
    """The entry and the correction in the tags; empty where a tag is missing."""
    entry = _ENTRY.search(completion)
    correction = _CORRECTION.search(completion)
    return ReconAction(
        entry=entry[1][:40] if entry else "",
        correction=correction[1][:40] if correction else "",
    )


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    """Answers to training months; a fraction `quality` of them is right."""
    from .server.bank_recon_environment import ReconEnvironment

    if level not in LEVELS:
        raise ValueError(f"there is no level {level}")
    rng = random.Random(f"demonstrations {level} {seed}")
    env = ReconEnvironment()
    traces = []
    for _ in range(count):
        observation = env.reset(seed=rng.randrange(2**32), level=level)
        month = env.reveal().month
        trace = []
        while not observation.done:
            entry, cents = month.wrong, month.correction
            if rng.random() >= quality:
                entry, cents = rng.choice(list(month.book)), cents + rng.randint(1, 99)
            answer = f"<entry>{entry}</entry><correction>{euros(cents)}</correction>"
            trace.append((render(observation), answer))
            observation = env.step(parse(answer))
        traces.append(trace)
    env.close()
    return traces
