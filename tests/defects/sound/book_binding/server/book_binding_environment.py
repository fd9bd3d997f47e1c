"""The order desk: questions, the slip, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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

from ..models import DeskAction, DeskObservation
from ..workshop import LEVELS, Commission, commission, parse_order

LINES = 8
COMMISSIONS = 400


@dataclass
class Desk:
    """The conversation so far."""

    level: int
    commission: Commission
    lines: int = 0
    talk: list[str] = field(default_factory=list)
    right: int = 0
    ordered: bool = False


def tasks() -> TaskSet[int]:
    """The numbers of the commissions; a quarter of each level is held out."""
    train, test = {}, {}
    for level in LEVELS:
        train[level], test[level] = hold_out(range(COMMISSIONS), COMMISSIONS // 4, seed=level)
    return TaskSet({"train": train, "test": test})


class BookBindingEnvironment(VerifiedEnvironment[DeskAction, DeskObservation, VerifiedState, Desk]):
    """Ask a customer about a book, then fill in the order slip."""

    max_steps = LINES
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("order", lambda t: float(t.facts["right"] == t.facts["items"]), kind="outcome"),
        Column("share", lambda t: t.facts["right"] / t.facts["items"], kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DeskObservation:
        """Begin an episode; options that the desk does not know are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DeskObservation:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, DeskObservation]:
        """A customer comes in."""
        assert setup.task is not None
        level = setup.task.level
        desk = Desk(level, commission(level, setup.task.payload))
        return desk, _observe(desk, "Good morning! I need a book bound.")

    def advance(self, desk: Desk, action: DeskAction) -> DeskObservation:
        """Answer a question, or take the slip."""
        desk.lines += 1
        verb, _, rest = action.text.strip().partition(" ")
        if verb.lower() == "ask":
            return _observe(desk, _ask(desk, rest.strip().lower()))
        if verb.lower() == "order":
            return _observe(desk, _order(desk, parse_order(rest)))
        return _observe(desk, "Say `ask ITEM` or `order ITEM=CHOICE; ...`.")

    def facts(self, desk: Desk) -> Mapping[str, Any]:
        """How many items of the accepted slip are as the customer wishes."""
        return {"right": desk.right, "items": len(LEVELS[desk.level])}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("split", "index", "level") if name in options}


def _ask(desk: Desk, item: str) -> str:
    words = desk.commission.words.get(item)
    if words is None:
        return f"The slip has no such item; it has {', '.join(LEVELS[desk.level])}."
    line = f"{item}: {words}"
    if line not in desk.talk:
        desk.talk.append(line)
    return words


def _order(desk: Desk, slip: dict[str, str]) -> str:
    """Take the slip if the workshop can do everything on it; else say what it can do."""
    problems = []
    for item in LEVELS[desk.level]:
        choices = desk.commission.menu[item]
        if item not in slip:
            problems.append(f"{item} is open")
        elif slip[item] not in choices:
            problems.append(f"no such {item}, we do {', '.join(sorted(choices))}")
    if problems:
        return "The slip cannot be taken: " + "; ".join(problems) + "."
    wish = desk.commission.wish
    desk.right = sum(slip[item] == wish[item] for item in wish)
    desk.ordered = True
    return "Thank you, the slip goes to the workshop."


def _observe(desk: Desk, reply: str) -> DeskObservation:
    return DeskObservation(
        level=desk.level,
        items=list(LEVELS[desk.level]),
        menu={item: sorted(choices) for item, choices in desk.commission.menu.items()},
        talk=list(desk.talk),
        reply=reply,
        lines_left=LINES - desk.lines,
        done=desk.ordered,
    )
