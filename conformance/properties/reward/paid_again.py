"""Reward: what was paid once is not undone and paid again until it is more than solving earns."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import (
    report_more_than_oracle,
)
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.probes.partial_answers import mixtures
from hallmark_rl.conformance.checking.probes.repeated_claims import (
    FEWEST_SEEDS,
    changes_nothing,
    find_repeated_claims,
)
from hallmark_rl.conformance.checking.probes.sibling_words import with_sibling_words
from hallmark_rl.conformance.checking.probes.undoing_actions import emptied
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import NotApplicable
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST_STARTS = 8
_MOST_MOVES = 12
_MOST_CHOICES = 6
_MOST_DETOUR = 2
"""Steps that undo what was paid."""
_FURTHEST = 4
"""How often a move is repeated on the way to where a step may be paid again."""
_LONGEST_EPISODE = 200
_SEEDS = 2
"""Seeds on which circles must earn more than solving."""


@check("reward.paid_again")
def paid_again(context: CheckContext) -> None:
    """From each paid step, look for steps after which it is paid again; then go round in circles.

    First the step is repeated in its place: if that changes nothing, and is paid like the oracle's
    further work, it is a claim that is paid again.

    Steps are paid in solutions, in random play, and for answers that are right in part.
    """
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [rollout for rollout in context.solutions if rollout.done][: 2 * _SEEDS]
    if not solutions:
        raise NotApplicable("no episode that solves the task ends")
    _require_progress(context, solutions)
    found: list[tuple[Rollout, Rollout]] = []
    for solution in context.until_budget(solutions, least=2):
        circle = best_circle(context, solution)
        if circle is not None and _earns_more(context, circle, solution):
            found.append((circle, solution))
        if len(found) == _SEEDS:
            break
    if len(found) < min(_SEEDS, len(solutions)):
        return
    circle, solution = found[0]
    text = (
        f"a step that was paid is paid again after it was undone: {circle.total:.4g} in "
        f"{len(circle.actions)} steps, an episode that solves the task earns {solution.total:.4g}"
    )
    again = functools.partial(best_circle, context)
    report_more_than_oracle(context, "reward.paid_again", "circles", again, circle, text)


def _require_progress(context: CheckContext, solutions: list[Rollout]) -> None:
    """Raise `PropertyViolated` if a repeated step that changes nothing completes each solution.

    Episodes of a fixed length are left out: there, a reward may be paid for each step in which
    something is as it should be.
    """
    found = find_repeated_claims(context, solutions)
    if found and all(changes_nothing(context, claim) for claim in found):
        raise found[0].violation(len(found))


@check("reward.repeated_claims")
def repeated_claims(context: CheckContext) -> None:
    """Repeat the first paid step of solutions in place of all later ones."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [rollout for rollout in context.solutions if rollout.done][: 2 * _SEEDS]
    if len(solutions) < FEWEST_SEEDS:
        raise NotApplicable("too few episodes that solve the task end")
    found = find_repeated_claims(context, solutions)
    if found:
        raise found[0].violation(len(found))


def _earns_more(context: CheckContext, circle: Rollout, solution: Rollout) -> bool:
    return circle.total > solution.total + max(1e-6, 0.02 * abs(context.scale))


def best_circle(context: CheckContext, solution: Rollout) -> Rollout | None:
    """The first circle that earns more than the solution, else the best; None without any."""
    moves = _moves(context, solution)
    best: Rollout | None = None
    for start in itertools.islice(_paid_starts(context, solution), _MOST_STARTS):
        if best is not None and context.out_of_time(2.0):
            break
        detour = _detour(context, solution, start, [*_opposite(context, solution, start), *moves])
        if detour is None:
            continue
        limit = min(context.declared.max_steps or _LONGEST_EPISODE, _LONGEST_EPISODE)
        circle = [*detour, start[-1]]
        count = max(0, limit - len(start)) // len(circle)
        rollout = play(context, [*start, *circle * count], solution.seed)
        if not context.survey.found and not _earns_more(context, rollout, solution):
            rollout = _elsewhere(context, solution, start, detour, moves, limit) or rollout
        if rollout.error or rollout.success is True:
            continue
        if context.survey.found and not _comes_back(context, start, circle, solution.seed):
            continue  # only the author can say that no other progress is worth more
        if best is None or rollout.total > best.total:
            best = rollout
        if _earns_more(context, best, solution):
            break
    return best


def _detour(
    context: CheckContext, solution: Rollout, start: list[Action], moves: list[Action]
) -> list[Action] | None:
    """The shortest list of moves after which the last action of `start` is paid again, or None."""
    for length in range(_MOST_DETOUR + 1):
        for detour in itertools.product(moves, repeat=length):
            if context.out_of_time(2.0):
                return None
            actions = [*start, *detour, start[-1]]
            rollout = play(context, actions, solution.seed)
            if rollout.error or len(rollout.actions) < len(actions):
                continue
            # What the detour costs must be less than what is paid again.
            if min(sum(rollout.rewards[len(start) :]), rollout.rewards[-1]) > 1e-9:
                return list(detour)
    return None


