"""Semantics: a value with a line break in it does not do the work of another action.

What an agent writes is often kept in a text that is read back line by line. If a line break is kept
with it, the rest of the value is read as a line of its own, past all that an action is checked for.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST = 2
_MOST_PAIRS = 30
_LINES = ("{name} = {value}", "{name}={value}", "{name}: {value}", "{name} {value}")
"""Lines as files hold them: of settings, of headers, of tables."""
_BREAK = "\n"


@check("semantic.injected_lines")
def injected_lines(context: CheckContext) -> None:
    """Leave an action out of solutions, and write its line behind the value of another action."""
    context.require_deterministic()
    tried = 0
    found: list[Rollout] = []
    for solution in context.until_budget(context.solutions, least=3):
        for actions, alone in itertools.islice(_injected(context, solution), _MOST_PAIRS):
            tried += 1
            least = solution.total - oracle_margin(context)
            if play(context, actions, solution.seed).total < least:
                continue
            if play(context, alone, solution.seed).total < least:
                found.append(Rollout(solution.seed, actions, [], done=True))
                break
        if len(found) >= _FEWEST:
            texts = (text for action in found[0].actions for text in action.values())
            value = next(text for text in texts if isinstance(text, str) and _BREAK in text)
            raise PropertyViolated(
                f"a value with a line break does the work of another action: {to_json(value)} "
                f"stands for two actions of the solution, though its second line alone is none; "
                f"so on {len(found)} seeds",
                found[0].episode("an injected line"),
            )
    if not tried:
        raise NotApplicable("no solution needs two actions that give a value to a name")


def _injected(
    context: CheckContext, solution: Rollout
) -> Iterator[tuple[list[Action], list[Action]]]:
    """Solutions with one action less whose line stands in another; and with the line alone."""
    least = solution.total - oracle_margin(context)
    given = {place: _parts(action) for place, action in enumerate(solution.actions)}
    needed = {
        place: parts
        for place, parts in given.items()
        if parts and play(context, _without(solution.actions, place), solution.seed).total < least
    }
    for form in _LINES:
        for kept, left_out in itertools.permutations(needed, 2):
            field, name, value = needed[left_out]
            line = form.format(name=name, value=value)
            longer = {**solution.actions[kept]}
            if not isinstance(longer.get(field), str):
                continue
            longer[field] += _BREAK + line
            alone = {**solution.actions[left_out], field: line}
            if context.source.valid(longer) and alone != solution.actions[left_out]:
                actions = [*solution.actions]
                actions[kept] = longer
                replaced = [*solution.actions]
                replaced[left_out] = alone
                yield _without(actions, left_out), replaced


def _without(actions: list[Action], place: int) -> list[Action]:
    return [*actions[:place], *actions[place + 1 :]]


def _parts(action: Action) -> tuple[str, str, str] | None:
    """The field with a value, the name that it is given to, and the value; None without one.

    Either one text says all three (`set name value`), or the name stands in a field of its own.
    """
    texts = {
        field: text
        for field, text in action.items()
        if isinstance(text, str) and text and field not in ("metadata", "type")
    }
    if len(texts) == 1:
        field, text = next(iter(texts.items()))
        words = text.split(None, 2)
        return (field, words[1], words[2]) if len(words) == 3 and _BREAK not in text else None
    if len(texts) > 1:
        *_, name, value = texts
        return value, texts[name], texts[value]
    return None
