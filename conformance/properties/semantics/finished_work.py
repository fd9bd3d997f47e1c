"""Semantics: where a solution changes entries of a list, deleting or spoiling them is noticed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.policies import oracle_margin, step_limit
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST_ENTRIES = 3
_MOST_ENTRIES = 24
_SEEDS = 4
_FEWEST_SEEDS = 2


@dataclass(frozen=True)
class Work:
    """A list of the message, of which a solution changes entries.

    Attributes:
        solution: the solution.
        path: the path of the list in the observation.
        opening: the entries after the reset, as JSON.
        final: the entries after the solution.
    """

    solution: Rollout
    path: str
    opening: list[str]
    final: list[str]


@check("semantic.deleted_work")
def deleted_work(context: CheckContext) -> None:
    """Only delete entries, always the one that pays most, where a solution changes entries."""
    works = _require_works(context)
    found: list[tuple[Rollout, Work]] = []
    for work in context.until_budget(works[:_SEEDS], least=_FEWEST_SEEDS):
        rollout, left = _only_deleting(context, work)
        least = work.solution.total - oracle_margin(context)
        if rollout.total < least or not 0 <= left < len(work.final):
            return
        found.append((rollout, work))
    if len(found) < min(_FEWEST_SEEDS, len(works)):
        return
    rollout, work = found[0]
    raise PropertyViolated(
        f"deleting entries of {work.path} and changing none earns {rollout.total:.4g}; the "
        f"solution changes entries, keeps {len(work.final)} and earns {work.solution.total:.4g} "
        f"(on {len(found)} seeds)",
        rollout.episode("only deleting"),
    )


@check("semantic.damage_noticed")
def damage_noticed(context: CheckContext) -> None:
    """Change entries that a solution leaves alone, and compare with changes of other entries."""
    works = _require_works(context)
    overlooked: list[tuple[str, Episode]] = []
    for work in context.until_budget(works[:_SEEDS], least=_FEWEST_SEEDS):
        made = _overlooked_damage(context, work)
        overlooked += [made] if made is not None else []
    if len(overlooked) >= _FEWEST_SEEDS:
        text, episode = overlooked[0]
        raise PropertyViolated(f"{text} (on {len(overlooked)} seeds)", episode)


def _require_works(context: CheckContext) -> list[Work]:
    """The lists that the solutions change; `NotApplicable` if there are none."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_deterministic()
    solutions = [rollout for rollout in context.solutions if rollout.done][: 2 * _SEEDS]
    works = [work for solution in solutions for work in _works(context, solution)]
    if not works:
        raise NotApplicable("no solution changes entries of a list that messages show")
    path = Counter(work.path for work in works).most_common(1)[0][0]
    return [work for work in works if work.path == path]


def _works(context: CheckContext, solution: Rollout) -> Iterator[Work]:
    """Lists with entries that the solution changes and others that it keeps."""
    trace = context.play(solution.episode("solution"))
    final = _lists(trace[-1])
    for path, opening in _lists(trace[0]).items():
        entries = final.get(path, [])
        kept = Counter(opening) & Counter(entries)
        changed = Counter(entries) - Counter(opening)
        if len(opening) >= _FEWEST_ENTRIES and kept and changed and len(entries) <= len(opening):
            yield Work(solution, path, opening, entries)


def _lists(response: Response) -> dict[str, list[str]]:
    """The lists of objects in a message, by path, their entries as JSON."""
    return {
        path: [to_json(entry) for entry in value]
        for path, value in subtrees(response.data or {})
        if isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value)
    }


