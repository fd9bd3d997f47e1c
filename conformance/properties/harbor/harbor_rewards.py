"""Harbor: the solution is paid, nothing is not, and each trial ends with a reward."""

from __future__ import annotations

from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.harbor.harbor_context import (
    ROUNDING,
    HarborContext,
    HarborFinding,
    Known,
    Play,
    has_solution,
    played,
)
from hallmark_rl.conformance.harbor.harbor_registry import harbor_check
from hallmark_rl.sdk.harbor.harbor_task import HarborTask
from hallmark_rl.sdk.harbor.reward_files import Verdict
from hallmark_rl.sdk.harbor.trial import open_trial

_NEEDED = ("instruction.md", "tests/test.sh", "solution/solve.sh")
_AGAIN = {"quick": 2, "default": 3, "thorough": 6}
"""Further verifications of a state, by profile."""
_LEFT = {
    "an empty working folder": "find . -mindepth 1 -delete",
    "folders in the place of the files in the working folder": (
        'find . -type f | while read -r path; do rm "$path"; mkdir "$path"; done'
    ),
}


@harbor_check("harbor.files")
def files(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        for name in _NEEDED:
            path = task.path / name
            if not path.is_file() or not path.read_bytes().strip():
                raise HarborFinding(context.shown(task, f"it has no {name}, or an empty one"), task)

    context.each(check)


@harbor_check("harbor.solution")
def solution(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        known = _with_solution(context, task)
        if known.solved.pay < 1.0 - ROUNDING:
            said = f"; solve.sh: {known.ran.problem}" if known.ran.problem else ""
            text = f"the reference solution earns {known.solved.text}{said}"
            raise HarborFinding(context.shown(task, text), task, [Play(solve=True)])

    context.each(check)


@harbor_check("harbor.nothing")
def nothing(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        known = context.provable(task)
        is_paid = known.nothing.pay > 0 and known.nothing.pay >= known.solved.pay - ROUNDING
        if known.nothing.pay >= 1.0 - ROUNDING or (is_paid and has_solution(task)):
            said = f", the solution {known.solved.text}" if has_solution(task) else ""
            text = f"nothing earns {known.nothing.text}{said}"
            raise HarborFinding(context.shown(task, text), task, [Play()])
        context.solvable(task)

    context.each(check)


@harbor_check("harbor.reward_written")
def reward_written(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        known = context.provable(task)
        states = [("nothing", Play(), known.nothing)]
        for what, commands in _LEFT.items():
            play = Play(commands=commands)
            states.append((what, play, context.play(task, play)))
        for what, play, verdict in states:
            if verdict.problem:
                text = f"after {what}: {verdict.text}"
                raise HarborFinding(context.shown(task, text), task, [play])

    context.each(check)


@harbor_check("harbor.reward_range")
def reward_range(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        known = context.provable(task)
        for play, verdict in _states(task, known):
            odd = [value for value in verdict.counting.values() if not 0.0 <= value <= 1.0]
            if odd or "holds" in verdict.problem:
                what = "the solution" if play.solve else "nothing"
                text = f"{what} earns {verdict.text}, which is no number from 0 to 1"
                raise HarborFinding(context.shown(task, text), task, [play])

    context.each(check)


@harbor_check("harbor.repeatable")
def repeatable(context: HarborContext) -> None:
    count = _AGAIN[context.profile.name]

    def check(task: HarborTask) -> None:
        known = context.provable(task)
        for play, first in _states(task, known):
            texts = [first.text]
            for _ in range(count):
                with open_trial(task) as trial:
                    texts += [played(trial, play).text, trial.verify().text]
            outcomes = list(dict.fromkeys(text.partition("; it printed")[0] for text in texts))
            if len(outcomes) > 1:
                what = "the solution" if play.solve else "nothing"
                text = f"{what} earns {outcomes[0]}, and {outcomes[1]} when it is verified again"
                raise HarborFinding(context.shown(task, text), task, [play] * 3)

    context.each(check)


def _states(task: HarborTask, known: Known) -> list[tuple[Play, Verdict]]:
    """The state that nothing leaves, and that of the solution, with what they earn."""
    solved = [(Play(solve=True), known.solved)] * has_solution(task)
    return [(Play(), known.nothing), *solved]


def _with_solution(context: HarborContext, task: HarborTask) -> Known:
    known = context.provable(task)
    if not has_solution(task):
        raise EvidenceMissing("it has no solution/solve.sh: see harbor.files")
    return known