def _elsewhere(
    context: CheckContext,
    solution: Rollout,
    start: list[Action],
    detour: list[Action],
    moves: list[Action],
    limit: int,
) -> Rollout | None:
    """The paid step again and again, with another detour wherever the last one is not paid.

    So a bonus is found that is paid once for each place, or for each name. None if it could not
    earn more than the solution, or is not paid again.
    """
    actions, rollout = start, None
    before = play(context, [*start, *detour, start[-1]], solution.seed)
    again = sum(before.rewards[len(start) :])
    possible = before.total + again * ((limit - len(before.actions)) // (len(detour) + 1))
    if possible <= solution.total + max(1e-6, 0.02 * abs(context.scale)):
        return None
    while len(actions) + len(detour) < limit and not context.out_of_time(2.0):
        for other in _similar(detour, moves):
            tried = play(context, [*actions, *other, start[-1]], solution.seed)
            complete = len(tried.actions) == len(actions) + len(other) + 1 and not tried.error
            if complete and min(sum(tried.rewards[len(actions) :]), tried.rewards[-1]) > 1e-9:
                actions, rollout, detour = tried.actions, tried, other
                break
        else:
            break
        if _earns_more(context, rollout, solution):
            break
    return rollout


def _similar(detour: list[Action], moves: list[Action]) -> Iterator[list[Action]]:
    """The detour, then with one move less, with another in its place, with one more, and further.

    Further: one move several times, and then the last one of the detour.
    """
    yield detour
    yield from ([*detour[:place], *detour[place + 1 :]] for place in range(len(detour)))
    for place in range(len(detour)):
        yield from ([*detour[:place], move, *detour[place + 1 :]] for move in moves)
    for place in range(len(detour) + 1):
        yield from ([*detour[:place], move, *detour[place:]] for move in moves)
    for count in range(2, _FURTHEST + 1):
        yield from ([*[move] * count, *detour[-1:]] for move in moves)


def _comes_back(
    context: CheckContext, start: list[Action], circle: list[Action], seed: int | None
) -> bool:
    """Whether the message after a circle is the one before it, but for counters."""
    trace = context.play(Episode.of(seed, [*start, *circle], "a circle"))
    ends = [trace[len(start)], trace[-1]]
    contents = {content_without_counters(response.data or {}) for response in ends}
    return len(trace) == 1 + len(start) + len(circle) and len(contents) == 1


def _moves(context: CheckContext, solution: Rollout) -> list[Action]:
    """Actions that may undo a step: the solution's, one for each choice, idle ones, valid ones."""
    moves = [
        *_idle_action(context, solution)[:1],
        *templates(context.source, context.pool),
        *solution.actions,
        *_partial_answers(context, solution),
        *context.pool[:6],
    ]
    return list({repr(action): action for action in moves}.values())[:_MOST_MOVES]


def _opposite(context: CheckContext, solution: Rollout, start: list[Action]) -> list[Action]:
    """The paid command with another choice, nothing or another word: it may undo the step."""
    opening = context.play(Episode.of(solution.seed, [], "opening"))[0].data or {}
    made = [
        filled(start[-1], slot, choice)
        for slot in slots_of(context.source, start[-1])
        for choice in slot.choices[:_MOST_CHOICES]
    ]
    made += [*emptied(start[-1]), *with_sibling_words(start[-1], opening)]
    return [action for action in made if action != start[-1] and context.source.valid(action)]


def _idle_action(context: CheckContext, solution: Rollout) -> list[Action]:
    """What the null policy does on this seed."""
    for rollout in context.survey.null_rollouts:
        if rollout.seed == solution.seed:
            return rollout.actions
    null = getattr(context.subject.proof, "null", None)
    if not callable(null):
        return []
    return play_policy(context.subject, context.survey, null, solution.seed, 1).actions


def _paid_starts(context: CheckContext, solution: Rollout) -> Iterator[list[Action]]:
    """Beginnings of episodes whose last step is paid and does not end the episode."""
    paid = [number for number, reward in enumerate(solution.rewards[:-1]) if reward > 1e-9]
    for number in reversed(paid):  # what the last progress earned before counts as well
        yield solution.actions[: number + 1]
    for action in _partial_answers(context, solution):
        rollout = play(context, [*solution.actions[:-1], action], solution.seed)
        if not rollout.done and rollout.rewards and rollout.rewards[-1] > 1e-9:
            yield rollout.actions
    for rollout in context.survey.random_rollouts:
        for number, reward in enumerate(rollout.rewards[:-1]):
            if reward > 1e-9 and rollout.seed == solution.seed:
                yield rollout.actions[: number + 1]
                break
    for action in context.pool[:_MOST_MOVES]:
        rollout = play(context, [action], solution.seed)
        if not rollout.done and rollout.total > 1e-9:
            yield [action]


def _partial_answers(context: CheckContext, solution: Rollout) -> list[Action]:
    """Mixtures of the solution's last action and of wrong ones."""
    wrong = [*_idle_action(context, solution)[:1]]
    wrong += [other.actions[-1] for other in context.solved if other.seed != solution.seed][:1]
    made = [action for other in wrong for action in mixtures(solution.actions[-1], other)]
    valid = [action for action in made if context.source.valid(action)]
    return list({repr(action): action for action in valid}.values())[:_MOST_STARTS]
