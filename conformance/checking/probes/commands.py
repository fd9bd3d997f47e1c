"""Commands in a text field: the words that begin them, and those that end an episode."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.actions.message_words import command_verbs
from hallmark_rl.conformance.actions.source_words import source_words
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.core.episode_data import Action

_WORD = re.compile(r"[a-z][a-z_-]{0,19}", re.I)
_MOST_VERBS = 40
_MOST_ENDS = 3


@functools.lru_cache(maxsize=2)
def verbs(context: CheckContext) -> tuple[str, ...]:
    """Single words that may begin a command: of the action's descriptions, then of the source."""
    schema = context.source.schema.get("properties", {})
    texts = [str(field.get("description", "")) for field in schema.values()]
    described = [verb for text in texts for verb in command_verbs(text)]
    words = [*described, *source_words(context.subject).words]
    single = dict.fromkeys(word for word in words if _WORD.fullmatch(word))
    return tuple(single)[:_MOST_VERBS]


def with_command(context: CheckContext, text: str) -> Iterator[Action]:
    """Valid actions with the text in one text field; the others as in the smallest action."""
    base = context.source.minimal() or {}
    for name in context.source.text_fields()[:2]:
        action = {**base, name: text}
        if context.source.valid(action):
            yield action


def ending_actions(context: CheckContext) -> list[Action]:
    """Actions with a single word that end an episode as its first step, a few of them."""
    found: list[Action] = []
    for verb in verbs(context):
        for action in with_command(context, verb):
            rollout = play(context, [action], context.seeds[0])
            if rollout.done and not rollout.error and len(found) < _MOST_ENDS:
                found.append(action)
    return found
