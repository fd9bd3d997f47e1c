"""Secrecy: the state does not count right choices that look like wrong ones to the agent.

A number of the state that falls with each right choice, and not with a wrong one, tells what the
observation keeps back until the end: an agent that reads the state tries choices until it falls.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of, value_at
from hallmark_rl.conformance.survey.survey_data import Rollout

_STEPS, _WRONG, _FEWEST_WRONG = 5, 4, 2
"""First steps of each solution, other choices for each, and how many of these must be accepted."""
_FEWEST, _SEEDS = 12, 4
"""Choices that a number of the state must tell from others, and seeds that they must be from."""
_SHARE = 0.9

Leaves = dict[str, Any]


@check("secrecy.state_progress")
def state_progress(context: CheckContext) -> None:
    """Exchange one value of a solution's step for others, and compare what is shown and held."""
    context.require_deterministic()
    context.require_capability_absent("open_state", "the agent never sees the state")
    told: dict[tuple[str, str], list[bool]] = defaultdict(list)
    examples: dict[tuple[str, str], dict[int | None, Episode]] = defaultdict(dict)
    for solution in context.until_budget(context.solutions, least=_SEEDS):
        for place in range(min(_STEPS, len(solution.actions) - 1)):
            for slot in slots_of(context.source, solution.actions[place]):
                right, wrong = _looks(context, solution, place, slot)
                if right is None or len(wrong) < _FEWEST_WRONG:
                    continue
                for path, value in right.items():
                    others = {state.get(path) for state in wrong}
                    tells = len(others) == 1 and value not in others and None not in others
                    told[slot.name, path].append(tells)
                    if tells:
                        episode = _episode(solution, place, solution.actions[place])
                        examples[slot.name, path].setdefault(solution.seed, episode)
    if not told:
        raise NotApplicable("no other choice in a step of a solution looks like the right one")
    for (name, path), found in told.items():
        if (
            sum(found) >= _FEWEST
            and sum(found) >= _SHARE * len(found)
            and len(examples[name, path]) >= _SEEDS
        ):
            raise PropertyViolated(
                f"state's {path} tells the right {name!r} from others that the agent cannot tell "
                f"from it, in {sum(found)} of {len(found)} steps of solutions",
                next(iter(examples[name, path].values())),
            )


def _episode(solution: Rollout, place: int, action: Action) -> Episode:
    """A solution up to a step, with an action in its place, and a look at the state."""
    played = Episode.of(
        solution.seed, [*solution.actions[:place], action], "a choice", **solution.options
    )
    return Episode((*played.calls, Call("state")), played.label)


def _looks(
    context: CheckContext, solution: Rollout, place: int, slot: Slot
) -> tuple[Leaves | None, list[Leaves]]:
    """The numbers of the state after a step, and after others that look alike to the agent."""
    action = solution.actions[place]
    own = value_at(action, slot)
    values = [v for v in _values(context, slot) if to_json(v) != to_json(own)]
    if own is None or len(values) < _FEWEST_WRONG:
        return None, []
    after = _after(context, solution, place, action, own)
    if after is None:
        return None, []
    alike: list[Leaves] = []
    for value in values:
        other = filled(action, slot, value)
        look = _after(context, solution, place, other, value)
        if look is not None and look[0] == after[0]:
            alike.append(look[1])
        if len(alike) == _WRONG:
            break
    return after[1], alike


def _values(context: CheckContext, slot: Slot) -> Iterator[Any]:
    """Values that actions of the pool and of solutions have in a slot, each once."""
    seen: set[str] = set()
    solved = (action for solution in context.solutions for action in solution.actions)
    for action in [*({slot.name: choice} for choice in slot.choices), *solved, *context.pool]:
        value = action.get(slot.name) if len(slot.keys) == 1 else value_at(action, slot)
        if value not in (None, "") and to_json(value) not in seen:
            seen.add(to_json(value))
            yield value


def _after(
    context: CheckContext, solution: Rollout, place: int, action: Action, value: Any
) -> tuple[str, Leaves] | None:
    """What a step changes in what is shown, without the value it sent; the numbers of the state."""
    if not context.source.valid(action):
        return None
    trace = context.play(_episode(solution, place, action))
    if len(trace) < place + 3 or trace[-1].data is None or trace[-2].data is None:
        return None
    if trace[-2].done:
        return None
    before, after = (_leaves(shown_to_agent(each.data or {})) for each in (trace[-3], trace[-2]))
    changed = {
        _masked(path, value): _masked(text, value)
        for path, text in after.items()
        if before.get(path) != text
    }
    gone = sorted(_masked(path, value) for path in before if path not in after)
    state = {
        path: number
        for path, number in subtrees(trace[-1].data)
        if isinstance(number, int | float) and path != "step_count"
    }
    return to_json([changed, gone, trace[-2].numeric_reward]), state


def _leaves(shown: Leaves) -> dict[str, str]:
    return {p: str(v) for p, v in subtrees(shown) if not isinstance(v, dict | list)}


def _masked(text: str, value: Any) -> str:
    """A text without the value that was sent."""
    return re.sub(rf"(?<!\w){re.escape(str(value))}(?!\w)", "...", text)
