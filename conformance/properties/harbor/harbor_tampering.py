"""Harbor: what an agent leaves behind instead of a solution earns nothing."""

from __future__ import annotations

from collections.abc import Iterable

from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.harbor.harbor_context import (
    ROUNDING,
    HarborContext,
    HarborFinding,
    Play,
)
from hallmark_rl.conformance.harbor.harbor_registry import harbor_check
from hallmark_rl.sdk.harbor.harbor_task import HarborTask
from hallmark_rl.sdk.harbor.tamper_recipes import (
    Recipe,
    blocked_removal,
    forged_reward,
    hollow_submission,
    kept_rewards,
    planted_files,
    programs_of_tests,
    tampered_workdir,
)


@harbor_check("harbor.forged_reward")
def forged(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        known = context.provable(task)
        files = dict.fromkeys(filter(None, (known.nothing.file, known.solved.file)))
        own = [forged_reward(file) for file in files or ("reward.txt", "reward.json")]
        _require_unpaid(context, task, own, known.nothing.pay, remove_former=False)
        _require_unpaid(context, task, blocked_removal(), known.nothing.pay)

    context.each(check)


@harbor_check("harbor.kept_rewards")
def kept(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        known = context.provable(task)
        recipes = [*kept_rewards(), *blocked_removal()]
        _require_unpaid(context, task, recipes, known.nothing.pay, remove_former=False)

    context.each(check)


@harbor_check("harbor.tampering")
def tampering(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        known = context.solvable(task)
        modules, names = programs_of_tests(task)
        recipes = tampered_workdir(task.workdir, modules, names)
        _require_unpaid(context, task, recipes, known.nothing.pay)

    context.each(check)


@harbor_check("harbor.planted_files")
def planted(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        known = context.solvable(task)
        _require_unpaid(context, task, planted_files(programs_of_tests(task)[1]), known.nothing.pay)

    context.each(check)


@harbor_check("harbor.submission_ends")
def submission_ends(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        known = context.solvable(task)
        if not known.made:
            raise EvidenceMissing("the solution leaves no file in the working folder")
        limit = known.solved.pay - 2 * ROUNDING
        _require_unpaid(context, task, hollow_submission(known.made), limit)

    context.each(check)


def _require_unpaid(
    context: HarborContext,
    task: HarborTask,
    recipes: Iterable[Recipe],
    limit: float,
    *,
    remove_former: bool = True,
) -> None:
    """Raise a finding for the first recipe that earns more than `limit`."""
    for what, commands in recipes:
        play = Play(commands=commands, remove_former=remove_former)
        verdict = context.play(task, play)
        if verdict.pay > limit + ROUNDING:
            known = context.known(task)
            text = f"{what} earns {verdict.text}; nothing earns {known.nothing.text}"
            raise HarborFinding(context.shown(task, text), task, [play])
