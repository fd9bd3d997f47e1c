"""One shopping list, one question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..models import ListAnswer, ListObservation
from ..shopping import SIZES, Shopping, dictate, read_number


@dataclass
class Errand:
    """The list and what became of the answer."""

    level: int
    shopping: Shopping
    readable: bool = False
    right: bool = False


class GroceryListEnvironment(
    VerifiedEnvironment[ListAnswer, ListObservation, VerifiedState, Errand]
):
    """Read a dictated list and add up one item."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """Begin an errand; options other than `level` are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Errand, ListObservation]:
        """Dictate a list."""
        level = 1 if setup.level is None else setup.level
        if level not in SIZES:
            raise SetupError(f"no level {level}: choose one of {list(SIZES)}")
        errand = Errand(level, dictate(rng, level))
        return errand, _observation(errand)

    def advance(self, errand: Errand, action: ListAnswer) -> ListObservation:
        """Read the answer."""
        number = read_number(action.text)
        errand.readable = number is not None
        errand.right = number is not None and abs(number - errand.shopping.answer) <= 0.5
        return _observation(errand, "taken" if errand.readable else "no single number", done=True)

    def facts(self, errand: Errand) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"right": errand.right, "readable": errand.readable}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name == "level"}


def _observation(errand: Errand, note: Any = "", done: bool = False) -> ListObservation:
    return ListObservation(
        level=errand.level,
        dictated=errand.shopping.dictated,
        question=errand.shopping.question,
        note=note,
        done=done,
    )
