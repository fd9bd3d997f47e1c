"""Step: an episode ends with the step that decides it, and when the shown steps are used up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.policies import oracle_margin, play, wrong_moves
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import observation_schema
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_LEFT = re.compile(
    r"^(steps?|turns?|moves?|attempts?|tries|guesses|rounds?)_?(left|remaining)$"
    r"|^(remaining|left)_?(steps?|turns?|moves?|attempts?|tries|guesses|rounds?)$",
    re.I,
)
_UNTIL_THE_END = re.compile(
    r"\b(left|remain\w*|more|allowed)\b.*\b(until|till|before)\b"
    r".{0,40}\b(ends?|ended|over|halt\w*|stops?|stopped|lost|loses?|dies?|fails?|terminat\w+"
    r"|abort\w*)\b",
    re.I,
)
"""A description of a number that is 0 when the episode ends."""
_ENDS_AT = re.compile(
    r"\b(\d+)\s+(?:of (?:them|these)\s+)?(?:ends?|finish(?:es)?|closes?|stops?|loses?)\b"
    r"|\b(?:ends?|over|lost|closes?|stops?|terminat\w+)\b.{0,24}"
    r"\b(?:at|when (?:it|they) (?:is|are)|(?:it|they) reach(?:es)?|once (?:it|they) (?:is|are))"
    r"\s+(\d+)\b",
    re.I,
)
"""A description of a number that rises, and of the value at which the episode ends."""
_CLOCK = re.compile(
    r"(^|_)(day|hour|minute|time|week|month|year|period|turn|round|step)s?(_|$)", re.I
)
"""The last day may be shown before it is over."""
_MOST_STEPS, _MOST_ACTIONS = 300, 12
_WALKS = 6
"""Random episodes of each seed where a number may rise by more than one."""


@check("step.ends_at_once")
def ends_at_once(context: CheckContext) -> None:
    """Replace the last action of solutions in which it earns nothing by any other action."""
    solutions = [solution for solution in context.solutions if solution.done]
    late: list[Rollout] = []
    for solution in context.until_budget(solutions, least=4):
        if len(solution.actions) < 2 or abs(solution.rewards[-1]) > oracle_margin(context):
            return
        if not _any_action_ends(context, solution):
            return
        late.append(solution)
    if len(late) >= 2:
        text = f"on {len(late)} seeds the task is solved and paid, and the episode is not done; "
        raise PropertyViolated(
            text + "whatever is played next ends it and earns nothing", late[0].episode("solution")
        )


def _any_action_ends(context: CheckContext, solution: Rollout) -> bool:
    """Whether any action ends the episode after all but the last action of a solution.

    Not if the episode has a fixed length: then wrong moves end it at the same step, and a solution
    that begins one step later does not end it one step later.
    """
    most = len(solution.actions)
    before = solution.actions[:-1]
    for action in _others(context, solution)[:3]:
        rollout = play(context, [*before, action], solution.seed)
        if not rollout.done or len(rollout.actions) < most:
            return False
        if abs(rollout.rewards[-1]) > oracle_margin(context):
            return False
    for action in _others(context, solution)[:4]:
        delayed = play(context, [action, *before], solution.seed)
        if not delayed.done and len(delayed.actions) == most:
            ended = play(context, [action, *before, solution.actions[-1]], solution.seed)
            wrong = play(context, [action] * (most + 1), solution.seed)
            solved = ended.total >= solution.total / 2 > 0
            if ended.done and solved and not wrong.done:
                return True
    return False


def _others(context: CheckContext, solution: Rollout) -> list[Action]:
    return [action for action in wrong_moves(context) if action not in solution.actions]


@check("step.shown_limit")
def shown_limit(context: CheckContext) -> None:
    """Play until a number that is shown as what is left until the end is used up."""
    context.require_capability_absent("continuing", "episodes do not end")
    length = min(_MOST_STEPS, int(1.0 / max(context.survey.step_s, 1e-4)))
    described = _until_the_end(context)
    rising = _ends_at(context)
    repeated = context.pool[: _MOST_ACTIONS if described or rising else 1]
    seen: set[str] = set()
    walks = _WALKS if rising else 1
    for seed in context.until_budget(context.seeds[: 8 if rising else 4], least=2):
        for episode in (
            *(context.random_episode(seed, length, f"walk {n}") for n in range(walks)),
            *(Episode.of(seed, [action] * length, "repetition") for action in repeated),
        ):
            trace = context.play(episode)
            counts = [_steps_left(response.data) for response in trace]
            shown = [_whole_numbers(response.data, described) for response in trace]
            for name, first in [*_steps_used_up(counts), *_used_up(shown)]:
                seen.add(name)
                if not trace[first].done and len(trace) > first + 1:
                    if _limits_one_action(context, episode, first):
                        continue
                    if not context.survey.solutions and _is_refused(trace, episode, first):
                        continue  # another action may still be taken
                    raise PropertyViolated(
                        f"{name} is 0 after step {first}, and the episode goes on",
                        Episode(episode.calls[: first + 2], episode.label),
                    )
            for name, last in rising.items():
                values = [_whole_numbers(response.data, [name]).get(name, 0) for response in trace]
                first = next((n for n, value in enumerate(values) if value >= last), 0)
                seen |= {name} if first else set()
                if first and not trace[first].done and len(trace) > first + 1:
                    raise PropertyViolated(
                        f"{name} is {values[first]} after step {first}, and the episode goes on, "
                        f"though its description says that {last} end it",
                        Episode(episode.calls[: first + 2], episode.label),
                    )
    if not seen:
        raise NotApplicable("no message shows a number, and then its value at which episodes end")


def _limits_one_action(context: CheckContext, episode: Episode, first: int) -> bool:
    """Whether what was used up is one kind of action, and the solution's last one is another.

    As tries of a macro, which is then submitted: the last actions of all solutions have one value
    in a field in which the counted actions have another, and are still paid.
    """
    before = episode.actions[:first]
    last = [solution.actions[-1] for solution in context.survey.solutions if solution.actions]
    kinds = {
        name: value
        for name, value in (last[0] if last else {}).items()
        if isinstance(value, str) and all(action.get(name) == value for action in last)
    }
    if len(last) < 2 or all(before[-1].get(name) == value for name, value in kinds.items()):
        return False
    for solution in context.survey.solutions:
        rollout = play(context, [*before, solution.actions[-1]], solution.seed)
        if len(rollout.rewards) == first + 1 and rollout.rewards[-1] > 0:
            return True
    return False


def _is_refused(trace: Trace, episode: Episode, place: int) -> bool:
    """Whether the action that used up what was left is refused when it is made again."""
    actions = episode.actions
    if len(actions) <= place or actions[place] != actions[place - 1]:
        return False
    return bool(refusal(trace[0], trace[place], trace[place + 1], actions[place]))


def _steps_used_up(counts: list[dict[str, int]]) -> Iterator[tuple[str, int]]:
    """Those that count every step down to 0, and the step with which they have."""
    for name, first in _used_up(counts):
        expected = [counts[0][name] - index for index in range(first + 1)]
        if [count.get(name) for count in counts[: first + 1]] == expected:
            yield name, first


def _used_up(counts: list[dict[str, int]]) -> Iterator[tuple[str, int]]:
    """The numbers that are 0 after a step and were not at the reset, and the first such step."""
    for name, begun in counts[0].items():
        places = [index for index, count in enumerate(counts) if count.get(name) == 0]
        if begun >= 1 and places:
            yield name, places[0]


def _until_the_end(context: CheckContext) -> list[str]:
    """The fields of the observation described as what is left until the episode ends."""
    fields = observation_schema(context).get("properties", {})
    return [
        name
        for name, inner in fields.items()
        if _UNTIL_THE_END.search(str(inner.get("description", "")))
    ]


def _ends_at(context: CheckContext) -> dict[str, int]:
    """The numbers of the observation that rise until an episode ends, with that value."""
    fields = observation_schema(context).get("properties", {})
    found = {
        name: _ENDS_AT.search(str(inner.get("description", "")))
        for name, inner in fields.items()
        if not _CLOCK.search(name)
    }
    return {name: int(match[1] or match[2]) for name, match in found.items() if match}


def _whole_numbers(data: object, names: list[str]) -> dict[str, int]:
    """The fields with one of the names that hold a whole number."""
    fields = data if isinstance(data, dict) else {}
    return {
        name: value
        for name in names
        if isinstance(value := fields.get(name), int) and not isinstance(value, bool)
    }


def _steps_left(data: object) -> dict[str, int]:
    """Fields that are named like a number of steps left, with their values, by their paths."""
    return {
        path: value
        for path, value in subtrees(data)
        if isinstance(value, int)
        and not isinstance(value, bool)
        and _LEFT.search(path.rpartition(".")[2])
    }
