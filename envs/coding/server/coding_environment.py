"""The coding environment: a task from the catalogue, a program from the agent, fresh tests."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, ClassVar, get_args

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk import Column, Reward, Secret, Setup, VerifiedEnvironment
from hallmark_rl.sdk.coding.grading import Runner
from hallmark_rl.sdk.coding.task import CodingTask
from hallmark_rl.sdk.common.errors import SetupError
from hallmark_rl.sdk.verifiers import potential

from .. import expression_family
from ..catalog import catalog
from ..columns import ending, fact, how_it_ended
from ..grading import Game, arguments, broken_program, hand_in, try_out
from ..models import CodingAction, CodingObservation, CodingState, Example, Mode
from ..test_writing import hand_in_tests

RUNS: Mapping[str, int] = {"solve": 0, "repair": 5, "debug": 5, "testing": 0}
_NO_EXPLANATION = 4  # a secret shorter than this is part of too many other words


def shared_sandbox() -> Sandbox:
    """One pool of workers for every environment of this process; it keeps nothing of a run."""
    return _sandbox_of(os.getpid())


@cache
def _sandbox_of(process: int) -> Sandbox:
    """A forked process makes its own: two may not talk to the same workers."""
    return Sandbox(workers=2, require="filtered")


@lru_cache(maxsize=1024)
def _examples(task: CodingTask) -> tuple[Example, ...]:
    """The visible tests, as the prompt shows them."""
    return tuple(
        Example(arguments=arguments(case), result=repr(case.expected)) for case in task.visible
    )


class CodingEnvironment(VerifiedEnvironment[CodingAction, CodingObservation, CodingState, Game]):
    """Write, mend or test a program. `reset(level=, split=, index=, mode=)` chooses the task.

    Only passing every hidden test pays, and it pays the same at every step, so stalling earns
    nothing and partly right programs cannot be farmed. The gates take the pay from programs that
    pass but change their arguments, depend on earlier calls, or had to be stopped. The step-level
    columns move a little reward to the `run`s that made progress, and take it back at the end.
    """

    max_steps = 6
    reset_timeout_s = None  # what `begin` runs, it runs under the sandbox's limits
    tasks = catalog()
    options: ClassVar[Mapping[str, Any]] = {"mode": "solve"}
    reward = Reward(
        Column("tests", fact("paid"), kind="outcome"),
        Column("contract", fact("contract"), kind="safety", gate=1.0),
        Column("purity", fact("purity"), kind="safety", gate=1.0),
        *ending(),
        Column("format", fact("format"), kind="format", weight=0.0),
        Column("share", fact("share"), kind="process", weight=0.0),
        Column("lines", potential("lines"), kind="process", range=(-1.0, 1.0), weight=0.05),
        Column("branches", potential("branches"), kind="process", range=(-1.0, 1.0), weight=0.05),
    )

    def __init__(self, sandbox: Runner | None = None) -> None:
        super().__init__()
        self._sandbox = sandbox

    @property
    def sandbox(self) -> Runner:
        """Where programs run."""
        return self._sandbox if self._sandbox is not None else shared_sandbox()

    def begin(self, rng: random.Random, setup: Setup) -> tuple[Game, CodingObservation]:
        """Choose the hidden tests' seed and, in debug mode, the program to be mended."""
        mode = setup.options["mode"]
        if mode not in get_args(Mode):
            raise SetupError(f"mode {mode!r:.40} is none of {', '.join(get_args(Mode))}")
        assert setup.task is not None
        task = setup.task.payload
        if task.level in expression_family.LEVELS and mode in ("debug", "testing"):
            raise SetupError(f"level {task.level} has no mode {mode!r}: use solve or repair")
        game = Game(task, mode, rng.getrandbits(62), RUNS[mode], Secret(task.reference))
        game.examples = list(_examples(task))
        if mode == "debug":
            game.program = broken_program(self.sandbox, game, rng)
        return game, self._seen(game)

    def advance(self, game: Game, action: CodingAction) -> CodingObservation:
        """Run the program on visible tests, or judge it and end the episode."""
        game.verdict = None
        if action.kind == "run":
            if not game.runs_left:
                return self._seen(game, "No runs are left in this mode: submit.")
            rng = game.rng()
            game.runs_left -= 1
            return self._seen(game, try_out(self.sandbox, game, action.code, rng))
        if game.mode == "testing":
            feedback = hand_in_tests(self.sandbox, game, action.code, game.rng())
        else:
            feedback = hand_in(self.sandbox, game, action.code)
        return self._seen(game, feedback, done=True)

    def facts(self, game: Game) -> Mapping[str, float]:
        """What the columns measure."""
        verdict = game.verdict
        status = verdict.status if verdict else "ok"
        ran = verdict is not None and status == "ok"
        return {
            "paid": game.paid,
            "contract": float(verdict is None or not ran or verdict.contract),
            "purity": float(verdict is None or verdict.pure),
            **how_it_ended(status),
            "format": float(ran or game.paid > 0),
            "share": verdict.share if verdict else game.paid,
            "lines": game.lines,
            "branches": game.branches,
        }

    def secrets(self, game: Game) -> Iterable[str]:
        """The reference solution."""
        text = game.reference.reveal().strip()
        return [text] if len(text) >= _NO_EXPLANATION else []

    def public_state(self, game: Game) -> Mapping[str, Any]:
        """The mode."""
        return {"mode": game.mode}

    def _seen(self, game: Game, feedback: str = "", *, done: bool = False) -> CodingObservation:
        task = game.task
        return CodingObservation(
            done=done,
            mode=game.mode,
            statement=task.statement,
            signature=task.signature,
            examples=game.examples,
            program=game.program,
            feedback=feedback,
            runs_left=game.runs_left,
        )
