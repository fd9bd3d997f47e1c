"""Semantics: the numbers of ids do not tell which things belong together, or which ones to choose.

A generator that numbers things before it mixes them tells the answer: entry `a3` of one list is
always entry `b3` of the other, and the copies are the lines from 12 on. A policy that reads nothing
but the numbers must not earn what the oracle earns.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import texts_in, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST = 0.5
"""Share of the seeds on which the numbers alone may earn as much as the oracle."""
_FEWEST_PAIRS, _FEWEST_CHOSEN = 2, 3
_MOST_BOUNDS, _FEWEST_BOUNDS = 40, 20
"""Numbers that are tried as a bound, and of these those that are tried in any case."""
_SCREENED = 3
"""Seeds on which the best bound is looked for."""
_ID = r"([A-Za-z][A-Za-z_-]{0,11}?)(\d{1,4})"
_PAIR = re.compile(rf"{_ID}(\s*(?:=|:|->|-|/|,|~|\s)\s*){_ID}(?![\w])")
_LINE_NUMBER = re.compile(r"(?m)^\s*[\[(#]?(\d{1,4})[\])]?[:.)|]?\s")
_STATED = re.compile(
    r"\b(same|equal|lower|higher|lowest|highest|smallest|largest|last|first|latest|newest|oldest)"
    r" (\w+ )?(numbers?|ids?|versions?)\b",
    re.I,
)
"""What says that the numbers matter."""

Message = dict[str, Any]
Policy = Callable[[Message, Action], Action | None]
"""Makes the last action from the message before it and the solution's; None where it cannot."""


@check("semantic.id_numbers")
def id_numbers(context: CheckContext) -> None:
    """Answer by the numbers of ids alone: equal ones paired, or all from one number on."""
    context.require_capability_absent("single_task", "there is one task")
    if any(map(_STATED.search, task_sentences(context))):
        raise NotApplicable("a text says that the numbers matter")
    policies = list(_policies(context))
    if not policies:
        raise NotApplicable("the answer neither pairs numbered ids nor chooses numbers")
    claims = 0
    for name, policy in policies:
        played = [_played(context, solution, policy) for solution in context.solutions]
        known = [item for item in played if item is not None]
        won = [item for item in known if item[1]]
        if len(known) < 2 or len(won) <= _MOST * len(known):
            continue
        claims += 1
        trial = functools.partial(_trial, context, policy)
        confirmed = confirm_share(context, "semantic.id_numbers", trial, _MOST, name=name)
        if confirmed:
            raise PropertyViolated(
                f"{name}, whatever else is shown, earn what the oracle earns on {len(won)} of "
                f"{len(known)} seeds; {confirmed}",
                won[0][0],
            )
        if claims == CLAIMS:
            return


def _policies(context: CheckContext) -> Iterator[tuple[str, Policy]]:
    """The policies that fit the form of the solutions, by what they do."""
    solutions = [solution for solution in context.solutions if solution.actions]
    last = [solution.actions[-1] for solution in solutions]
    if last and all(map(_pair_form, last)):
        yield "pairs of ids with equal numbers", _with_equal_numbers
    fields = [name for name, value in (last[0].items() if last else ()) if _is_numbers(value)]
    messages = [_message(context, solution) for solution in solutions] if fields else []
    shown = [_shown_numbers(message) for message in messages]
    for name in fields:
        chosen = [set(action.get(name) or ()) for action in last]
        if not all(part < whole for part, whole in zip(chosen, shown, strict=True)):
            continue
        if len({frozenset(whole) for whole in shown}) > 1:
            yield from _bounds(context, list(zip(solutions, messages, strict=True)), name)


