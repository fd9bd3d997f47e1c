"""Step: every episode ends within the step limit, and not before it."""

from __future__ import annotations

import re
from collections import Counter

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.number_words import NUMBER_WORDS, ORDINAL_WORDS
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants

_LONGEST_SEARCH = 1000
"""Steps after which the search for the end of an episode without a declared limit is given up."""
_FEWEST_EQUAL = 3
"""Different actions whose repetition must end after the same number of steps to show a limit."""
_MOST_REPEATED, _LONGEST_USUAL = 16, 60
_MISTAKES = re.compile(
    r"\b(illegal|invalid|wrong|refus\w+|mistakes?|errors?|faults?|strikes?|misses|rejected|forfeits?"
    r"|disqualif\w+)\b",
    re.I,
)
_CLEARLY_LONGER = 10
"""How many times such a limit an episode must last to be called endless."""
_AFFORDABLE_S = 12.0
"""Seconds that one episode may take; a slow environment is tried with fewer steps."""


@check("step.terminates")
def terminates(context: CheckContext) -> None:
    context.require_capability_absent("continuing", "episodes do not end")
    ended = 0
    for seed in context.until_budget(context.seeds[:4], least=2):
        ended += _require_end(context, context.random_episode(seed, _limit(context) + 1))
        null_actions = [
            rollout.actions[0] for rollout in context.survey.null_rollouts if rollout.actions
        ][:1]
        for action in [*null_actions, *context.pool[:4]]:
            repeated = Episode.of(seed, [action] * (_limit(context) + 1), "repetition")
            ended += _require_end(context, repeated)
    if not ended:
        raise EvidenceMissing("an exception cut every episode short: none came to its end")


@check("step.invalid_terminates")
def invalid_terminates(context: CheckContext) -> None:
    context.require_capability_absent("continuing", "episodes do not end")
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    for action in context.until_budget(
        [*context.survey.invalid[:6], *odd_actions(context)[:10]], least=4
    ):
        _require_end(
            context, Episode.of(context.seeds[0], [action] * (_limit(context) + 1), "illegal")
        )


def _limit(context: CheckContext) -> int:
    """The declared step limit; without one, as many steps as there is time for."""
    if context.declared.max_steps is not None:
        return context.declared.max_steps
    affordable = int(_AFFORDABLE_S / max(context.survey.step_s, 1e-6))
    return max(20, min(_LONGEST_SEARCH, affordable))


def _require_end(context: CheckContext, episode: Episode) -> bool:
    """Raise if the episode does not end; False if an exception cut it short."""
    driver = context.new_driver()
    trace = context.play(episode, driver)
    driver.close()
    last = trace[-1]
    if last.data is not None and not last.done:
        example = Episode(episode.calls[:4], f"{episode.label}, and so on")
        steps = len(trace) - 1
        if context.declared.max_steps is None:
            usual = _usual_length(context)
            if usual and steps >= _CLEARLY_LONGER * usual:
                raise PropertyViolated(
                    f"after {steps} steps the episode is not done; others, whatever is repeated in "
                    f"them, end after {usual}",
                    example,
                )
            raise EvidenceMissing(
                f"after {steps} steps the episode is not done, and no limit is declared: write "
                "declared = {'max_steps': N} in proof.py, or declare `continuing`"
            )
        limit = context.declared.max_steps
        raise PropertyViolated(
            f"after {steps} steps the episode is not done (the declared limit is {limit})", example
        )
    return last.done


def _usual_length(context: CheckContext) -> int:
    """The steps after which the repetition of several different actions ends unpaid; 0 if unknown.

    An environment without a declared limit has one if so many episodes have one length.
    """
    lengths: Counter[int] = Counter()
    for action in context.pool[:_MOST_REPEATED]:
        episode = Episode.of(context.seeds[0], [action] * _LONGEST_USUAL, "repetition")
        trace = context.play(episode)
        unpaid = sum(response.numeric_reward for response in trace[1:]) <= 0
        if trace[-1].done and unpaid and len(trace) > 2:
            lengths[len(trace) - 1] += 1
    length, count = max(lengths.items(), key=lambda item: item[1], default=(0, 0))
    return length if count >= _FEWEST_EQUAL else 0


def _is_stated_end(context: CheckContext, steps: int) -> bool:
    """Whether a text says that so many mistakes end an episode: "the third one forfeits"."""
    words = [words[steps] for words in (NUMBER_WORDS, ORDINAL_WORDS) if steps < len(words)]
    count = re.compile(rf"\b({'|'.join([*words, str(steps)])})\b", re.I)
    return any(count.search(text) and _MISTAKES.search(text) for text in task_sentences(context))


def _is_limit_of_a_variant(context: CheckContext, episode: Episode, limit: int) -> bool:
    """Whether an unsolved episode of another level, split or mode ends at the declared limit."""
    nulls = [rollout.actions[0] for rollout in context.survey.null_rollouts if rollout.actions]
    try:
        variants = chosen_variants(context, tasks=False)
    except NotApplicable:
        return False
    for variant in variants:
        for action in [*episode.actions[:1], *nulls[:1], *context.pool[:4]]:
            actions = [action] * (limit + 2)
            repeated = Episode.of(episode.seed, actions, "repetition", **variant.options)
            if len(context.play(repeated)) == limit + 1:
                return True
    return False


@check("step.limit_exact")
def limit_exact(context: CheckContext) -> None:
    limit = context.declared.max_steps
    if limit is None:
        raise NotApplicable(
            "no max_steps is declared: write declared = {'max_steps': N} in proof.py"
        )
    lengths: dict[int, Episode] = {}
    episodes = [context.random_episode(seed, limit + 2) for seed in context.seeds[:4]]
    episodes += [
        Episode.of(seed, [action] * (limit + 2), "repetition")
        for action in context.pool[:6]
        for seed in context.seeds[:2]
    ]
    for solution in context.survey.solutions[:2]:
        others = [
            other
            for other in context.survey.solutions
            if other.actions[-1:] != solution.actions[-1:]
        ]
        episodes += [
            Episode.of(solution.seed, other.actions[-1:] * (limit + 2), "wrong answer")
            for other in others[:2]
        ]
    unsolved = 0
    for episode in context.until_budget(episodes, least=8):
        trace = context.play(episode)
        if trace[-1].data is None or (
            trace[-1].done and trace[-1].numeric_reward > context.floor + context.scale / 2
        ):
            continue
        unsolved += 1
        lengths.setdefault(len(trace) - 1, Episode(episode.calls[: len(trace)], episode.label))
    longest = max(lengths, default=0)
    if longest > limit:
        raise PropertyViolated(
            f"an episode has {longest} steps, declared max_steps is {limit}",
            lengths[longest],
        )
    # Episodes of one step do not show a lower limit: the first mistake may end each of them.
    plausible = longest > 1 or context.survey.longest == 1
    # So many questions may be all that an episode asks.
    solved = {len(s.actions) for s in context.solutions if s.done and s.total > context.floor}
    plausible = plausible and (longest == 1 or solved != {longest})
    # A longer solution shows that the others end for another reason, such as a lost game.
    plausible = plausible and max(solved, default=0) <= longest
    if len(lengths) == 1 and plausible and longest < limit and unsolved >= 4:
        if _is_stated_end(context, longest) or _is_limit_of_a_variant(
            context, lengths[longest], limit
        ):
            return
        raise PropertyViolated(
            f"every unsolved episode ends after {longest} steps, declared max_steps is {limit}",
            lengths[longest],
        )
