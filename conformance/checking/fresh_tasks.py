"""The oracle's episodes on fresh seeds, also those on which it fails, with their first messages."""

from __future__ import annotations

from typing import NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.solution_problem import solution_problem
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.survey.survey_data import Rollout

_STEPS = 60


class FreshTask(NamedTuple):
    """An episode of the oracle.

    Attributes:
        rollout: the episode.
        first: the response to its reset.
        failed: whether it is no solution, by what the author declares.
    """

    rollout: Rollout
    first: Response
    failed: bool


def fresh_tasks(context: CheckContext, name: str, *, most: int, least: int) -> list[FreshTask]:
    """Let the oracle play up to `most` fresh seeds; what raises is left out.

    Args:
        context: the context of the check.
        name: id of the property, which chooses the seeds.
        most: seeds to play.
        least: how many of them are played whatever the time, and episodes that are needed.

    Raises:
        EvidenceMissing: there are fewer episodes than `least`.
    """
    tasks: list[FreshTask] = []
    seeds = fresh_seeds(context.seed, name)
    for _ in context.until_budget(range(most), least=least):
        responses: list[Response] = []
        rollout = oracle_rollout(context, next(seeds), _STEPS, responses)
        if rollout.actions and not rollout.error:
            failed = bool(solution_problem(context, rollout))
            tasks.append(FreshTask(rollout, responses[0], failed))
    if len(tasks) < least:
        raise EvidenceMissing(f"{len(tasks)} episodes could be played, {least} are needed")
    return tasks
