"""Rewards made of independent columns: `Column`, `Reward`, and the `Transition` that columns read.

    Reward(
        Column("solved", lambda t: float(t.facts["passed"] == t.facts["total"]), kind="outcome"),
        Column("format", lambda t: float(t.observation.error is None), kind="format", weight=0.0),
    )

Three different numbers follow from the columns:

- *Step reward*: the weighted sum of the columns that are evaluated at the step; with a closed gate
  at most 0. This is what a model is trained on.
- *Episode score*: at the end, the weighted mean of the outcome columns, each scaled to [0, 1].
- *Reported score*: the episode score on the scale that people read, such as `report=(0, 100)`.

An outcome column is evaluated at the end of an episode only, so that a state which is partly right
is not rewarded again at every step. A gate withholds the positive reward of its step or, if it is
`lasting`, of the rest of the episode. Every column reads its own copies of the action, the
observation and the facts. A value that is not a finite number in the declared range is reported as
a fault of the environment, with the name of the column; it never becomes a reward.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.sdk.environment.openenv_types import Rubric
from hallmark_rl.sdk.environment.reward_column import TOLERANCE, Column, ColumnError, copy_rubric
from hallmark_rl.sdk.environment.transition import Transition

__all__ = ["Column", "ColumnError", "Reward", "Scores", "Transition"]


@dataclass(frozen=True, slots=True)
class Scores:
    """The column values and the reward of one step; at the end score and success too."""

    columns: Mapping[str, float]
    reward: float
    score: float | None = None
    success: bool | None = None


class Reward(Rubric):
    """A combination of columns; the module's docstring describes how they are combined.

    Args:
        *columns: at least one of kind `outcome`, with a positive weight and not an `llm_judge`.
        report: the lowest and the highest value of the reported score.

    Raises:
        ValueError: the declaration is wrong; the message says how.
    """

    def __init__(self, *columns: Column, report: tuple[float, float] = (0.0, 1.0)) -> None:
        super().__init__()
        names = [column.name for column in columns]
        if len(set(names)) != len(names):
            raise ValueError(f"two columns have the same name: {sorted(names)}")
        if not any(
            column.kind == "outcome" and column.weight > 0 and not column.uses_llm
            for column in columns
        ):
            raise ValueError(
                "a reward needs an outcome column that has a weight and is not an llm_judge"
            )
        if not (all(map(math.isfinite, report)) and report[0] < report[1]):
            raise ValueError(f"report {report} is not a finite interval")
        self.columns: Sequence[Column] = columns
        self.report = report
        for column in columns:
            if hasattr(self, column.name):  # OpenEnv finds the parts of a rubric as attributes
                raise ValueError(f"{column.name!r} cannot name a column: use another identifier")
            setattr(self, column.name, column)

    __deepcopy__ = copy_rubric

    @property
    def step_range(self) -> tuple[float, float]:
        """The lowest and the highest step reward that the columns allow."""
        low = sum(min(0.0, column.weight * column.range[0]) for column in self.columns)
        high = sum(max(0.0, column.weight * column.range[1]) for column in self.columns)
        return low, high

    def evaluate(self, step: Transition) -> Scores:
        """Evaluate every column that is due, each on its own view of the step.

        Args:
            step: the step; outcome columns are due only if `step.done`.

        Returns:
            The value of each evaluated column by its name, and the step reward. If `step.done`, the
            score in [0, 1] and the success too; else they are None.

        Raises:
            ColumnError: a column failed; the message names it.
        """
        values: dict[str, float] = {}
        for column in self.columns:
            if not column.due(step.done):
                continue
            values[column.name] = column(None, step.fresh_view())
        if not step.done:
            return Scores(values, self.combine(values))
        return Scores(values, self.combine(values), self.score(values), self.success(values))

    def combine(self, values: Mapping[str, float]) -> float:
        """The step reward for these column values."""
        total = math.fsum(
            column.weight * values[column.name] for column in self.columns if column.name in values
        )
        return min(total, 0.0) if self._gate_closed(values) else total

    def score(self, values: Mapping[str, float]) -> float:
        """The episode score in [0, 1] for the values at the end; 0 if a gate is closed."""
        if self._gate_closed(values):
            return 0.0
        outcomes = [column for column in self.columns if column.kind == "outcome" and column.weight]
        weights = math.fsum(column.weight for column in outcomes)
        return (
            math.fsum(
                column.weight
                * (values[column.name] - column.range[0])
                / (column.range[1] - column.range[0])
                for column in outcomes
            )
            / weights
        )

    def success(self, values: Mapping[str, float]) -> bool:
        """Whether every outcome column has its maximum and no gate is closed."""
        return not self._gate_closed(values) and all(
            values[column.name] >= column.range[1] - TOLERANCE
            for column in self.columns
            if column.kind == "outcome"
        )

    def _gate_closed(self, values: Mapping[str, float]) -> bool:
        return any(
            column.gate is not None and values.get(column.name, column.gate) < column.gate
            for column in self.columns
        )

    def reported(self, score: float) -> float:
        """An episode score in [0, 1] on the scale `report`."""
        low, high = self.report
        return low + score * (high - low)

    def forward(self, action: Any, observation: Any) -> float:
        """Called by OpenEnv: the step reward."""
        return self.evaluate(Transition.from_rubric_call(action, observation)).reward
