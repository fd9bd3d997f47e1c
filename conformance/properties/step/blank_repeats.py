"""Step: an action that was played before is the same action with blanks around its text."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_LONGEST = 40
"""Characters of a text that names something; a longer one is prose or a program."""
_MOST_STEPS = 6
_FEWEST_CASES = 2


@check("step.blank_repeats")
def blank_repeats(context: CheckContext) -> None:
    """Play an action twice, the second time with and without blanks, and compare the messages.

    Tried are actions that give the same message with the blanks as without when they are played
    for the first time, and another message with another text.
    """
    context.require_deterministic()
    tried = 0
    differing: list[tuple[Episode, str]] = []
    for seed, before, action in context.until_budget(_played_actions(context), least=12):
        once, again = (
            last_response(context, seed, [*before, *[action] * times]) for times in (1, 2)
        )
        if once is None or again is None:
            continue
        for spelled, unknown in _with_blanks(context, action):
            if _equal(once, last_response(context, seed, [*before, unknown])):
                continue  # what any text would do
            if not _equal(once, last_response(context, seed, [*before, spelled])):
                continue
            tried += 1
            episode = Episode.of(seed, [*before, action, spelled], "blanks")
            later = context.play(episode)[-1]
            if not _equal(again, later):
                differing.append((episode, f"{_short(again)}, and with blanks {_short(later)}"))
                break
        if len(differing) == _FEWEST_CASES:
            episode, messages = differing[0]
            raise PropertyViolated(
                f"{to_json(episode.calls[-2].action)} is taken for the same action when blanks are "
                f"around its text, but not after it was played: repeated it gives {messages}",
                episode,
            )
    if not tried:
        raise NotApplicable("no action has a short text that is the same with blanks around it")


def _played_actions(context: CheckContext) -> Iterator[tuple[int | None, list[Action], Action]]:
    """Actions of solutions, of random play and of the pool: (seed, actions before, action)."""
    rollouts = [*context.survey.solutions[:4], *context.survey.random_rollouts[:4]]
    played = [
        [(r.seed, r.actions[:place], r.actions[place]) for place in range(len(r.actions))]
        for r in rollouts
        if not r.error and not r.options
    ]
    for step in itertools.islice(itertools.zip_longest(*played), _MOST_STEPS):
        yield from (item for item in step if item is not None)
    for action in context.pool:
        yield context.seeds[0], list(context.survey.opening), action


def _with_blanks(context: CheckContext, action: Action) -> Iterator[tuple[Action, Action]]:
    """The action with a blank in a text, and with another text there, where both are valid."""
    for path, value in leaves(action):
        if isinstance(value, str) and 0 < len(value) <= _LONGEST and value == value.strip():
            unknown = with_leaf(action, path, f"{value}qz")
            for text in (f" {value}", f"{value} "):
                spelled = with_leaf(action, path, text)
                if context.source.valid(spelled) and context.source.valid(unknown):
                    yield spelled, unknown


def _equal(one: Response | None, other: Response | None) -> bool:
    return one is not None and other is not None and _content(one) == _content(other)


def _content(response: Response) -> str:
    return to_json({k: v for k, v in (response.data or {}).items() if k != "metadata"})


def _short(response: Response) -> str:
    return f"a reward of {response.numeric_reward:.4g} and {_content(response)[:160]}"
