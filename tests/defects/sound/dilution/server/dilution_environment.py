"""The questions and the reward."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import DilutionAction, DilutionObservation

ATTEMPTS = 2
QUESTIONS = 360
TOLERANCE = 0.05
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(\.[0-9]{1,12})?")
SUBSTANCES = ("NaCl", "glucose", "Tris buffer", "ethanol", "HCl", "sucrose", "KCl", "urea")
Note = Literal["", "not a number", "wrong"]


@dataclass
class Bench:
    """Everything that changes during an episode."""

    question: str
    unit: str
    expected: Secret[float]
    attempts: int = 0
    right: bool = False


def question(level: int, number: int) -> tuple[str, str, float]:
    """The text, the unit and the answer of a question."""
    rng = Random(f"dilution {level} {number}")
    substance = rng.choice(SUBSTANCES)
    final = rng.choice((50, 80, 100, 150, 200, 250, 400, 500))
    stock = rng.choice((2.0, 2.5, 4.0, 5.0, 8.0, 10.0))
    wanted = round(stock / rng.choice((2, 4, 5, 8, 10, 16)), 3)
    take = final * wanted / stock
    if level == 2:
        more = rng.choice((10, 20, 25, 50, 100))
        text = (
            f"From a {stock} M stock of {substance} you make {final} mL at {wanted} M. Then you "
            f"add {more} mL of water. What is the concentration now, in mM?"
        )
        return text, "mM", round(1000 * wanted * final / (final + more), 1)
    kind = rng.randrange(2)
    goal = f"{final} mL of {substance} at {wanted} M from a {stock} M stock"
    if kind == 0:
        return f"You make {goal}. How many mL of stock do you take?", "mL", round(take, 1)
    return f"You make {goal}. How many mL of water do you add?", "mL", round(final - take, 1)


def read_number(text: str) -> float | None:
    """The number that a text is, or None."""
    return float(text) if _NUMBER.fullmatch(text) else None


def tasks() -> TaskSet[int]:
    """Different questions by their numbers; a sixth of each level is held out from training."""
    train, test = {}, {}
    for level in (1, 2):
        numbers: dict[str, int] = {}
        number = 0
        while len(numbers) < QUESTIONS:
            numbers.setdefault(question(level, number)[0], number)
            number += 1
        train[level], test[level] = hold_out(list(numbers.values()), QUESTIONS // 6, seed=0)
    return TaskSet({"train": train, "test": test})


class DilutionEnvironment(
    VerifiedEnvironment[DilutionAction, DilutionObservation, VerifiedState, Bench]
):
    """Answer one question, in two attempts."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(Column("right", lambda t: float(t.facts["right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Bench, DilutionObservation]:
        """Ask the task's question."""
        assert setup.task is not None
        text, unit, expected = question(setup.task.level, setup.task.payload)
        bench = Bench(text, unit, Secret(expected))
        return bench, self._seen(bench, "")

    def advance(self, bench: Bench, action: DilutionAction) -> DilutionObservation:
        """Compare the number."""
        bench.attempts += 1
        text = action.answer.strip()
        value = read_number(text)
        if value is None:
            return self._seen(bench, "not a number")
        expected = bench.expected.reveal()
        bench.right = abs(value - expected) <= TOLERANCE + 1e-9
        return self._seen(bench, "" if bench.right else "wrong")

    def facts(self, bench: Bench) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"right": bench.right}

    def _seen(self, bench: Bench, note: Note) -> DilutionObservation:
        return DilutionObservation(
            question=bench.question,
            unit=bench.unit,
            attempts_left=ATTEMPTS - bench.attempts,
            note=note,
            done=bench.right,
        )
