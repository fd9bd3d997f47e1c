"""Ways to play: like the oracle, like the oracle after wrong moves, or by given actions."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.probes.changed_values import Path, with_leaf
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.oracle_search.answer_rules import AnswerRule, RulePolicy
from hallmark_rl.conformance.survey.rollouts import play_actions, play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout

Policy = Callable[[Any, Any], Any]
"""From an instance and its last observation to an action."""


def oracle_of(context: CheckContext) -> Policy:
    """The author's oracle, or the rule that a search found; `EvidenceMissing` without both."""
    oracle = getattr(context.subject.proof, "oracle", None)
    if not callable(oracle):
        rule = context.survey.found.get("rule") if context.survey.solutions else None
        if rule is None:
            raise EvidenceMissing("write oracle(env, observation) -> action in proof.py")
        return RulePolicy(context.subject, AnswerRule.from_dict(rule))
    policy: Policy = oracle
    return policy


def oracle_rollout(
    context: CheckContext,
    seed: int | None,
    limit: int,
    told: list[Response] | None = None,
    /,
    **options: Any,
) -> Rollout:
    """Let the oracle play one episode, or take the one that another check saw it play.

    Args:
        context: the context of the check.
        seed: the seed of the reset; without one, and where equal seeds may give other episodes, it
            is always played.
        limit: the greatest number of steps.
        told: the responses to the reset and to each step are appended to it; those of an episode
            that was played before are messages, or kinds of errors, alone.
        options: options of `reset()` beside the seed.
    """
    oracle = oracle_of(context)

    def play_oracle(responses: list[Response]) -> Rollout:
        return play_policy(
            context.subject, context.survey, oracle, seed, limit, responses, **options
        )

    is_repeatable = (
        context.survey.deterministic and "stochastic" not in context.declared.capabilities
    )
    if seed is None or not is_repeatable:
        return play_oracle([] if told is None else told)
    return context.kept.solution(seed, limit, options, play_oracle, told)


def delayed_oracle(
    context: CheckContext, seed: int | None, *, wrong: int = 0, repeat: int = 1, pick: int = 0
) -> Policy:
    """A policy that makes wrong moves first and then plays like the oracle.

    Args:
        context: the context of the check.
        seed: the seed that will be played; wrong moves do not end its episode, if possible.
        wrong: number of wrong moves.
        repeat: how often each action of the oracle is made before it is asked again.
        pick: index of the first wrong move among the candidates.
    """
    oracle = oracle_of(context)
    moves = _moves_that_do_not_end(context, seed) if wrong else []
    count = 0
    held: Any = None

    def policy(env: Any, observation: Any) -> Any:
        nonlocal count, held
        count += 1
        if count <= wrong and moves:
            return make_action(context.subject.action_type, moves[(pick + count - 1) % len(moves)])
        if (count - 1) % repeat == 0 or held is None:
            held = oracle(env, observation)
        return held

    return policy


def wrong_moves(context: CheckContext, most: int = 0) -> list[Action]:
    """Last actions of other seeds' solutions, then eight valid actions, without repetitions.

    `most` is the number of further seeds that are solved for this.
    """
    solved = [rollout for rollout in context.survey.solutions if rollout.actions]
    last = [rollout.actions[-1] for rollout in [*solved, *more_solutions(context, most)]]
    moves = [*last, *context.pool[:8]]
    return [action for index, action in enumerate(moves) if action not in moves[:index]]


@functools.lru_cache(maxsize=64)
def _moves_that_do_not_end(context: CheckContext, seed: int | None) -> list[Action]:
    """Wrong moves that do not end the episode of a seed; all wrong moves if each ends it.

    A move that ends the episode, such as giving up, cannot precede a late solution.
    """
    moves = wrong_moves(context)
    tried = moves[:4] if context.slow else moves
    return [move for move in tried if not play(context, [move], seed).done] or moves


@functools.lru_cache(maxsize=4)
def more_solutions(context: CheckContext, most: int) -> list[Rollout]:
    """Play the oracle on up to `most` further seeds; fewer if an episode takes long.

    None if the solutions are scripts that a search found.
    """
    if context.survey.found and context.survey.found.get("rule") is None:
        return []  # scripts solve the seeds that they were found on, and no others
    cost = context.survey.reset_s + 10 * context.survey.step_s
    count = min(most, int(1.0 / max(cost, 1e-3)))
    rollouts: list[Rollout] = []
    for seed in itertools.islice(fresh_seeds(context.seed, "more solutions"), count):
        if context.out_of_time(1.0):
            break
        rollout = oracle_rollout(context, seed, 60)
        if rollout.actions and not rollout.error:
            rollouts.append(rollout)
    return rollouts


def play_past_end(
    context: CheckContext, seed: int | None, actions: list[Action], more: list[Action]
) -> Trace:
    """Reset and play `actions` and `more`, and do not stop at the end of the episode."""
    driver = context.new_driver()
    trace = [driver.reset(**({} if seed is None else {"seed": seed}))]
    trace += [driver.step(action) for action in [*actions, *more]]
    driver.close()
    return trace


def play(
    context: CheckContext, actions: list[Action], seed: int | None, /, **options: Any
) -> Rollout:
    """Play given actions until the episode ends; `options` are those of the reset."""
    return play_actions(context.subject, context.survey, actions, seed, **options)


def last_response(
    context: CheckContext, seed: int | None, actions: list[Action]
) -> Response | None:
    """The response to the last of the actions; None if the episode ends or fails before."""
    trace = context.play(Episode.of(seed, actions, "last response"))
    return trace[-1] if len(trace) == 1 + len(actions) and trace[-1].data is not None else None


def paid_like(
    context: CheckContext, solution: Rollout, actions: list[Action], label: str
) -> Episode | None:
    """The episode of given actions on a solution's task, if it is paid like the solution.

    None as well if the action model refuses one of them, or the last step raises.
    """
    if not all(map(context.source.valid, actions)):
        return None
    episode = Episode.of(solution.seed, actions, label, **solution.options)
    trace = context.play(episode)
    total = sum(response.numeric_reward for response in trace[1:])
    is_paid = trace[-1].data is not None and total >= solution.total - oracle_margin(context)
    return episode if is_paid else None


def earns_less_with(
    context: CheckContext, solution: Rollout, path: Path, value: Any, turn: int = -1
) -> bool:
    """Whether a solution earns less with another value in one of its actions, the last one."""
    actions = list(solution.actions)
    actions[turn] = with_leaf(actions[turn], path, value)
    rollout = play(context, actions, solution.seed)
    return rollout.total <= solution.total - oracle_margin(context)


def oracle_margin(context: CheckContext) -> float:
    """By how much a return must lie below the oracle's to count as less."""
    return max(1e-6, 0.02 * abs(context.scale))


def step_limit(context: CheckContext) -> int:
    """How often an action is repeated: the declared limit of steps (else 60), at most 200."""
    return min(context.declared.max_steps or 60, 200)


def ends_as_solved(context: CheckContext, rollout: Rollout, solution: Rollout) -> bool:
    """Whether a rollout comes to the solution's last action in no more steps.

    It must earn no more than is declared, or than another solution earns: the answer is guessed, or
    known by heart, without some of the steps, or with cheaper ones, that find it out.
    """
    if not rollout.actions or rollout.actions[-1] != solution.actions[-1]:
        return False
    declared = [context.declared.high, context.declared.success]
    totals = [each.total for each in [solution, *context.solutions]]
    most = max([*totals, *(each for each in declared if each is not None)])
    return len(rollout.actions) <= len(solution.actions) and rollout.total <= most + 1e-9