def _bounds(
    context: CheckContext, solved: list[tuple[Rollout, Message]], name: str
) -> Iterator[tuple[str, Policy]]:
    """The bound that earns most on the first seeds, from below and from above."""
    numbers = sorted(set().union(*(_shown_numbers(message) for _, message in solved)))
    for word, is_chosen in (
        ("from", lambda number, bound: number >= bound),
        ("up to", lambda number, bound: number <= bound),
    ):
        found: list[tuple[float, str, Policy]] = []
        for bound in context.until_budget(numbers[:_MOST_BOUNDS], least=_FEWEST_BOUNDS):
            policy: Policy = functools.partial(_chosen_by, name, is_chosen, bound)
            earned = 0.0
            for solution, message in solved[:_SCREENED]:
                action = policy(message, solution.actions[-1])
                if action is not None:
                    actions = [*solution.actions[:-1], action]
                    rollout = play(context, actions, solution.seed, **solution.options)
                    earned += 0.0 if rollout.error else rollout.total
            found.append((earned, f"all numbers {word} {bound} in {name!r}", policy))
        if found:
            yield max(found, key=lambda item: item[0])[1:]


def _chosen_by(
    name: str,
    is_chosen: Callable[[int, int], bool],
    bound: int,
    message: Message,
    action: Action,
) -> Action | None:
    """The action with all shown numbers on one side of the bound."""
    chosen = sorted(n for n in _shown_numbers(message) if is_chosen(n, bound))
    return {**action, name: chosen} if chosen else None


@dataclass(frozen=True)
class _PairForm:
    """How a text of an action writes pairs of ids: `a3=b5`, one a line."""

    path: Path
    first: str
    sign: str
    second: str
    between: str


def _pair_form(action: Action) -> _PairForm | None:
    """The form of the pairs in an action; None if it has none, or if they are of several kinds."""
    for path, value in leaves(action):
        pairs = list(_PAIR.finditer(value)) if isinstance(value, str) else []
        if len(pairs) < _FEWEST_PAIRS:
            continue
        first, _, sign, second, _ = pairs[0].groups()
        if first != second and all((pair[1], pair[4]) == (first, second) for pair in pairs):
            between = value[pairs[0].end() : pairs[1].start()]
            return _PairForm(path, first, sign, second, between)
    return None


def _with_equal_numbers(message: Message, action: Action) -> Action | None:
    """The action with its pairs of ids replaced by all pairs of shown ids with equal numbers."""
    form = _pair_form(action)
    if form is None:
        return None
    shown = to_json({key: value for key, value in message.items() if key != "metadata"})
    common = sorted(_numbered(form.first, shown) & _numbered(form.second, shown))
    pairs = (f"{form.first}{n}{form.sign}{form.second}{n}" for n in common)
    return with_leaf(action, form.path, form.between.join(pairs)) if common else None


def _numbered(prefix: str, text: str) -> set[int]:
    found = re.findall(rf"(?<![A-Za-z0-9]){re.escape(prefix)}(\d{{1,4}})(?!\w)", text)
    return set(map(int, found))


def _is_numbers(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) >= _FEWEST_CHOSEN
        and all(type(item) is int for item in value)
    )


def _shown_numbers(message: Message) -> set[int]:
    """The numbers at the beginnings of the lines of a message's texts."""
    texts = texts_in({key: value for key, value in message.items() if key != "metadata"})
    return {int(number) for text in texts for number in _LINE_NUMBER.findall(text)}


def _message(context: CheckContext, solution: Rollout) -> Message:
    """The message that the last action of a solution answers."""
    episode = Episode.of(solution.seed, solution.actions[:-1], "before the answer")
    trace = context.play(episode)
    return trace[-1].data or {}


def _played(
    context: CheckContext, solution: Rollout, policy: Policy
) -> tuple[Episode, bool] | None:
    """The episode with the policy's last action, and whether it earns what the solution does."""
    action = policy(_message(context, solution), solution.actions[-1]) if solution.actions else None
    if action is None or not context.source.valid(action):
        return None
    rollout = play(context, [*solution.actions[:-1], action], solution.seed, **solution.options)
    least = solution.total - oracle_margin(context)
    return rollout.episode("by numbers"), not rollout.error and rollout.total >= least


def _trial(context: CheckContext, policy: Policy, seed: int) -> bool | None:
    solution = solve(context, seed)
    played = _played(context, solution, policy) if solution is not None else None
    return played[1] if played is not None else None
