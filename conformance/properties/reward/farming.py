"""Reward: nothing that solves no task and changes nothing is paid more than solving."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play, step_limit
from hallmark_rl.conformance.checking.probes.odd_actions import garbage_texts, with_text
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import slots_of, templates
from hallmark_rl.conformance.survey.rollouts import read_success
from hallmark_rl.conformance.survey.survey_data import BASE_POOL, Rollout

_FEWEST_STEPS = 8
"""Steps that an episode must have for its reward to be called a sum of repetitions."""
_LEAST_LATE_SHARE = 0.35
"""Share of the return that the second half of the episode must earn: the reward does not fade."""
_LEAST_IDLE_SHARE = 0.9
"""Share of the repetitions in the second half that must leave the message as it was."""
_CONFIRMING_SEEDS = 3
_CLEARLY_MORE = 1.2
"""How many times the best other return an idle repetition must earn to be reported."""
_MOST_CYCLES = 24


@dataclass(frozen=True)
class _Cycle:
    """One or two actions that are repeated; `nonsense` if they are texts without meaning."""

    actions: list[Action]
    nonsense: bool = False

    def __str__(self) -> str:
        if self.nonsense:
            return "repeated nonsense"
        return "repeating one action" if len(self.actions) == 1 else "alternating two actions"


@check("reward.unsolved_farming")
def unsolved_farming(context: CheckContext) -> None:
    """Compare repetitions that change nothing, and repeated nonsense, with solved episodes."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    solved = {rollout.seed: rollout for rollout in _solved_episodes(context)}
    first = next(iter(solved))
    margin = max(1e-6, 0.02 * abs(context.scale))
    cycles = list(_cycles(context))
    for cycle in context.until_budget(cycles, least=8):
        episode = _paid_for_nothing(context, cycle, first)
        if episode is None or episode.total <= solved[first].total + margin:
            continue
        others = [seed for seed in solved if seed != first][:_CONFIRMING_SEEDS]
        again = [_paid_for_nothing(context, cycle, seed) for seed in others]
        pairs = list(zip(others, again, strict=True))
        if pairs and all(
            farmed is not None and farmed.total > solved[seed].total + margin
            for seed, farmed in pairs
        ):
            text = f"{cycle} earns {episode.total:.4g} in {len(episode.rewards)} steps"
            raise PropertyViolated(
                f"{text} without solving the task, an episode that solves it in "
                f"{len(solved[first].rewards)} earns {solved[first].total:.4g}",
                episode.episode("farming"),
            )


def _solved_episodes(context: CheckContext) -> list[Rollout]:
    """Solutions that end their episode, on at least two seeds."""
    solved = [rollout for rollout in context.solved if rollout.done]
    if len(solved) < 2:
        raise EvidenceMissing(
            "no solved episodes are known to compare with: write oracle(env, observation)"
        )
    return solved


