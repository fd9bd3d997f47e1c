"""Repair the wrong token of a short function without running it: number and text of the line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from openenv.core.env_server import create_fastapi_app
from pydantic import Field

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
    hold_out,
)

ATTEMPTS = 3
TOKEN = re.compile(r"\w+|[^\w\s]")


class Snippet(NamedTuple):
    """A function with a wrong token: purpose, code, number of the wrong line, the right line."""

    purpose: str
    code: str
    line: int
    fix: str


SNIPPETS = {
    1: [
        Snippet("the sum of two numbers", "def add(a, b):\n    return a - b", 2, "return a + b"),
        Snippet("the area", "def area(w, h):\n    return w + h", 2, "return w * h"),
        Snippet("if 3 divides n", "def three(n):\n    return n % 2 == 0", 2, "return n % 3 == 0"),
        Snippet("the larger", "def larger(a, b):\n    return min(a, b)", 2, "return max(a, b)"),
        Snippet("the first item", "def first(items):\n    return items[1]", 2, "return items[0]"),
        Snippet("in capitals", "def loud(s):\n    return s.lower()", 2, "return s.upper()"),
        Snippet("half of a number", "def half(x):\n    return x / 3", 2, "return x / 2"),
        Snippet("whether both hold", "def both(p, q):\n    return p or q", 2, "return p and q"),
    ],
    2: [
        Snippet("if odd", "def odd(n):\n  rest = n % 3\n  return rest == 1", 2, "rest = n % 2"),
        Snippet("mean", "def mean(x):\n  n = len(x)\n  return sum(x) * n", 3, "return sum(x) / n"),
        Snippet("shout", "def shout(s):\n  s += '?'\n  return s.upper()", 2, "s += '!'"),
        Snippet("the square", "def square(x):\n  y = x + x\n  return y", 2, "y = x * x"),
    ],
}  # fmt: skip


def tasks() -> TaskSet[Snippet]:
    """Every snippet is a task; a quarter of each level is held out."""
    train, test = {}, {}
    for level, snippets in SNIPPETS.items():
        train[level], test[level] = hold_out(snippets, len(snippets) // 4, seed=1)
    return TaskSet({"train": train, "test": test})


class PatchAction(VerifiedAction):
    """A corrected line."""

    line: int = Field(default=0, ge=0, le=99, description="the number of the line, from 1")
    text: str = Field(default="", max_length=120, description="the line with its token corrected")


class PatchObservation(VerifiedObservation):
    """A function in which one token is wrong."""

    purpose: str = Field(default="", description="what the function is meant to return")
    code: list[str] = Field(default_factory=list, description="its lines; one token is wrong")
    attempts_left: int = Field(default=0, description="attempts that remain")
    line_is_right: bool = Field(default=False, description="whether the last line number was right")


class PatchState(VerifiedState):
    """Progress of the review."""

    attempts_used: int = 0


@dataclass
class Review:
    """A review in progress."""

    snippet: Snippet
    attempts: int = 0
    repaired: bool = False


class PatchEnvironment(VerifiedEnvironment[PatchAction, PatchObservation, PatchState, Review]):
    """Pays 1 for the repaired line, whose spaces do not count; three attempts."""

    max_steps = ATTEMPTS
    tasks = tasks()
    reward = Reward(Column("repaired", lambda t: float(t.facts["repaired"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Review, PatchObservation]:
        """Show the snippet of the task."""
        assert setup.task is not None
        review = Review(Snippet(*setup.task.payload))
        return review, self._observe(review)

    def advance(self, game: Review, action: PatchAction) -> PatchObservation:
        """Compare the line with the repaired one, token by token."""
        game.attempts += 1
        line_is_right = action.line == game.snippet.line
        same = TOKEN.findall(action.text) == TOKEN.findall(game.snippet.fix)
        game.repaired = line_is_right and same
        return self._observe(game, line_is_right)

    def facts(self, game: Review) -> Mapping[str, Any]:
        """Whether the last line was the repair."""
        return {"repaired": game.repaired}

    def public_state(self, game: Review) -> Mapping[str, Any]:
        """What a spectator sees."""
        return {"attempts_used": game.attempts}

    @staticmethod
    def _observe(review: Review, line_is_right: bool = False) -> PatchObservation:
        return PatchObservation(
            purpose=review.snippet.purpose,
            code=review.snippet.code.split("\n"),
            attempts_left=ATTEMPTS - review.attempts,
            line_is_right=line_is_right,
            done=review.repaired,
        )


app = create_fastapi_app(PatchEnvironment, PatchAction, PatchObservation)
