"""Semantics: environments that grade programs, and declared resources."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_TRIVIAL_SHARE = 0.15
"""Share of the scale that a trivial program may earn more than doing nothing."""
_LARGEST_SHARE_OF_TESTS = 0.34
"""The same where a text says that a share of the tests is paid: an edge case may be passed."""
_SHARE_OF_TESTS = re.compile(
    r"\b(share|fraction|proportion|percentage) of (the |all )?(\w+ ){0,3}(tests?|cases|checks)\b",
    re.I,
)
_LARGEST_SURVIVAL = 0.5
"""Share of mutants that may be accepted; some mutants are equivalent to their original."""


def _largest_return(context: CheckContext) -> float:
    """The largest return of a program that does not solve the task."""
    gap = max(context.declared.margin, 0.1) * abs(context.scale)
    return context.reference - gap


def _require_at_most(
    context: CheckContext, solution: Rollout, programs: Iterator[tuple[str, Action]], limit: float
) -> None:
    """Raise if a program in place of the solution raises an error or earns more than `limit`."""
    for name, action in context.until_budget(programs, least=40):
        rollout = play(context, [*solution.actions[:-1], action], solution.seed)
        if rollout.error:
            example = rollout.episode(name)
            raise PropertyViolated(
                f"the program {name!r} makes step() raise {rollout.error}", example
            )
        if rollout.total > limit + 1e-9:
            text = f"the program {name!r} earns {rollout.total:.4g}, the limit is {limit:.4g}"
            raise PropertyViolated(text, rollout.episode(name))


@check("semantic.program_exploits")
def program_exploits(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.program_variants import (
        grader_attacks,
        reference_programs,
        trivial_programs,
    )

    program = reference_programs(context)[0]
    totals = [
        play(
            context, [*program.played.actions[:-1], program.action(source)], program.played.seed
        ).total
        for _, source in trivial_programs(program)
    ]
    limit = max([context.floor, *totals]) + 0.02 * abs(context.scale)
    attacks = ((name, program.action(source)) for name, source in grader_attacks(program))
    _require_at_most(context, program.played, attacks, min(limit, _largest_return(context)))


@check("semantic.trivial_programs")
def trivial_programs(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.program_variants import (
        reference_programs,
        trivial_programs,
    )

    by_share = any(map(_SHARE_OF_TESTS.search, task_sentences(context)))
    share = _LARGEST_SHARE_OF_TESTS if by_share else _LARGEST_TRIVIAL_SHARE
    limit = max(0.0, context.floor) + share * abs(context.scale)
    programs = {program.source: program for program in reference_programs(context, 8)}.values()
    rounds = zip(
        *([(program, named) for named in trivial_programs(program)] for program in programs),
        strict=True,
    )
    count = max(8, min(48, int(4.0 / max(context.survey.step_s, 1e-3))))
    for program, (name, source) in itertools.islice(itertools.chain(*rounds), count):
        _require_at_most(context, program.played, iter([(name, program.action(source))]), limit)


@check("semantic.program_mutants")
def program_mutants(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.program_variants import (
        mutated_programs,
        reference_programs,
    )

    tried = survived = 0
    for program in context.until_budget(reference_programs(context)[:4], least=2):
        for source in context.until_budget(
            mutated_programs(program, 8, context.rng("mutants")), least=4
        ):
            solution = program.played
            rollout = play(context, [*solution.actions[:-1], program.action(source)], solution.seed)
            tried += 1
            survived += not rollout.error and rollout.total >= solution.total - oracle_margin(
                context
            )
    if not tried:
        raise NotApplicable("no mutant of the reference programs can be made")
    context.figures["mutants"] = {"tried": tried, "survived": survived}
    if tried >= 6 and survived > _LARGEST_SURVIVAL * tried:
        raise PropertyViolated(
            f"{survived} of {tried} single-edit mutants of the reference program are accepted"
        )


@check("semantic.examples_agree")
def examples_agree(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.program_variants import (
        reference_programs,
        reference_result,
        stated_examples,
    )

    compared = 0
    for program in context.until_budget(reference_programs(context, 24), least=8):
        response = context.new_in_process_driver().reset(seed=program.played.seed)
        leaves = (text for _, text in subtrees(response.data) if isinstance(text, str))
        for call, stated in stated_examples(program, "\n".join(leaves)):
            result = reference_result(program, call)
            compared += result is not None
            if result is not None and result.value != stated:
                example = Episode.of(program.played.seed, [], "opening")
                text = (
                    f"the text says {call} gives {stated!r}, the reference gives {result.value!r}"
                )
                raise PropertyViolated(text, example)
    if not compared:
        raise NotApplicable("the tasks' texts contain no examples")


@check("semantic.equivalent_programs")
def equivalent_programs(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.program_variants import (
        equivalent_programs,
        reference_programs,
    )

    for program in context.until_budget(reference_programs(context)[:4], least=2):
        solution = program.played
        for name, source in equivalent_programs(program):
            rollout = play(context, [*solution.actions[:-1], program.action(source)], solution.seed)
            if rollout.total < solution.total - oracle_margin(context):
                earned = f"{rollout.total:.4g} instead of {solution.total:.4g}"
                text = f"the reference program, {name}, earns {earned}"
                raise PropertyViolated(text, rollout.episode(name))


@check("semantic.resource_envelope")
def resource_envelope(context: CheckContext) -> None:
    import psutil

    if context.declared.memory_mb is None and context.declared.episode_s is None:
        raise NotApplicable("no resources are declared: write validation.resources in openenv.yaml")
    process = psutil.Process()
    before = process.memory_info().rss
    for episode in context.first_episodes(6):
        trace = context.play(episode)
        duration = sum(response.seconds for response in trace)
        if context.declared.episode_s is not None and duration > context.declared.episode_s:
            limit = context.declared.episode_s
            raise PropertyViolated(
                f"an episode takes {duration:.1f} s, the declared limit is {limit:g} s", episode
            )
    used_mb = (process.memory_info().rss - before) / 1e6
    if context.declared.memory_mb is not None and used_mb > context.declared.memory_mb:
        raise PropertyViolated(
            f"six episodes use {used_mb:.0f} MB, the declared limit is "
            f"{context.declared.memory_mb:g} MB"
        )
