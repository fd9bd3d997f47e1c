"""Reward: what a message shows as taken, sold or done is not paid again.

An environment that checks whether a place suits, but not whether it is free, pays for the same
place as often as it is named. The message says itself that it is taken: no oracle is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.probes.option_names import Options, named_options
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_TAKEN = (
    r"(taken|occupied|sold|claimed|booked|reserved|unavailable|collected|harvested|picked|filled|full"
    r"|assigned|delivered|finished|completed?|done|solved|gone)"
)
_SAYS_TAKEN = re.compile(rf"(?<!not )(?<!not yet )\b{_TAKEN}\b", re.I)
_KEY_OF_TAKEN = re.compile(rf"(^|_){_TAKEN}$", re.I)
_KEY_OF_FREE = re.compile(r"(^|_)(free|available|open|pending|left)$", re.I)
_FEWEST_SEEDS = 3
"""Seeds on which something that is taken must be paid again."""
_MOST_STEPS, _MOST_PLAYS = 24, 60
_RANDOM, _RANDOM_STEPS = 24, 12
_LEAST_PAID = 0.99
"""Share of the first payment that the second one must be."""
_LONGEST_COMMAND = 60


@dataclass(frozen=True)
class _Taken:
    """A paid step after which the message shows what it names as taken.

    Attributes:
        at: index of the step.
        group: path of the list or object that holds the item, with the way in which it is named.
        name: name of the item.
        field: path of the field of the action that names it.
        paid: what the step earned.
    """

    at: int
    group: str
    name: Any
    field: Path
    paid: float


@check("reward.taken_again")
def taken_again(context: CheckContext) -> None:
    """Take again, in later steps of paid episodes, what their earlier steps took."""
    context.require_capability_absent("stochastic", "a second payment may be luck")
    again: dict[int | None, Episode] = {}
    seen = 0
    for rollout in context.until_budget(_episodes(context), least=4):
        if rollout.seed in again:
            continue
        trace = context.play(rollout.episode("what is taken"))
        taken = list(_taken(rollout.actions, trace))
        seen += bool(taken)
        if rollout.rewards and not context.survey.found and rollout in context.survey.solutions:
            _require_new_things(rollout, trace, taken)
        episode = _paid_again(context, rollout, trace, taken)
        if episode is not None:
            again[rollout.seed] = episode
    if not seen:
        raise NotApplicable("no message shows that what a paid step names is taken")
    if len(again) >= _FEWEST_SEEDS:
        episode = next(iter(again.values()))
        raise PropertyViolated(
            f"what the message shows as taken is paid again, as the first time, on {len(again)} "
            f"seeds: {episode.actions[-1]} after {len(episode.actions) - 1} steps",
            episode,
        )


def _episodes(context: CheckContext) -> Iterator[Rollout]:
    """Solutions, and random episodes that are not played yet."""
    yield from context.survey.solutions
    for number in range(_RANDOM):
        seed = context.seeds[number % len(context.seeds)]
        actions = context.random_episode(seed, _RANDOM_STEPS, f"taken again {number}").actions
        yield Rollout(seed, actions, [], done=False)


def _taken(actions: list[Action], trace: list[Response]) -> Iterator[_Taken]:
    """The paid steps after which an item that they name is shown as taken, and was not before."""
    shown = [_groups(response) for response in trace]
    for at, action in enumerate(actions[: len(trace) - 1][:_MOST_STEPS]):
        paid = trace[at + 1].numeric_reward
        if paid <= 1e-9:
            continue
        for field, name in _names(action):
            for group, options in shown[at].items():
                after = shown[at + 1].get(group, {})
                is_known = name in options and name in after
                if is_known and not _is_taken(options[name]) and _is_taken(after[name]):
                    yield _Taken(at, group, name, field, paid)


def _require_new_things(solution: Rollout, trace: list[Response], taken: list[_Taken]) -> None:
    """Raise `NotApplicable` if the author's own solution is paid for what is shown as taken."""
    for item in taken:
        for later in range(item.at + 1, len(trace) - 1):
            names = list(_names(solution.actions[later]))
            is_named = (item.field, item.name) in names and trace[later + 1].numeric_reward > 1e-9
            if is_named and _is_taken(_groups(trace[later]).get(item.group, {}).get(item.name)):
                raise NotApplicable("the oracle itself is paid for what is shown as taken")


def _paid_again(
    context: CheckContext, rollout: Rollout, trace: list[Response], taken: list[_Taken]
) -> Episode | None:
    """An episode in which something is taken again and paid as before; None if there is none."""
    plays = 0
    for item in taken:
        for later in range(item.at + 1, min(len(trace) - 1, _MOST_STEPS) + 1):
            before = trace[later]
            if before.done or plays == _MOST_PLAYS:
                break
            if not _is_taken(_groups(before).get(item.group, {}).get(item.name)):
                continue
            base = rollout.actions[min(later, len(rollout.actions) - 1)]
            action = _naming(base, rollout.actions[item.at], item)
            if not context.source.valid(action):
                continue
            plays += 1
            episode = Episode.of(
                rollout.seed, [*rollout.actions[:later], action], "taken again", **rollout.options
            )
            told = context.play(episode)
            if len(told) == later + 2 and told[-1].numeric_reward >= _LEAST_PAID * item.paid:
                return episode
    return None


def _naming(base: Action, first: Action, item: _Taken) -> Action:
    """The later step with the item in its field, or the step that took it if that does not fit."""
    value = dict(leaves(first)).get(item.field)
    own = dict(leaves(base)).get(item.field)
    if value is None or own is None or not isinstance(own, type(value)):
        return first
    return with_leaf(base, item.field, value) if value == item.name else first


def _names(action: Action) -> Iterator[tuple[Path, Any]]:
    """What an action may name: its values, and the words and numbers of its short texts."""
    for field, value in leaves(action):
        if isinstance(value, bool):
            continue
        if isinstance(value, int | str):
            yield field, value
        if isinstance(value, str) and len(value) <= _LONGEST_COMMAND and " " in value:
            for word in re.findall(r"[\w-]+", value):
                yield field, word
                if word.isdecimal():
                    yield field, int(word)


def _groups(response: Response) -> dict[str, Options]:
    """The lists and objects of a message, with their items by name."""
    groups: dict[str, Options] = {}
    for path, value in subtrees(shown_to_agent(response.data or {})):
        for kind, options in named_options(value):
            if len(options) > 1:
                groups[f"{path}{kind}"] = options
    return groups


def _is_taken(item: Any) -> bool:
    """Whether the text of an item has a word for taken, or a field of the object means it."""
    if isinstance(item, str):
        return bool(_SAYS_TAKEN.search(item))
    if isinstance(item, dict):
        return any(
            (value is True and _KEY_OF_TAKEN.search(str(key)))
            or (value is False and _KEY_OF_FREE.search(str(key)))
            or (isinstance(value, str) and _SAYS_TAKEN.fullmatch(value.strip()))
            for key, value in item.items()
        )
    return False
