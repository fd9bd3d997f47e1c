"""Make 24 of four numbers."""

from __future__ import annotations

import ast
import operator
import random
import re
import uuid
from fractions import Fraction
from itertools import permutations
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import GameAction, GameObservation, GameState
except ImportError:
    from models import GameAction, GameObservation, GameState

PAY = (1.0, 0.5, 0.25)
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
SIGNS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
ALLOWED = re.compile(r"[0-9+\-*/() ]+")


def solve(items: list[tuple[Fraction, str]]) -> str | None:
    """An expression that makes 24, if there is one."""
    if len(items) == 1:
        return items[0][1] if items[0][0] == 24 else None
    for i, j in permutations(range(len(items)), 2):
        (a, left), (b, right) = items[i], items[j]
        rest = [items[k] for k in range(len(items)) if k not in (i, j)]
        for sign, apply in SIGNS.items():
            if (sign in "+*" and i > j) or (sign == "/" and b == 0):
                continue
            found = solve([*rest, (apply(a, b), f"({left}{sign}{right})")])
            if found:
                return found
    return None


def evaluate(text: str) -> tuple[Fraction, list[int]]:
    """The value of an expression and the numbers in it.

    Raises:
        ValueError: it is no expression of the game.
    """
    if not ALLOWED.fullmatch(text):
        raise ValueError("only whole numbers, + - * / and parentheses")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError("not an expression") from None
    used: list[int] = []

    def value(node: ast.AST) -> Fraction:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            used.append(node.value)
            return Fraction(node.value)
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            left, right = value(node.left), value(node.right)
            if isinstance(node.op, ast.Div) and right == 0:
                raise ValueError("division by zero")
            return OPERATORS[type(node.op)](left, right)
        raise ValueError("only whole numbers, + - * / and parentheses")

    return value(tree), used


class TwentyFourEnvironment(Environment[GameAction, GameObservation, GameState]):
    """Three attempts at a hand."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = GameState()
        self._hand: list[int] = []
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> GameObservation:
        """Deal a hand that can be solved."""
        rng = random.Random() if seed is None else random.Random(f"hand {seed}")
        while True:
            self._hand = [rng.randint(1, 13) for _ in range(4)]
            if solve([(Fraction(n), str(n)) for n in self._hand]):
                break
        self._done = False
        self._state = GameState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation("", None)

    def step(
        self, action: GameAction, timeout_s: float | None = None, **kwargs: Any
    ) -> GameObservation:
        """Judge an attempt."""
        if self._done:
            return self._observation("the game is over", 0.0)
        self._state.step_count += 1
        self._state.attempts += 1
        reward = 0.0
        try:
            result, used = evaluate(action.expression)
        except ValueError as error:
            verdict = str(error)
        else:
            if sorted(used) != sorted(self._hand):
                verdict = "these are not the numbers of the hand"
            elif result != 24:
                verdict = "that is not 24"
            else:
                verdict = "solved"
                reward = PAY[self._state.attempts - 1]
        self._done = reward > 0 or self._state.attempts >= len(PAY)
        return self._observation(verdict, reward)

    @property
    def state(self) -> GameState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, verdict: str, reward: float | None) -> GameObservation:
        return GameObservation(
            numbers=list(self._hand),
            attempts_left=len(PAY) - self._state.attempts if not self._done else 0,
            verdict=verdict,
            reward=reward,
            done=self._done,
        )
