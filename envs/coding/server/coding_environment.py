"""The coding environment: a task from the catalogue, programs from the agent, generated tests."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, ClassVar, get_args

from hallmark_rl.sandbox import Sandbox, SandboxLike
from hallmark_rl.sdk import Column, Reward, Secret, Setup, VerifiedEnvironment
from hallmark_rl.sdk.coding.task import CodingTask
from hallmark_rl.sdk.common.errors import SetupError
from hallmark_rl.sdk.verifiers import potential

from .. import expression_family
from ..catalog import catalog
from ..columns import fact, gate_facts, status_gates
from ..episode_state import CodingEpisode, StepResult
from ..models import CodingAction, CodingObservation, CodingState, Example, Mode
from ..submitted_programs import arguments_source, broken_program, run_practice_tests, submit
from ..submitted_tests import submit_tests

RUNS: Mapping[str, int] = {"solve": 0, "repair": 5, "debug": 5, "testing": 0}
"""How many programs the agent may run before it submits, by mode."""
_MIN_SECRET_LENGTH = 4  # shorter texts occur in other words by chance


def shared_sandbox() -> Sandbox:
    """Return the sandbox that all environments of this process share; runs leave no state in it."""
    return _sandbox_of(os.getpid())


@cache
def _sandbox_of(process: int) -> Sandbox:
    """One sandbox for each process: after a fork, two processes must not share its workers."""
    return Sandbox(workers=2, require="filtered")


@lru_cache(maxsize=1024)
def _examples(task: CodingTask) -> tuple[Example, ...]:
    """The visible cases, as the observation shows them."""
    return tuple(
        Example(arguments=arguments_source(case), result=repr(case.expected))
        for case in task.visible_cases
    )


class CodingEnvironment(
    VerifiedEnvironment[CodingAction, CodingObservation, CodingState, CodingEpisode]
):
    """Write, repair or test a program. `reset(level=, split=, index=, mode=)` chooses the task.

    Only passing every hidden test pays, and it pays the same at every step: waiting earns nothing,
    and partly correct programs earn nothing. The gates take the reward from programs that pass but
    change their arguments, depend on earlier calls, or had to be stopped. Two step-level columns
    pay a little for `run`s that made progress and take it back at the end of the episode.

    Args:
        sandbox: Where programs run; by default a sandbox that all environments of the process
            share.
    """

    max_steps = 6
    reset_timeout_s = None  # the programs that `begin` runs have the limits of the sandbox
    tasks = catalog()
    options: ClassVar[Mapping[str, Any]] = {"mode": "solve"}
    reward = Reward(
        Column("tests", fact("tests"), kind="outcome"),
        Column("contract", fact("contract"), kind="safety", gate=1.0),
        Column("purity", fact("purity"), kind="safety", gate=1.0),
        *status_gates(),
        Column("format", fact("format"), kind="format", weight=0.0),
        Column("share", fact("share"), kind="process", weight=0.0),
        Column("lines", potential("lines"), kind="process", range=(-1.0, 1.0), weight=0.05),
        Column("branches", potential("branches"), kind="process", range=(-1.0, 1.0), weight=0.05),
    )

    def __init__(self, sandbox: SandboxLike | None = None) -> None:
        super().__init__()
        self._sandbox = sandbox

    @property
    def sandbox(self) -> SandboxLike:
        """Where programs run."""
        return self._sandbox if self._sandbox is not None else shared_sandbox()

    def begin(self, rng: random.Random, setup: Setup) -> tuple[CodingEpisode, CodingObservation]:
        """Choose the seed of the hidden tests and, in debug mode, the program to repair."""
        mode = setup.options["mode"]
        if mode not in get_args(Mode):
            raise SetupError(f"mode {mode!r:.40} is none of {', '.join(get_args(Mode))}")
        assert setup.task is not None
        task = setup.task.payload
        if task.level in expression_family.LEVELS and mode in ("debug", "testing"):
            raise SetupError(f"level {task.level} has no mode {mode!r}: use solve or repair")
        episode = CodingEpisode(task, mode, rng.getrandbits(62), RUNS[mode], Secret(task.reference))
        episode.examples = list(_examples(task))
        if mode == "debug":
            episode.program = broken_program(self.sandbox, episode, rng)
        return episode, self._observation(episode)

    def advance(self, episode: CodingEpisode, action: CodingAction) -> CodingObservation:
        """Run a program on practice tests, or grade the submission and end the episode."""
        episode.last_result = result = self._play(episode, action)
        if result.counterexample is not None:
            episode.shown.append(result.counterexample)
        return self._observation(episode, result.feedback, done=action.kind == "submit")

    def _play(self, episode: CodingEpisode, action: CodingAction) -> StepResult:
        if action.kind == "submit":
            if episode.mode == "testing":
                return submit_tests(self.sandbox, episode, action.code, episode.rng())
            return submit(self.sandbox, episode, action.code)
        if not episode.runs_left:
            return StepResult("No runs are left in this mode: submit.")
        rng = episode.rng()
        episode.runs_left -= 1
        return run_practice_tests(self.sandbox, episode, action.code, rng)

    def facts(self, episode: CodingEpisode) -> Mapping[str, float]:
        """What the reward columns measure, after the last action."""
        result = episode.last_result
        grade = result.grade
        status = grade.status if grade else "ok"
        finished = grade is not None and status == "ok"
        return {
            "tests": result.tests,
            "contract": float(grade is None or not finished or grade.keeps_contract),
            "purity": float(grade is None or grade.is_pure),
            **gate_facts(status),
            "format": float(finished or result.tests > 0),
            "share": grade.share if grade else result.tests,
            "lines": result.lines,
            "branches": result.branches,
        }

    def secrets(self, episode: CodingEpisode) -> Iterable[str]:
        """The reference solution."""
        text = episode.reference.reveal().strip()
        return [text] if len(text) >= _MIN_SECRET_LENGTH else []

    def public_state(self, episode: CodingEpisode) -> Mapping[str, Any]:
        """The mode."""
        return {"mode": episode.mode}

    def _observation(
        self, episode: CodingEpisode, feedback: str = "", *, done: bool = False
    ) -> CodingObservation:
        return CodingObservation(
            done=done,
            mode=episode.mode,
            statement=episode.task.statement,
            signature=episode.task.signature,
            examples=episode.examples,
            program=episode.program,
            feedback=feedback,
            runs_left=episode.runs_left,
        )
