"""What nonsense does: an action that does the same is not understood, whatever the message says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import differences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.survey.survey_data import FIRST_SEED

if TYPE_CHECKING:  # it loads jsonschema, and pytest's process only reads what was measured
    from hallmark_rl.conformance.actions.action_source import ActionSource

_WORDS = ("qxzvkj", "wvqpzx", "qxzvkj")
_VERDICT = ("metadata", "reward", "done")


@dataclass(frozen=True)
class NonsenseEffect:
    """What a step with a word that means nothing changes in the message.

    Attributes:
        reward: what it pays.
        texts: by their paths the texts that it leaves, without the words of the action.
        numbers: by their paths how much numbers and lengths grow.
    """

    reward: float
    texts: dict[str, str]
    numbers: dict[str, float]

    def explains(self, before: Response, after: Response, action: Action) -> bool:
        """Whether a step did no more than nonsense does."""
        if after.done or after.data is None or after.numeric_reward != self.reward:
            return False
        texts, numbers = _changes(before, after, action)
        return all(self.texts.get(path) == text for path, text in texts.items()) and all(
            self.numbers.get(path) == growth for path, growth in numbers.items()
        )


def nonsense_effect(source: ActionSource, driver: Driver) -> NonsenseEffect | None:
    """Send words that mean nothing in all text fields, three times.

    None if there is no such field, if they are refused or end the episode, or if what they do is
    not the same each time.
    """
    names = source.text_fields()
    if not names or source.tools:
        return None
    base = source.minimal() or {}
    first = before = driver.reset(seed=FIRST_SEED)
    effects: list[tuple[float, dict[str, str], dict[str, float]]] = []
    for word in _WORDS:
        action = {**base, **dict.fromkeys(names, word)}
        if not source.valid(action):
            return None
        after = driver.step(action)
        if after.data is None or after.done or refusal(first, before, after, action):
            return None
        effects.append((after.numeric_reward, *_changes(before, after, action)))
        before = after
    reward, texts, numbers = effects[0]
    for other_reward, later_texts, later_numbers in effects[1:]:
        if other_reward != reward or later_numbers != numbers:
            return None
        if any(texts.get(path) != text for path, text in later_texts.items()):
            return None
    return NonsenseEffect(reward, texts, numbers)


def without_sent_texts(reply: str, action: Action) -> str:
    """A reply without the texts that it repeats of the action, and without their last words."""
    for value in action.values():
        if isinstance(value, str) and value.strip():
            for text in (value.strip(), value.split()[-1]):
                reply = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", "*", reply)
    return reply


def _changes(
    before: Response, after: Response, action: Action
) -> tuple[dict[str, str], dict[str, float]]:
    """The texts that a step leaves, and how much numbers grow; other values count as texts."""
    texts: dict[str, str] = {}
    numbers: dict[str, float] = {}
    for item in differences(before.data or {}, after.data or {}):
        if item.path.partition(".")[0] in _VERDICT or item.volatile:
            continue
        left, right = item.left, item.right
        if all(isinstance(part, int | float) for part in (left, right)):
            numbers[item.path] = round(right - left, 9)
        else:
            texts[item.path] = without_sent_texts(str(right), action)
    return texts, numbers
