"""Scale a recipe to another number of servings."""

from __future__ import annotations

import math
import random
import uuid
from fractions import Fraction
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import RecipeObservation, RecipeState, ScaleAction
except ImportError:
    from models import RecipeObservation, RecipeState, ScaleAction

ML = {"ml": 1, "tsp": 5, "tbsp": 15, "cup": 240}
G = {"g": 1, "kg": 1000}
STYLES = {"metric": ("ml",), "spoons": ("tsp", "tbsp", "cup")}
LIQUIDS = ("milk", "oil", "water", "cream", "stock", "syrup")
SOLIDS = ("flour", "sugar", "butter", "rice", "oats", "cocoa")
PIECES = ("eggs", "lemons", "apples")
INSTRUCTION = (
    "Give the amount of each ingredient for the wanted servings, as a whole number: solids in g, "
    "liquids in ml, the others in pieces. 1 kg is 1000 g, 1 tsp is 5 ml, 1 tbsp is 15 ml, 1 cup is "
    "240 ml. Round g and ml to the nearest whole number, halves up. Round pieces up."
)

Line = tuple[str, int, str]


def scaled(line: Line, serves: int, wanted: int) -> int:
    """The amount of a line for the wanted servings."""
    _, amount, unit = line
    size = ML.get(unit) or G.get(unit) or 1
    exact = Fraction(amount * size * wanted, serves)
    if unit == "piece":
        return math.ceil(exact)
    return math.floor(exact + Fraction(1, 2))


def draw(rng: random.Random, style: str) -> list[Line]:
    """Draw the lines of a recipe."""
    lines: list[Line] = []
    for name in rng.sample(SOLIDS, 3):
        if rng.random() < 0.2:
            lines.append((name, rng.randint(1, 3), "kg"))
        else:
            lines.append((name, 5 * rng.randint(3, 60), "g"))
    for name in rng.sample(LIQUIDS, 2):
        unit = rng.choice(STYLES[style])
        lines.append((name, 10 * rng.randint(2, 40) if unit == "ml" else rng.randint(1, 5), unit))
    lines.append((rng.choice(PIECES), rng.randint(1, 7), "piece"))
    rng.shuffle(lines)
    return lines


class RecipeScaleEnvironment(Environment[ScaleAction, RecipeObservation, RecipeState]):
    """One recipe per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Line] = []
        self._serves = self._wanted = 0
        self._state = RecipeState()
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        style: str | None = None,
        **kwargs: Any,
    ) -> RecipeObservation:
        """Draw a recipe."""
        style = style or "metric"
        if style not in STYLES:
            raise ValueError(f"style must be one of {', '.join(STYLES)}")
        rng = random.Random() if seed is None else random.Random(f"recipe {style} {seed}")
        self._lines = draw(rng, style)
        self._serves, self._wanted = rng.sample((2, 3, 4, 5, 6, 8, 10, 12), 2)
        self._state = RecipeState(episode_id=episode_id or str(uuid.uuid4()), style=style)
        self._done = False
        return self._show("", None)

    def step(
        self, action: ScaleAction, timeout_s: float | None = None, **kwargs: Any
    ) -> RecipeObservation:
        """Check the amounts."""
        if self._done:
            return RecipeObservation(done=True, reward=0.0, note="the recipe is done")
        self._state.step_count += 1
        self._done = True
        right = {line[0]: scaled(line, self._serves, self._wanted) for line in self._lines}
        if action.amounts == right:
            return self._show("well scaled", 1.0)
        return self._show("some amount is missing, wrong or not in the recipe", 0.0)

    @property
    def state(self) -> RecipeState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _show(self, note: str, reward: float | None) -> RecipeObservation:
        return RecipeObservation(
            instruction=INSTRUCTION,
            lines=[f"{name}: {amount} {unit}" for name, amount, unit in self._lines],
            serves=self._serves,
            wanted=self._wanted,
            note=note,
            reward=reward,
            done=self._done,
        )
