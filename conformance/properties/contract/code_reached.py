"""Contract: the plays of the suite reach the environment's code."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeGuard

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.probes.action_variations import (
    action_variations,
    named_actions,
)
from hallmark_rl.conformance.checking.probes.executed_lines import (
    LineTracer,
    MissedBlock,
    find_blocks,
)
from hallmark_rl.conformance.checking.probes.near_misses import single_edits
from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of
from hallmark_rl.conformance.properties.variants.each_variant import (
    chosen_variants,
    variant_episodes,
)
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.conformance.survey.variants import Variant
from hallmark_rl.sdk.coding.mutate import mutants

_OTHERS = ("proof.py", "text.py", "client.py", "app.py", "solver.py", "setup.py")
"""Files whose functions episodes do not enter, or that are the author's evidence."""
_OFTEN = 300
"""How often what leads to a block must run before the block counts as one that nothing reaches,
unless it only tells something, such as why a step is refused: such causes can be rare."""
_SHOWN, _LONGEST = 4, 80
_SEEDS, _ODD, _EDITS = 4, 60, 5
_MOST_VARIATIONS, _FEWEST_RANDOM, _MOST_RANDOM = 200, 250, 400
_OVERTIME = 4.0
"""Budgets beyond its own that the check may take."""


@check("contract.code_reached")
def code_reached(context: CheckContext) -> None:
    """Play what the suite plays, and see which blocks of the environment's functions never run."""
    if context.subject.url is not None:
        raise NotApplicable("the environment's code does not run in this process")
    names: dict[Path, Path] = {}
    trees: dict[Path, ast.Module] = {}
    for path, name, tree in own_trees(context.subject):
        if path.name not in _OTHERS:
            names[path], trees[path] = name, tree
    with LineTracer(trees) as tracer:
        is_whole = _play_all(context, lambda: _misses_any(trees, tracer))
    found: list[tuple[str, MissedBlock]] = []
    reached = 0
    for path, tree in trees.items():
        blocks = find_blocks(tree, tracer.lines[path])
        reached += blocks.reached
        found += [(f"{names[path]}:{block.first.lineno}", block) for block in blocks.missed]
    context.figures.update(blocks=reached + len(found), reached=reached)
    if not reached:
        raise NotApplicable("no function of the environment's own files was entered")
    dead = [item for item in found if item[1].tried >= _OFTEN and not item[1].only_tells]
    if dead and is_whole and context.survey.solutions:
        times = min(block.tried for _, block in dead)
        raise PropertyViolated(
            f"no play reached {_listed(dead)}, though what leads there ran {times} times"
        )
    if found:
        ended = "" if is_whole else "; the time ended before all was played"
        raise EvidenceMissing(
            f"no play reached {len(found)} of {reached + len(found)} blocks: "
            f"{_listed(found)}{ended}"
        )


