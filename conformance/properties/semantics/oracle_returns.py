"""Semantics: the oracle earns the maximum, and idle, random or cheating policies do not."""

from __future__ import annotations

import functools
import itertools
import re
import time
from typing import Any

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import (
    more_solutions,
    oracle_of,
    oracle_rollout,
    play,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.solution_problem import (
    WHOLE,
    may_fall_short,
    solution_problem,
)
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import judges_one_answer, play_policy, read_success
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_SHARE_WITHOUT_GAP = 0.5
"""Share of seeds on which a baseline may earn what the oracle earns: easy ones, and luck."""
_LITTLE = 0.02
"""Share of a range that is a bound by which the gap is measured at least."""
_SLOW_EXPLOIT = 0.5
"""Seconds of an exploit's episode above which it is played on one seed only; not if thorough."""
_REPEATED_UNTIL = 0.6
"""Share of the deadline until which exploits are played on further seeds."""
_UNLUCKY_SHARE = 0.1
"""Share of the seeds on which an oracle may fail where chance plays a part, as noise does."""
_LARGEST_PART = 2 / 3
_QUOTIENT = re.compile(r"\bdivided by\b|\bratio (of|between)\b", re.I)
"""What says that a longer way to the same end is paid less."""
_PART = re.compile(
    r"(?<![\d.])(?P<one>0\.\d+)(?: points?)?(?: more)? (?:for|if)\b"
    r"|\b(?:pays?|earns?|is worth|gives?) (?P<other>0\.\d+)",
    re.I,
)
"""What a text says that a part of a task pays."""
"""Share of a solution's return, paid in several steps, that an exploit may earn."""
_LUCK_SEEDS, _LUCK_SECONDS, _LUCK_SHARE = 12, 2.0, 1 / 3
"""Fresh seeds on which an exploit is played again, the seconds for that, and the share of these on
which a guess may be right."""


@check("semantic.oracle_max")
def oracle_max(context: CheckContext) -> None:
    if context.survey.evidence.get("oracle") and not context.survey.solutions[:1]:
        raise EvidenceMissing(f"the oracle cannot be used: {context.survey.evidence['oracle']}")
    for solution in context.survey.solutions or context.solutions:
        _require_whole(context, solution)
        problem = solution_problem(context, solution)
        if problem:
            raise PropertyViolated(problem, solution.episode("solution"))


def _require_whole(context: CheckContext, solution: Rollout) -> None:
    """Raise `EvidenceMissing` if the suite had no time to play the oracle to the declared end."""
    steps, most = len(solution.actions), context.declared.max_steps
    if most is not None and steps < most and not (solution.done or solution.error):
        raise EvidenceMissing(
            f"the oracle was played for {steps} of {most} steps, because a step takes "
            f"{context.survey.step_s:.2g} s; declare fewer max_steps if an episode needs fewer"
        )


@check("semantic.floor_gap")
def floor_gap(context: CheckContext) -> None:
    reference = context.reference
    _require_idle_end_unpaid(context)
    span = 1.0
    if context.declared.low is not None and context.declared.high is not None:
        width = context.declared.high - context.declared.low
        span = min(1.0, width)
        if context.declared.success is None and context.declared.high not in WHOLE:
            # the range is a bound, of which the oracle earns little
            span = min(span, max(abs(reference), _LITTLE * width))
    required_gap = min(context.declared.margin, 0.5) * span
    if context.survey.found and reference < required_gap:
        raise EvidenceMissing(f"the solutions that were found earn only {reference:.4g}")
    for label, group in (
        ("doing nothing", context.survey.null_rollouts),
        ("random play", context.survey.random_rollouts),
    ):
        rollouts = [rollout for rollout in group if not rollout.error]
        if not rollouts:
            continue
        if label == "random play":
            required_gap = min(required_gap, 0.05 * span)
        mean = sum(rollout.total for rollout in rollouts) / len(rollouts)
        if reference - mean < required_gap - 1e-9:
            # On few seeds, all may be easy or all may be lost: try more seeds.
            pairs = [
                (rollout, _play_baseline(context, label, rollout.seed))
                for rollout in more_solutions(context, 40)
            ]
            gaps = [
                rollout.total - baseline.total for rollout, baseline in pairs if not baseline.error
            ]
            if (
                mean <= reference + 1e-9
                and len(gaps) >= 20
                and sum(gaps) / len(gaps) >= required_gap
            ):
                continue
            confirmed = confirm_share(
                context,
                "semantic.floor_gap",
                functools.partial(_gap_is_missing, context, label, required_gap),
                _LARGEST_SHARE_WITHOUT_GAP,
                name=label,
            )
            if not confirmed:
                continue
            best = max(rollouts, key=lambda rollout: rollout.total)
            text = f"{label} earns {mean:.4g} on average, the oracle earns {reference:.4g}"
            raise PropertyViolated(
                f"{text}; the gap must be at least {required_gap:g}; {confirmed}",
                best.episode(label),
            )


def _gap_is_missing(context: CheckContext, label: str, gap: float, seed: int) -> bool | None:
    """Whether a baseline earns on a fresh seed what the oracle earns, up to the gap."""
    solution = oracle_rollout(context, seed, context.oracle_steps)
    baseline = _play_baseline(context, label, seed)
    if solution.error or baseline.error:
        return None
    return solution.total - baseline.total < gap - 1e-9


def _play_baseline(context: CheckContext, label: str, seed: int | None) -> Rollout:
    """Play the null policy or random actions on a different seed."""
    null = getattr(context.subject.proof, "null", None)
    if label == "random play":
        return play(context, context.random_episode(seed, 40).actions, seed)
    if callable(null):
        return play_policy(context.subject, context.survey, null, seed, context.oracle_steps)
    return play(context, context.survey.null_rollouts[0].actions[:1] * 40, seed)


def _require_idle_end_unpaid(context: CheckContext) -> None:
    """For sparse rewards: raise if the last step of idle episodes pays like the solving step."""
    sparse = [
        rollout
        for rollout in context.solutions
        if rollout.done and max(rollout.rewards[:-1], default=0.0) <= 0
    ]
    solving_rewards = {
        rollout.seed: rollout.rewards[-1] for rollout in sparse if rollout.rewards[-1] > 0
    }
    idle_ends = [
        rollout
        for rollout in context.survey.null_rollouts
        if rollout.done and rollout.rewards and rollout.seed in solving_rewards
    ]
    # On some seeds doing nothing is the solution.
    solutions = [(rollout.seed, rollout.actions) for rollout in sparse]
    idle_ends = [
        rollout for rollout in idle_ends if (rollout.seed, rollout.actions) not in solutions
    ]
    paid = [
        rollout
        for rollout in idle_ends
        if rollout.rewards[-1] >= 0.9 * solving_rewards[rollout.seed]
    ]
    if len(paid) >= 3 and len(paid) == len(idle_ends):
        text = f"the last step of doing nothing pays {paid[0].rewards[-1]:.4g}"
        raise PropertyViolated(
            f"{text}, the solving step pays {solving_rewards[paid[0].seed]:.4g}",
            paid[0].episode("idle"),
        )


@check("semantic.adversarial_floor")
def adversarial_floor(context: CheckContext) -> None:
    make_exploits = getattr(context.subject.proof, "exploits", None)
    if not callable(make_exploits):
        raise NotApplicable("proof.py lists no exploits: write exploits()")
    allowed = max(0.0, context.floor) + context.declared.margin * abs(context.scale) * 0.5
    exploits = list(make_exploits())
    cases = [(*exploit, seed) for seed in context.seeds[:3] for exploit in exploits]
    quick = context.profile.name == "quick"
    if quick:  # a sample, which depends on --seed
        context.rng("exploits").shuffle(cases)
    slow: set[str] = set()
    ends = time.monotonic() + _REPEATED_UNTIL * context.profile.deadline
    for name, policy, seed in (
        context.until_budget(cases, context.profile.examples) if quick else cases
    ):
        is_repeated = not quick and seed != context.seeds[0]
        if is_repeated and (name in slow or time.monotonic() > ends):
            continue
        began = time.monotonic()
        rollout = play_policy(
            context.subject, context.survey, policy, seed, context.declared.max_steps or 60
        )
        if time.monotonic() - began > _SLOW_EXPLOIT and context.profile.name != "thorough":
            slow.add(name)
        if rollout.total <= allowed + 1e-9 or _is_part_of_solution(context, rollout):
            continue
        if not _is_lucky(context, policy, allowed):
            text = f"the exploit {name!r} earns {rollout.total:.4g}, the limit is {allowed:.4g}"
            raise PropertyViolated(text, rollout.episode(str(name)))


def _is_part_of_solution(context: CheckContext, rollout: Rollout) -> bool:
    """Whether parts of a task are paid, and the exploit earns no more than a part.

    Two thirds of a solution that is paid in several steps, and one third of another one where
    random play earns different parts of it, or where a text says what such a part pays, or that
    the reward is a quotient.
    """
    same_seed = (each for each in context.survey.solutions if each.seed == rollout.seed)
    solution = next(same_seed, None)
    if solution is None:
        return False
    if sum(reward > 0 for reward in solution.rewards) > 1:
        return rollout.total <= _LARGEST_PART * solution.total + 1e-9
    parts = {round(each.total, 6) for each in context.survey.random_rollouts}
    largest = _LARGEST_PART / 2 * solution.total + 1e-9
    if sum(0 < part < _LARGEST_PART * solution.total for part in parts) > 1:
        return rollout.total <= largest
    if any(map(_QUOTIENT.search, task_sentences(context))):
        return rollout.total <= largest
    return rollout.total <= max((p for p in _stated_parts(context) if p <= largest), default=0.0)


def _stated_parts(context: CheckContext) -> list[float]:
    """What the texts say that a part of the task pays, such as `0.3 for the right decision`."""
    found = (_PART.search(sentence) for sentence in task_sentences(context))
    return [float(match["one"] or match["other"]) + 1e-9 for match in found if match]


def _is_lucky(context: CheckContext, policy: Any, allowed: float) -> bool:
    """Whether an exploit is paid on few of many seeds, as a guess is; no if that takes long."""
    began, played, paid = time.monotonic(), 0, 0
    for seed in itertools.islice(fresh_seeds(context.seed, "exploits"), _LUCK_SEEDS):
        if time.monotonic() - began > _LUCK_SECONDS:
            return False
        rollout = play_policy(
            context.subject, context.survey, policy, seed, context.declared.max_steps or 60
        )
        played += 1
        paid += rollout.total > allowed + 1e-9
    return paid <= _LUCK_SHARE * played


@check("semantic.success_flag")
def success_flag(context: CheckContext) -> None:
    solutions = context.solutions
    if all(solution.success is None for solution in solutions):
        raise NotApplicable("no observation reports success")
    for solution in solutions:
        if solution.done and solution.success is False and not may_fall_short(context, solution):
            raise PropertyViolated(
                "the oracle's episode ends with success = False", solution.episode("solution")
            )
    for solution in solutions:
        driver = context.new_driver()
        trace = context.play(solution.episode("solution"), driver)
        has_several_answers = sum(reward > 0 for reward in solution.rewards) > 1
        for number, response in enumerate(trace[:-1]):
            flag = read_success(response.data)
            if has_several_answers and judges_one_answer(response.data):
                continue
            if flag is True and number < len(solution.actions):
                example = Episode(solution.episode("").calls[: number + 1], "solution")
                raise PropertyViolated(
                    f"message {number}, before the solution, reports success", example
                )
    for group in (context.survey.null_rollouts, context.survey.random_rollouts):
        for rollout in group:
            same_seed = [solution for solution in solutions if solution.seed == rollout.seed]
            if (
                same_seed
                and rollout.done
                and rollout.success
                and same_seed[0].total > 0  # where all is a cost, a solution may cost more
                and rollout.total < same_seed[0].total / 2 - 1e-9
            ):
                text = f"success is True with a return of {rollout.total:.4g}"
                text = f"{text}, the oracle's return is {same_seed[0].total:.4g}"
                raise PropertyViolated(text, rollout.episode("failure"))


@check("semantic.oracle_reliable")
def oracle_reliable(context: CheckContext) -> None:
    oracle = oracle_of(context)
    smallest_return = min(rollout.total for rollout in context.solved)
    cost = context.survey.reset_s + 10 * context.survey.step_s
    count = 30 if cost < 0.2 else max(4, int(6.0 / cost))
    unlucky: list[str] = []
    for seed in range(101, 101 + count):
        if context.out_of_time(2.0):
            break
        context.figures["seeds"] = seed - 100
        # Not a kept one: what one episode leaves for the next is seen as well.
        rollout = play_policy(context.subject, context.survey, oracle, seed, context.oracle_steps)
        if rollout.error:
            raise PropertyViolated(
                f"the oracle fails: {rollout.error}", rollout.episode("solution")
            )
        missed = rollout.success is False and not may_fall_short(context, rollout)
        failed = missed or rollout.total < smallest_return - 0.5 * abs(context.scale)
        if failed and "stochastic" not in context.declared.capabilities:
            text = (
                f"on seed {seed} the oracle earns {rollout.total:.4g}, "
                f"on the first seeds at least {smallest_return:.4g}"
            )
            unlucky.append(text)
            if len(unlucky) > _UNLUCKY_SHARE * count or not chance_decides(context):
                raise PropertyViolated(text, rollout.episode("solution"))
    if unlucky:
        raise EvidenceMissing(
            f"{unlucky[0]}; chance plays a part, so the oracle may be unlucky: declare "
            "stochastic, or an oracle_tolerance"
        )
