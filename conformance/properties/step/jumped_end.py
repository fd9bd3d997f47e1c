"""Step: an end at a value of a shown number also comes when the number jumps over that value.

Episodes that end when a number is 0, or 5, are tried with a step that changes it by two, from the
value before the last one.
"""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates

_SEEDS, _ACTIONS, _LENGTH = 6, 24, 60
_FEWEST_ENDS, _FEWEST = 2, 2
"""Seeds whose episodes must end at one value, and on which an end must be jumped over."""
_MOST_JUMPS, _MOST_WRITTEN = 12, 40
_QUOTED = re.compile(r"`([^`\n]{2,60})`")
_AFTER = 2
"""Steps that must be possible after the end was jumped over."""


class _End(NamedTuple):
    """A number at whose value episodes end, and in steps of one: path, value, direction."""

    path: str
    value: float
    direction: int


@check("step.jumped_end")
def jumped_end(context: CheckContext) -> None:
    """Find numbers at whose value episodes end, and jump over it."""
    context.require_deterministic()
    context.require_capability_absent("continuing", "episodes do not end")
    ends, steps = _ends(context)
    if not ends:
        raise NotApplicable("no episode is seen to end at a value that a shown number reaches")
    actions = [*context.pool[:_ACTIONS], *_written_actions(context)]
    jumped = 0
    found: dict[_End, list[tuple[Episode, float]]] = {}
    for seed in context.until_budget(context.seeds[:_SEEDS], least=_FEWEST):
        for end in ends:
            larger = [a for a in actions if _first_change(context, seed, a, end) > 1]
            for action in larger[:_MOST_JUMPS]:
                outcome = _jump(context, seed, end, steps[end], action)
                jumped += outcome is not None
                if isinstance(outcome, tuple):
                    found.setdefault(end, []).append(outcome)
                    break
    if not jumped:
        raise NotApplicable("no action changes such a number by more than one")
    for end, cases in found.items():
        if len(cases) >= _FEWEST:
            episode, value = cases[0]
            raise PropertyViolated(
                f"episodes end when {end.path} is {end.value:g}; a step that changes it by more "
                f"than one jumps over that (it is shown as {value:g}), and the episode goes on; so "
                f"on {len(cases)} seeds",
                episode,
            )


def _written_actions(context: CheckContext) -> list[Action]:
    """Actions with the texts that the documents quote as code, such as `weigh A B`."""
    quoted = [text for s in task_sentences(context) for text in _QUOTED.findall(s)]
    made = [
        filled(action, slot, text)
        for action in list(templates(context.source, context.pool))[:2]
        for slot in slots_of(context.source, action)
        if "string" in slot.kinds and not slot.choices
        for text in dict.fromkeys(quoted)
    ]
    return [action for action in made if context.source.valid(action)][:_MOST_WRITTEN]


def _ends(context: CheckContext) -> tuple[list[_End], dict[_End, Action]]:
    """Values at which episodes of one repeated action end, and the action of each.

    The value is the same on several seeds, none passes it in steps of one, and the number does not
    just count the steps.
    """
    counts: dict[_End, set[int | None]] = {}
    steps: dict[_End, Action] = {}
    passed: set[_End] = set()
    uncounted: set[str] = set()
    limit = context.declared.max_steps or _LENGTH
    for action in context.until_budget(context.pool[:_ACTIONS], least=6):
        for seed in context.seeds[:_SEEDS]:
            trace = context.play(Episode.of(seed, [action] * _LENGTH, "repetition"))
            shown = [_numbers(response) for response in trace]
            for path in shown[0]:
                values = [numbers[path] for numbers in shown if path in numbers]
                if len(values) < len(trace) or len(values) < 2:
                    continue
                changes = {b - a for a, b in itertools.pairwise(values)}
                if changes - {1} and changes - {-1}:
                    uncounted.add(path)
                if changes in ({1}, {-1}) and _is_unpaid_end(trace) and len(trace) <= limit:
                    end = _End(path, values[-1], int(next(iter(changes))))
                    counts.setdefault(end, set()).add(seed)
                    steps.setdefault(end, action)
                if changes <= {-1, 0, 1}:
                    open_values = values[:-1] if trace[-1].done else values
                    passed |= {_End(path, value, sign) for value in open_values for sign in (1, -1)}
    found = [
        end
        for end, seeds in counts.items()
        if len(seeds) >= _FEWEST_ENDS and end.path in uncounted and end not in passed
    ]
    return found, steps


def _is_unpaid_end(trace: Trace) -> bool:
    return trace[-1].done and all(response.numeric_reward <= 0 for response in trace)


def _numbers(response: Response) -> dict[str, float]:
    """The numbers of a message by their paths, without the verdict and lists."""
    data = {key: value for key, value in (response.data or {}).items() if key not in VERDICT}
    return {
        path: value
        for path, value in subtrees(data)
        if type(value) in (int, float) and "[" not in path
    }


def _first_change(context: CheckContext, seed: int | None, action: Action, end: _End) -> float:
    """By how much an action changes a number towards its end, as the first step."""
    trace = context.play(Episode.of(seed, [action], "one step"))
    values = [_numbers(response).get(end.path) for response in trace]
    if len(values) < 2 or values[0] is None or values[1] is None:
        return 0.0
    return (values[1] - values[0]) * end.direction


def _jump(
    context: CheckContext, seed: int | None, end: _End, small: Action, large: Action
) -> tuple[Episode, float] | bool | None:
    """The episode that goes on after a jump, and the value shown; False if the jump ends it.

    None if no jump is possible.
    """
    first = _numbers(context.play(Episode.of(seed, [], "opening"))[0]).get(end.path)
    if first is None:
        return None
    count = int((end.value - first) * end.direction) - 1
    if not 0 <= count < _LENGTH:
        return None
    before = [small] * count
    trace = context.play(Episode.of(seed, [*before, large, *[small] * _AFTER], "a jump"))
    if len(trace) < count + 2 or any(response.done for response in trace[: count + 1]):
        return None
    left = _numbers(trace[count]).get(end.path)
    value = _numbers(trace[count + 1]).get(end.path)
    if left is None or value is None or (end.value - left) * end.direction != 1:
        return None
    if (value - end.value) * end.direction < 0:
        return None  # the step changes nothing here
    if len(trace) < count + 2 + _AFTER or any(response.done for response in trace):
        return False
    return Episode.of(seed, [*before, large, *[small] * _AFTER], "a jump"), value