@check("reward.no_change_pays")
def no_change_pays(context: CheckContext) -> None:
    """Look for a repetition that changes nothing and earns more than all else that was tried."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    seeds = context.seeds[: _CONFIRMING_SEEDS + 1]
    cycles = [cycle for cycle in _cycles(context) if not cycle.nonsense]
    if not any(_changes_message(context, cycle.actions[0], seeds[0]) for cycle in cycles):
        raise NotApplicable("no action changes the message, so that none can be called idle")
    # An episode that the search found may be such a repetition itself. It counts as a solution if
    # it gives an answer of the instance, or if the environment reports success.
    is_answer = context.survey.found.get("kind") in (None, "answer")
    solutions = [each for each in context.survey.solutions if is_answer or each.success]
    tried = [*solutions, *context.survey.random_rollouts]
    best = max((rollout.total for rollout in tried if not rollout.error), default=0.0)
    most = max(_CLEARLY_MORE * best, _highest(context))

    def farmed(cycle: _Cycle, seed: int | None) -> Rollout | None:
        episode = _paid_for_nothing(context, cycle, seed)
        return None if episode is None or episode.total <= most else episode

    def report(cycle: _Cycle, episode: Rollout) -> PropertyViolated:
        text = f"{cycle} earns {episode.total:.4g} in {len(episode.rewards)} steps"
        return PropertyViolated(
            f"{text} and changes nothing that the message shows; "
            f"the best other episode that is known earns {best:.4g}",
            episode.episode("farming"),
        )

    for cycle in context.until_budget(cycles, least=6):
        earned = list(itertools.takewhile(bool, (farmed(cycle, seed) for seed in seeds)))
        if len(earned) == len(seeds) and earned[0] is not None:
            raise report(cycle, earned[0])
    found: list[Rollout] = []  # by an action of each seed's own, such as one with an id
    for seed in context.until_budget(context.seeds, least=2):
        episodes = (farmed(cycle, seed) for cycle in _paid_twice(context, seed))
        found += itertools.islice(filter(None, episodes), 1)
        if len(found) == _CONFIRMING_SEEDS:
            raise report(_Cycle(found[0].actions[:1]), found[0])


def _paid_twice(context: CheckContext, seed: int | None) -> Iterator[_Cycle]:
    """The actions of the pool that are paid twice in a row at the beginning of an episode."""
    for action in context.pool[:BASE_POOL]:
        rollout = play(context, [action] * 2, seed)
        if not rollout.error and len(rollout.rewards) == 2 and min(rollout.rewards) > 0:
            yield _Cycle([action])


def _highest(context: CheckContext) -> float:
    """The return that an episode is meant to have at most; 1 if nothing is declared."""
    declared = context.declared
    return next((v for v in (declared.success, declared.high) if v is not None and v > 0), 1.0)


def _changes_message(context: CheckContext, action: Action, seed: int | None) -> bool:
    driver = context.new_driver()
    opening = driver.reset(**({} if seed is None else {"seed": seed}))
    response = driver.step(action)
    driver.close()
    return response.data is not None and content_without_counters(
        response.data
    ) != content_without_counters(opening.data or {})


def _cycles(context: CheckContext) -> Iterator[_Cycle]:
    """Nonsense texts; then single actions and pairs, those with different choices first."""
    fields = context.source.text_fields()
    base = context.source.minimal() or context.pool[0]
    slots = slots_of(context.source, base)
    if fields and all(slot.name in fields for slot in slots):
        for text in garbage_texts()[2:8]:
            action = with_text(base, fields, text)
            if context.source.valid(action):
                yield _Cycle([action], nonsense=True)
    actions = [*templates(context.source, context.pool), *context.pool[:8]]
    unique = list({to_json(action): action for action in actions}.values())
    yield from (_Cycle([action]) for action in unique)
    pairs = itertools.islice(itertools.combinations(unique, 2), _MOST_CYCLES)
    yield from (_Cycle(list(pair)) for pair in pairs)


def _paid_for_nothing(context: CheckContext, cycle: _Cycle, seed: int | None) -> Rollout | None:
    """Repeat a cycle up to the step limit; the episode if it was paid to its end for nothing.

    That is: success is not reported, the second half earns its share, and in it the message comes
    back to the same content after each cycle, unless the actions are nonsense anyway.
    """
    driver = context.new_driver()
    response = driver.reset(**({} if seed is None else {"seed": seed}))
    rollout = Rollout(seed, [], [], response.done)
    contents = [content_without_counters(response.data or {})]
    size = len(cycle.actions)
    for number in range(step_limit(context) if context.declared.max_steps else 200):
        if response.done or context.out_of_time(5.0):
            break
        response = driver.step(cycle.actions[number % size])
        if response.data is None:
            driver.close()
            return None
        rollout.actions.append(cycle.actions[number % size])
        rollout.rewards.append(response.numeric_reward)
        contents.append(content_without_counters(response.data))
    driver.close()
    rollout.done, rollout.success = response.done, read_success(response.data)
    half = len(rollout.rewards) // 2
    late = rollout.rewards[half:]
    if rollout.success or len(rollout.rewards) < _FEWEST_STEPS or rollout.total <= 0:
        return None
    if sum(late) < _LEAST_LATE_SHARE * rollout.total:
        return None
    if cycle.nonsense:
        return rollout
    later = range(max(half, size), len(contents) - (1 if response.done else 0))
    same = sum(contents[index] == contents[index - size] for index in later)
    return rollout if later and same >= _LEAST_IDLE_SHARE * len(later) else None