def _only_deleting(context: CheckContext, work: Work) -> tuple[Rollout, int]:
    """The best episode of deletions, perhaps ended as the solution is, and how many entries it
    leaves; -1 if nothing can be deleted.

    Deleted is what is paid most; where all is paid alike, what the solution would change.
    """
    seed = work.solution.seed
    actions: list[Action] = []
    trace = context.play(Episode.of(seed, actions, "only deleting"))
    best, left = Rollout(seed, [], [], False), -1
    while len(actions) < step_limit(context) and not trace[-1].done:
        entries = _lists(trace[-1]).get(work.path, [])
        made: list[tuple[float, int, list[Action], Trace]] = []
        for action in _with_entry_numbers(context, len(entries)):
            if context.out_of_time(2.0):
                break
            tried = [*actions, action]
            after = context.play(Episode.of(seed, tried, "only deleting"))
            kept = _lists(after[-1]).get(work.path, [])
            only_fewer = len(kept) < len(entries) and not Counter(kept) - Counter(entries)
            if len(after) == 1 + len(tried) and only_fewer:
                right = sum((Counter(kept) & Counter(work.final)).values())
                made.append((round(after[-1].numeric_reward, 9), right, tried, after))
        if not made:
            break
        _, _, actions, trace = max(made, key=lambda item: item[:2])
        for ended in (trace, _ended_like(context, work, actions)):
            rewards = [response.numeric_reward for response in ended[1:]]
            if left < 0 or sum(rewards) > best.total:
                played = [*actions, work.solution.actions[-1]][: len(rewards)]
                best = Rollout(seed, played, rewards, ended[-1].done)
                left = len(_lists(ended[-1]).get(work.path, []))
    return best, left


def _ended_like(context: CheckContext, work: Work, actions: list[Action]) -> Trace:
    """The messages of deletions and the last step of the solution."""
    played = [*actions, work.solution.actions[-1]]
    return context.play(Episode.of(work.solution.seed, played, "only deleting"))


def _with_entry_numbers(context: CheckContext, count: int) -> Iterator[Action]:
    """Valid actions, and their copies with each entry's number in each whole number."""
    seen: set[str] = set()
    for action in context.pool:
        made = [action]
        for path, value in leaves(action):
            if type(value) is int:
                numbers = range(min(count, _MOST_ENTRIES) + 1)
                made += [with_leaf(action, path, number) for number in numbers]
        for one in made:
            if to_json(one) not in seen and context.source.valid(one):
                seen.add(to_json(one))
                yield one


def _overlooked_damage(context: CheckContext, work: Work) -> tuple[str, Episode] | None:
    """Damage that costs nothing at one entry, and the same at another that does; None without."""
    free: dict[str, tuple[int, Episode]] = {}
    costly: dict[str, int] = {}
    solution = work.solution.actions
    for place in sorted({0, len(solution) - 1}):
        start = _played(context, work, solution[:place])
        lines = _lists(start[-1]).get(work.path, [])
        for action in _with_entry_numbers(context, len(lines)):
            if context.out_of_time(2.0):
                break
            after = _played(context, work, [*solution[:place], action])
            change = _changed_entry(lines, _lists(after[-1]).get(work.path, []))
            if change is None:
                continue
            index, field, value = change
            actions = [*solution[:place], action, *solution[place:]]
            trace = _played(context, work, actions)
            entries = _lists(trace[-1]).get(work.path, [])
            if not any(_entry_of(entry).get(field) == value for entry in entries):
                continue  # the solution has written the right value again
            total = sum(response.numeric_reward for response in trace[1:])
            untouched = lines[index] in work.opening and lines[index] in work.final
            if untouched and trace[-1].done and total >= work.solution.total - 1e-9:
                episode = Episode.of(work.solution.seed, actions, "damage")
                free.setdefault(f"{field}={value!r}", (index, episode))
            elif total < work.solution.total - oracle_margin(context):
                costly.setdefault(f"{field}={value!r}", index)
    for key, (index, episode) in free.items():
        if key in costly:
            text = (
                f"{key} is written into entry {index} of {work.path}, which a solution leaves as "
                f"it is, and the solution earns what it earned before; the same in entry "
                f"{costly[key]} costs"
            )
            return text, episode
    return None


def _entry_of(entry: str) -> dict[str, Any]:
    """An entry of a list that was written as JSON."""
    made: dict[str, Any] = json.loads(entry)
    return made


def _played(context: CheckContext, work: Work, actions: list[Action]) -> Trace:
    return context.play(Episode.of(work.solution.seed, actions, "damage"))


def _changed_entry(before: list[str], after: list[str]) -> tuple[int, str, Any] | None:
    """The only entry that differs, its only differing field and the new value; else None."""
    if len(before) != len(after):
        return None
    places = [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    if len(places) != 1:
        return None
    old, new = _entry_of(before[places[0]]), _entry_of(after[places[0]])
    fields = [key for key in new if old.get(key) != new[key]]
    return (places[0], fields[0], new[fields[0]]) if len(fields) == 1 else None
