"""Contract: valid actions are accepted, and none of them meets a fault of the environment."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext, is_over
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.faults import Fault, read_fault, sdk_records
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.survey.acceptance import (
    answers_are_judged,
    low_rate,
    oracle_refused,
)


@check("contract.actions_accepted")
def actions_accepted(context: CheckContext) -> None:
    found = context.survey.acceptance
    context.figures.update(
        accepted=found.accepted, played=found.played, distinct=found.distinct, raised=found.raised
    )
    if answers_are_judged(context.survey):
        context.figures["judged"] = found.judged
    if oracle_refused(context.survey):
        solution = next(rollout for rollout in context.survey.solutions if rollout.actions)
        raise PropertyViolated(
            "the environment refuses every action of the oracle", solution.episode("solution")
        )
    problem = low_rate(context.survey)
    if not problem:
        return
    said = f"; it said: {' | '.join(found.refusals)}" if found.refusals else ""
    example = Episode.of(context.seeds[0], context.survey.pool[:1])
    if found.played and found.raised == found.played:
        raise PropertyViolated(
            f"step() raises on each of {found.played} valid actions{said}", example
        )
    if context.source.strategy is None:
        raise EvidenceMissing(f"{problem}{said}; write actions() in proof.py")
    if not found.accepted and found.played and not any(s.actions for s in context.survey.solutions):
        raise PropertyViolated(
            f"none of {found.played} actions of actions() in proof.py was accepted{said}", example
        )
    raise EvidenceMissing(
        f"{problem}{said}; let actions() in proof.py draw what the first message shows"
    )


@each_episode("contract.no_faults", odd_actions=True, long_episodes=True)
def no_faults(context: CheckContext, episode: Episode) -> None:
    driver = context.new_driver()
    trace: list[Response] = []
    for number, call in enumerate(episode.calls):
        if call.op == "step" and trace and is_over(trace):
            break
        with sdk_records() as logged:
            response = context.call(driver, call)
        trace.append(response)
        fault = read_fault(response, logged)
        if fault is not None and not _was_slow_once(context, episode, number, fault):
            where = "reset()" if call.op == "reset" else f"step {_steps(episode, number)}"
            context.figures["fault"] = fault.text
            example = Episode(episode.calls[: number + 1], episode.label)
            raise PropertyViolated(f"{where}: {fault}", example, fault.details)
    driver.close()


def _was_slow_once(context: CheckContext, episode: Episode, number: int, fault: Fault) -> bool:
    """Whether the fault is a missed deadline that is kept when the calls are made again."""
    if not fault.text.startswith("the SDK reports deadline"):
        return False
    again = context.play(Episode(episode.calls[: number + 1]))
    return read_fault(again[-1]) is None


def _steps(episode: Episode, number: int) -> int:
    return sum(call.op == "step" for call in episode.calls[: number + 1])
