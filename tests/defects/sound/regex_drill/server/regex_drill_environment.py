"""Tasks, attempts and the reward."""

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

from ..matcher import BadPattern, fullmatch
from ..models import DrillObservation, Pattern
from ..rules import Rule, draw_cases, draw_rule, in_words

ATTEMPTS = 3
_KNOWN = {"split", "index", "level"}


@dataclass
class Drill:
    """One rule, and its strings: whether each matches."""

    rule: Rule
    shown: dict[str, bool]
    fresh: dict[str, bool]
    attempts: int = 0
    solved: bool = False


def tasks() -> TaskSet[Rule]:
    """Sixty rules for each level; a third of them is held out."""
    train, test = {}, {}
    for level in (1, 2):
        rng = Random(f"rules {level}")
        rules: dict[Rule, None] = {}
        while len(rules) < 60:
            rules[draw_rule(rng, level)] = None
        train[level], test[level] = hold_out(list(rules), 20, seed=0)
    return TaskSet({"train": train, "test": test})


class RegexDrillEnvironment(VerifiedEnvironment[Pattern, DrillObservation, VerifiedState, Drill]):
    """Write a pattern for a rule, in three attempts."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(Column("solved", lambda t: float(t.facts["solved"]), kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DrillObservation:
        """Begin an episode; options of other environments are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DrillObservation:
        """The same for the server."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Drill, DrillObservation]:
        """Draw the strings that are shown, and those that are not."""
        assert setup.task is not None
        rule = setup.task.payload
        shown = draw_cases(rng, rule, 4, set())
        fresh = draw_cases(rng, rule, 12, set(shown))
        drill = Drill(rule, shown, fresh)
        return drill, _see(drill)

    def advance(self, drill: Drill, action: Pattern) -> DrillObservation:
        """Try the pattern."""
        drill.attempts += 1
        try:
            wrong = _wrong(action.pattern, drill.shown)
            drill.solved = not _wrong(action.pattern, drill.fresh)
        except BadPattern as error:
            return _see(drill, note=str(error))
        return _see(drill, wrong=wrong, done=drill.solved)

    def facts(self, drill: Drill) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"solved": drill.solved}


def _wrong(pattern: str, cases: Mapping[str, bool]) -> list[str]:
    """The strings that a pattern gets wrong."""
    return [text for text, matches in cases.items() if fullmatch(pattern, text) != matches]


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _KNOWN}


def _see(drill: Drill, **fields: Any) -> DrillObservation:
    return DrillObservation(
        rule=in_words(drill.rule),
        matching=[text for text, matches in drill.shown.items() if matches],
        others=[text for text, matches in drill.shown.items() if not matches],
        attempts_left=ATTEMPTS - drill.attempts,
        **fields,
    )
