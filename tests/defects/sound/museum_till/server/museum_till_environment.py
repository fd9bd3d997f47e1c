"""Three parties at the ticket counter of a museum."""

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
    hold_out,
)

from ..models import MuseumTillAction, MuseumTillObservation

PARTIES = 3
SIZES = {1: (2, 5), 2: (4, 9), 3: (8, 14)}  # people in a party, by level
GROUP = 8
BOARD = (
    "Under 6: free. 6 to 17: half the adult price. 18 to 64: the adult price. 65 and over: three "
    "quarters of the adult price. A party of 8 or more who pay gets 20 percent off its total."
)
SHARES = ((6, 0), (18, 50), (65, 100), (200, 75))  # below which age, percent of the adult price


def share(age: int) -> int:
    """Percent of the adult price at an age."""
    return next(percent for below, percent in SHARES if age < below)


def price(adult: int, ages: list[int]) -> int:
    """What a party pays, in cents."""
    paying = [age for age in ages if share(age)]
    total = sum(adult * share(age) // 100 for age in paying)
    return total * 80 // 100 if len(paying) >= GROUP else total


@dataclass
class Queue:
    """The parties, and how many were served rightly."""

    adult: int
    parties: list[list[int]]
    served: int = 0
    right: int = 0


def arrive(rng: Random, level: int) -> Queue:
    """Draw the parties of a morning."""
    low, high = SIZES[level]
    bands = ((1, 5), (6, 17), (18, 64), (65, 90))
    parties = []
    for _ in range(PARTIES):
        ages = [rng.randint(18, 64)]
        while len(ages) < low or (len(ages) < high and rng.random() < 0.7):
            ages.append(rng.randint(*rng.choices(bands, (1, 3, 3, 2))[0]))
        parties.append(ages)
    return Queue(100 * rng.randint(8, 24), parties)


def _tasks() -> TaskSet[int]:
    train, test = hold_out(range(160), 40, seed=9)
    return TaskSet({"train": dict.fromkeys(SIZES, train), "test": dict.fromkeys(SIZES, test)})


class MuseumTillEnvironment(
    VerifiedEnvironment[MuseumTillAction, MuseumTillObservation, VerifiedState, Queue]
):
    """Ask each party for the right price."""

    max_steps = PARTIES
    tasks = _tasks()
    reward = Reward(Column("all_right", lambda t: float(t.facts["all_right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Queue, MuseumTillObservation]:
        """Open the counter."""
        assert setup.task is not None
        level = setup.task.level
        queue = arrive(Random(f"museum {level} {setup.task.payload}"), level)
        return queue, self._counter(queue, "")

    def advance(self, game: Queue, action: MuseumTillAction) -> MuseumTillObservation:
        """Serve a party."""
        right = action.total == price(game.adult, game.parties[game.served])
        game.served += 1
        game.right += right
        return self._counter(game, "thank you" if right else "that was a wrong price")

    def facts(self, game: Queue) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"all_right": game.right == PARTIES}

    def _counter(self, queue: Queue, note: str) -> MuseumTillObservation:
        done = queue.served == PARTIES
        return MuseumTillObservation(
            prices=BOARD,
            adult=queue.adult,
            ages=[] if done else list(queue.parties[queue.served]),
            waiting=PARTIES - queue.served,
            note=note,
            done=done,
        )
