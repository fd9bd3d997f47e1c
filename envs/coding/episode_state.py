"""The state of one episode, and the result of one action."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from hallmark_rl.sdk import Secret
from hallmark_rl.sdk.coding.grading import Grade
from hallmark_rl.sdk.coding.task import Case, CodingTask

from . import expression_family
from .models import Example, Mode


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one action led to: the text for the agent, and what the reward columns measure.

    Attributes:
        feedback: The text of the observation.
        grade: The grade of the program that ran; None if none ran or tests were submitted.
        tests: The value of the column `tests`, in [0, 1].
        lines: The potential of the column `lines`, in [0, 1].
        branches: The potential of the column `branches`, in [0, 1].
        counterexample: A failing case that `feedback` shows and that was not shown before.
    """

    feedback: str = ""
    grade: Grade | None = None
    tests: float = 0.0
    lines: float = 0.0
    branches: float = 0.0
    counterexample: Case | None = None


@dataclass
class CodingEpisode:
    """The state of an episode. The agent sees `program`, `examples` and the cases in `shown`.

    Attributes:
        task: The task.
        mode: What the agent is asked for.
        seed: Determines the hidden cases.
        runs_left: How many more times the agent may run a program without submitting it.
        reference: The source of the reference solution.
        program: In debug mode, the program to repair.
        examples: The visible cases, as the observation shows them.
        shown: Counterexamples that the agent has seen.
        last_result: The result of the last action.
    """

    task: CodingTask
    mode: Mode
    seed: int
    runs_left: int
    reference: Secret[str]
    program: str = ""
    examples: list[Example] = field(default_factory=list)
    shown: list[Case] = field(default_factory=list)
    last_result: StepResult = field(default_factory=StepResult)

    def source(self, code: str) -> str:
        """Return the program for an answer: in the expression family an expression is wrapped."""
        in_family = self.task.level in expression_family.LEVELS
        return expression_family.as_program(code) if in_family else code

    def rng(self) -> random.Random:
        """Return the random generator of the current step."""
        return random.Random(f"{self.seed} {self.runs_left}")

    def final_cases(self) -> list[Case]:
        """Return the cases that a submitted program must pass: hidden, visible and shown ones."""
        shown = tuple(self.shown)
        return [*self.task.hidden_cases(self.seed, shown), *self.task.visible_cases, *shown]
