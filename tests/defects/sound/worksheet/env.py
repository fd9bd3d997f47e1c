"""Write a formula, look at its value, close: it is judged with inputs that are not shown."""

import ast
import math
import operator
import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server import Environment, create_fastapi_app
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
TASKS = {
    "the price with the rate in percent added": "price*(1+rate/100)",
    "the price times the count": "price*count",
    "the price times the count, less the rate": "price*count-rate",
    "the price and the rate, times the count": "(price+rate)*count",
}
LIMIT = 6


class SheetAction(Action):
    """Write the formula, or close the sheet."""

    kind: Literal["write", "close"] = Field(description="what to do")
    formula: str = Field(default="", max_length=100, description="such as price+count")


class SheetObservation(Observation):
    """The task, the inputs and the value of what is written."""

    task: str = ""
    inputs: dict[str, int] = Field(default_factory=dict)
    value: float | None = None
    note: str = ""


def evaluate(text: str, inputs: dict[str, int]) -> float:
    """The value of a formula; ValueError if it has none."""

    def value(node: ast.expr) -> float:
        match node:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return float(number)
            case ast.Name(id=name) if name in inputs:
                return float(inputs[name])
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return float(OPERATORS[type(op)](value(left), value(right)))
        raise ValueError("only numbers, inputs, + - * / and brackets")

    try:
        return value(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ArithmeticError, RecursionError, MemoryError) as error:
        raise ValueError(f"no value: {error}") from None


class SheetEnvironment(Environment[SheetAction, SheetObservation, State]):
    """1 if the formula that is written last is right for all inputs."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._task = self._right = self._written = ""
        self._shown: dict[str, int] = {}
        self._hidden: list[dict[str, int]] = []
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SheetObservation:
        """Draw a task and inputs."""
        rng = random.Random() if seed is None else random.Random(f"sheet {seed}")
        self._task, self._right = rng.choice(list(TASKS.items()))
        drawn = [
            {name: rng.randint(3, 900) for name in ("price", "rate", "count")} for _ in range(4)
        ]
        self._shown, self._hidden = drawn[0], drawn[1:]
        self._written, self._over = "", False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("", None)

    def step(
        self, action: SheetAction, timeout_s: float | None = None, **options: Any
    ) -> SheetObservation:
        """Write, or judge."""
        if not self._shown:
            raise RuntimeError("there is no sheet: call reset() before step()")
        if self._over:
            return self._observe("The sheet is closed.", 0.0)
        self._state.step_count += 1
        self._over = action.kind == "close" or self._state.step_count >= LIMIT
        if action.kind == "write":
            self._written = action.formula
            return self._observe("Written.", 0.0)
        return self._observe("Closed.", float(all(map(self._is_right, self._hidden))))

    def _is_right(self, inputs: dict[str, int]) -> bool:
        try:
            given = evaluate(self._written, inputs)
        except ValueError:
            return False
        return math.isclose(given, evaluate(self._right, inputs), rel_tol=1e-9)

    def _observe(self, note: str, reward: float | None) -> SheetObservation:
        value = None
        try:
            value = evaluate(self._written, self._shown) if self._written else None
        except ValueError as error:
            note = str(error)
        return SheetObservation(
            task=f"Write a formula for {self._task}. It must hold for other inputs too.",
            inputs=dict(self._shown),
            value=value if value is None or math.isfinite(value) else None,
            note=note,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()


app = create_fastapi_app(SheetEnvironment, SheetAction, SheetObservation)
