"""Secrecy: a text that comes back does not betray the answer by what is left out of it.

An environment that shows an agent's own notes again and blanks the answer in them tells which of
many words is the answer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of, templates

_FEWEST_SEEDS = 3
_OTHERS = 3
"""Answers of other seeds that must come back where the own one does not."""
_SHORTEST = 3
_MOST_TEMPLATES = 8
_SENTENCE = "it may be {} but I am not sure"


@check("secrecy.redacted_texts")
def redacted_texts(context: CheckContext) -> None:
    """Write the answer, and answers of other seeds, into each text, and read what is shown next."""
    answers = {
        rollout.seed: texts[0]
        for rollout, texts in context.secrets
        if texts and len(texts[0]) >= _SHORTEST
    }
    answers = {
        seed: answer
        for seed, answer in answers.items()
        if not any(answer != other and answer in other for other in answers.values())
    }
    if len(set(answers.values())) <= max(_OTHERS, _FEWEST_SEEDS):
        raise NotApplicable("too few seeds have an answer that is a text")
    shown_again = 0
    for base, slot in context.until_budget(_texts(context), least=4):
        betrayed: list[Episode] = []
        for seed, answer in answers.items():
            others = [other for other in dict.fromkeys(answers.values()) if other != answer]
            echoes = [_comes_back(context, base, slot, seed, text) for text in others[:_OTHERS]]
            if not all(echoes):
                break
            shown_again += 1
            own = _comes_back(context, base, slot, seed, answer)
            if own is not False:
                break
            actions = [filled(base, slot, _SENTENCE.format(answer)), base]
            betrayed.append(Episode.of(seed, actions, "a text with the answer"))
            if len(betrayed) == _FEWEST_SEEDS:
                raise PropertyViolated(
                    f"a text in {'.'.join(slot.keys)!r} is shown again with any of {others[:3]}, "
                    f"but not with the answer of the seed, {answer!r}: who writes many words finds "
                    f"the answer by what is missing; so on {_FEWEST_SEEDS} seeds",
                    betrayed[-1],
                )
    if not shown_again:
        raise NotApplicable("no text of an action is shown again")


def _texts(context: CheckContext) -> Iterator[tuple[Action, Slot]]:
    """Texts of valid actions that take a sentence, each with an action that holds it."""
    seen: set[str] = set()
    for base in itertools.islice(templates(context.source, context.pool), _MOST_TEMPLATES):
        for slot in slots_of(context.source, base):
            key = to_json([slot.keys, filled(base, slot, "")])
            takes = "string" in slot.kinds and not slot.choices and key not in seen
            if takes and context.source.valid(filled(base, slot, _SENTENCE.format("x" * 16))):
                seen.add(key)
                yield filled(base, slot, ""), slot


def _comes_back(
    context: CheckContext, base: Action, slot: Slot, seed: int | None, word: str
) -> bool | None:
    """Whether a sentence with a word, or the word in it, is in one of the next two messages.

    None if the word is shown anyway, or if the action with it fails, is paid or ends the episode.
    """
    action = filled(base, slot, _SENTENCE.format(word))
    first, *later = context.play(Episode.of(seed, [action, base], "a text"))
    if not later or later[0].data is None or later[0].done:
        return None
    if later[0].numeric_reward > context.floor:
        return None
    if word in to_json(shown_to_agent(first.data or {})):
        return None
    return any(word in to_json(shown_to_agent(response.data or {})) for response in later)