def _listed(found: list[tuple[str, MissedBlock]]) -> str:
    """Places and first lines of blocks, as a text."""
    shown = [
        f"{place} `{ast.unparse(block.first).splitlines()[0][:_LONGEST]}`"
        for place, block in found[:_SHOWN]
    ]
    more = [f"{len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
    return "; ".join([*shown, *more])


def _misses_any(trees: Mapping[Path, ast.Module], tracer: LineTracer) -> bool:
    """Whether a block of the functions that were entered has not run yet."""
    return any(find_blocks(tree, tracer.lines[path]).missed for path, tree in trees.items())


def _play_all(context: CheckContext, misses_any: Callable[[], bool]) -> bool:
    """Play everything; whether there was time for all of it."""
    return all(
        not context.out_of_time(_OVERTIME * context.profile.budget)
        for _ in itertools.chain(
            _play_oracle(context, misses_any), _play_episodes(context, misses_any)
        )
    )


def _play_episodes(context: CheckContext, misses_any: Callable[[], bool]) -> Iterator[None]:
    """Play the episodes, and pause after each; then, while a block is missed, random ones.

    These end with the budget. The first of them may use half of the overtime, so that a slow
    machine plays them too.
    """
    for episode in _episodes(context):
        context.play(episode, stop=False)
        yield
    if not misses_any():
        return
    for number in range(_MOST_RANDOM):
        late = 0.5 * _OVERTIME * context.profile.budget if number < _FEWEST_RANDOM else 0.0
        if context.out_of_time(late):
            return
        seed = context.seeds[number % len(context.seeds)]
        context.play(context.random_episode(seed, 8, f"more {number}"), stop=False)
        yield


def _episodes(context: CheckContext) -> Iterator[Episode]:
    """Episodes of every kind: solved, idle, random, illegal, after the end and before the reset."""
    pool = context.pool
    yield Episode((Call("state"),), "before the reset")
    yield Episode((Call("step", action=next(iter(pool), {})),), "before the reset")
    yield Episode.of(None, pool[:1], "without a seed")
    yield from context.corpus()
    for solution in context.survey.solutions[:_SEEDS]:
        again: list[Action] = [*solution.actions, *pool[:1], *solution.actions[-1:]]
        yield Episode.of(solution.seed, again, "after the end", **solution.options)
        for action in pool[: 2 * _SEEDS]:
            late = [*solution.actions[:-1], action, action, *solution.actions[-1:]]
            yield Episode.of(solution.seed, late, "late solution", **solution.options)
    yield from context.long_episodes()
    for number, action in enumerate(pool):
        yield Episode.of(context.seeds[number % len(context.seeds)], [action] * 3, "repetition")
    for number, action in enumerate(itertools.islice(action_variations(context), _MOST_VARIATIONS)):
        yield Episode.of(context.seeds[number % len(context.seeds)], [action], "variation")
    for seed in context.seeds[:_SEEDS]:
        for action in named_actions(context, seed):
            yield Episode.of(seed, [action], "named")
    for number in range(4 * _SEEDS):
        yield context.random_episode(context.seeds[number % len(context.seeds)], 8, f"{number}")
    for variant in _variants(context):
        yield from variant_episodes(context, variant)
    for action in itertools.islice(odd_actions(context), _ODD):
        yield Episode.of(context.seeds[0], [action, *pool[:1], action], "odd")


def _play_oracle(context: CheckContext, misses_any: Callable[[], bool]) -> Iterator[None]:
    """Play the oracle plainly and at each level, split and mode, and pause after each episode.

    What solves one seed is played on another one as well, and with edits, before that is solved;
    at a level, split or mode on the second of the two seeds only while a block is missed.
    """
    try:
        oracle = oracle_of(context)
    except EvidenceMissing:
        return
    subject, survey, steps = context.subject, context.survey, context.oracle_steps
    options = [{}, *(dict(variant.options) for variant in _variants(context))]
    for setup in options if survey.solutions else ():
        solved = []
        for seed in context.seeds[:2]:
            solved.append(play_policy(subject, survey, oracle, seed, steps, **setup))
            yield
        pairs = itertools.permutations([s for s in solved if s.actions], 2)
        for number, (own, other) in enumerate(pairs):
            if number and setup and not misses_any():
                break
            for wrong in [other.actions, *([edit] for edit in _wrong_actions(context, own, other))]:
                actions = [*own.actions[:-1], *wrong, *own.actions[-1:]]
                context.play(Episode.of(own.seed, actions, "wrong", **setup), stop=False)
                yield


def _wrong_actions(context: CheckContext, own: Rollout, other: Rollout) -> Iterator[Action]:
    """The last action of a solution with edits, and what another one sends, as another kind too."""
    last = own.actions[-1]
    yield from (edit for _, edit in itertools.islice(single_edits(context, own), _EDITS))
    programs = [
        {**last, name: mutant.source}
        for name, value in last.items()
        if _is_program(value)
        for mutant in mutants(value)
    ]
    context.rng(f"mutants{own.seed}").shuffle(programs)
    for action in [other.actions[-1], *programs[:_EDITS]]:
        for slot in slots_of(context.source, action):
            for value in slot.choices[:_EDITS]:
                changed = filled(action, slot, value)
                if context.source.valid(changed):
                    yield changed


def _is_program(value: object) -> TypeGuard[str]:
    try:
        return isinstance(value, str) and "def " in value and bool(ast.parse(value).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _variants(context: CheckContext) -> list[Variant]:
    try:
        return chosen_variants(context)
    except NotApplicable:
        return []
