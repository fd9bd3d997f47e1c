"""Secrecy: what a wrong answer costs does not tell how much of it is right.

A clock, a purse or a count of tries that moves by one amount after an answer that begins like the
right one, and by another after one that does not, gives the answer away piece by piece. A reply
that is made for such mistakes, as in games of guessing, is another matter: what it shows does not
change in other steps.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, texts_in
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST = 12, 6
"""Seeds that are tried, and on how many a cost must tell near answers from far ones."""
_FEWEST_PARTS = 3
_CODE = re.compile(r"[^\W_]{3,}")
_OF_THE_REWARD = ("reward", "done", "columns", "score", "success")
_Reply = tuple[list[dict[str, Any]], dict[str, Any]]
"""The messages before an answer, and the one after it."""
_DIGITS, _LETTERS = "0123456789", "abcdefghijklmnopqrstuvwxyz"


@check("secrecy.charged_mistakes")
def charged_mistakes(context: CheckContext) -> None:
    """Give an answer that is wrong at its end, and two that are wrong from the start."""
    context.require_deterministic()
    tried = 0
    telling: dict[str, int] = {}
    example: Rollout | None = None
    solutions = [*context.solutions, *more_solutions(context, _SEEDS)][:_SEEDS]
    for solution in context.until_budget(solutions, least=_SEEDS):
        for near, far, other in _wrong_answers(context, solution, solutions):
            replies = [_reply(context, solution, action) for action in (near, far, other)]
            known = [reply for reply in replies if reply is not None]
            costs = [_counters(*reply) for reply in known]
            if len(known) < len(replies) or not all(costs):
                continue
            if _texts(known[0][1], near) != _texts(known[1][1], far):
                continue  # a wrong answer does something, as moves do
            tried += 1
            for path, value in costs[0].items():
                if costs[1].get(path) == costs[2].get(path) not in (None, value):
                    telling[path] = telling.get(path, 0) + 1
            example = Rollout(solution.seed, [*solution.actions[:-1], near], [], done=False)
            break
    if tried < _FEWEST or example is None:
        raise NotApplicable("no wrong answer of several parts leaves the episode open")
    found = [path for path, count in telling.items() if count == tried]
    if found:
        raise PropertyViolated(
            f"after a wrong answer, {found[0]} tells whether it begins like the right one, on "
            f"{tried} of {tried} seeds",
            example.episode("a wrong answer that begins like the right one"),
        )


def _wrong_answers(
    context: CheckContext, solution: Rollout, solutions: list[Rollout]
) -> Iterator[tuple[Action, Action, Action]]:
    """Last actions whose answer is wrong in its last part, and in all its parts in two ways."""
    action = solution.actions[-1]
    others = [each.actions[-1] for each in solutions if each is not solution]
    for path, value, start in _codes(action):
        if all((path, value, start) in _codes(other) for other in others):
            continue  # a word that every solution sends
        made = [_replaced(action, path, value, start, wrong) for wrong in _wrong(value)]
        if len(made) == 3 and all(map(context.source.valid, made)):
            yield made[0], made[1], made[2]


def _codes(action: Action) -> list[tuple[Path, Any, int]]:
    """The lists and words of an action: its path, what it is, and where in its text it begins."""
    found: list[tuple[Path, Any, int]] = []
    for path, value in leaves(action):
        if isinstance(value, str):
            found += [(path, word[0], word.start()) for word in _CODE.finditer(value)]
    lists = [(name, value) for name, value in action.items() if isinstance(value, list)]
    found += [((name,), value, -1) for name, value in lists if len(value) >= _FEWEST_PARTS]
    return found


def _replaced(action: Action, path: Path, value: Any, start: int, wrong: Any) -> Action:
    if start < 0:
        return with_leaf(action, path, wrong)
    text: Any = action
    for key in path:
        text = text[key]
    return with_leaf(action, path, f"{text[:start]}{wrong}{text[start + len(value) :]}")


def _wrong(value: Any) -> Iterator[Any]:
    """The value with another last part, and twice with others throughout, of the same form."""
    if isinstance(value, list):
        parts = list({repr(part): part for part in value}.values())
        if len(parts) >= _FEWEST_PARTS:
            place = {repr(part): number for number, part in enumerate(parts)}
            moved = [
                [parts[(place[repr(part)] + step) % len(parts)] for part in value]
                for step in (1, 2)
            ]
            yield from ([*value[:-1], moved[0][-1]], *moved)
        return

    def moved_by(text: str, step: int) -> str:
        return "".join(_next(letter, step) for letter in text)

    yield from (value[:-1] + moved_by(value[-1], 1), moved_by(value, 1), moved_by(value, 2))


def _next(letter: str, step: int) -> str:
    for alphabet in (_DIGITS, _LETTERS, _LETTERS.upper()):
        if letter in alphabet:
            return alphabet[(alphabet.index(letter) + step) % len(alphabet)]
    return letter


def _reply(context: CheckContext, solution: Rollout, action: Action) -> _Reply | None:
    """The messages before an answer, and the one after it; None if it ends the episode."""
    before = [*solution.actions[:-1], *([] if solution.actions[1:] else context.pool[:1])]
    *told, response = context.play(Episode.of(solution.seed, [*before, action], "a mistake"))
    if len(told) <= len(before) or response.done or response.data is None:
        return None
    return [each.data or {} for each in told], response.data


def _counters(told: list[dict[str, Any]], after: dict[str, Any]) -> dict[str, float]:
    """The numbers of a message that steps before it change too."""
    earlier = list(map(_numbers, told))
    return {
        path: value
        for path, value in _numbers(after).items()
        if len({shown.get(path) for shown in earlier}) > 1
    }


def _texts(message: dict[str, Any], action: Action) -> list[str]:
    """The texts of a message, without the words that the action sent."""
    texts = texts_in(message)
    for _, sent in leaves(action):
        words = _CODE.findall(sent) if isinstance(sent, str) else []
        texts = [functools.reduce(lambda t, word: t.replace(word, ""), words, t) for t in texts]
    return texts


def _numbers(data: dict[str, Any]) -> dict[str, float]:
    shown = {key: value for key, value in data.items() if key not in _OF_THE_REWARD}
    return {
        path: value
        for path, value in subtrees(shown)
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
