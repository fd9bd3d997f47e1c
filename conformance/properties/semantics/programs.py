"""Semantics of environments whose actions are programs, and of declared resources."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.encodings import to_text
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout


def _allowed(context: CheckContext) -> float:
    gap = max(context.declared.margin, 0.1) * abs(context.scale)
    return context.reference - gap


def _require_floor(
    context: CheckContext, one: Rollout, plays: Iterator[tuple[str, Action]], limit: float
) -> None:
    for name, action in context.until_budget(plays, least=40):
        played = play(context, [*one.actions[:-1], action], one.seed)
        if played.error:
            shown = played.episode(name)
            raise PropertyViolated(f"the program {name!r} makes step() raise {played.error}", shown)
        if played.total > limit + 1e-9:
            seen = f"the program {name!r} earns {played.total:.4g}, allowed is {limit:.4g}"
            raise PropertyViolated(seen, played.episode(name))


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
    plays = ((name, program.action(source)) for name, source in grader_attacks(program))
    _require_floor(context, program.played, plays, min(limit, _allowed(context)))


@check("semantic.trivial_programs")
def trivial_programs(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.program_variants import (
        reference_programs,
        trivial_programs,
    )

    limit = max(0.0, context.floor) + 0.15 * abs(context.scale)
    each = {program.source: program for program in reference_programs(context, 8)}.values()
    rounds = zip(
        *([(program, play) for play in trivial_programs(program)] for program in each), strict=True
    )
    count = max(8, min(48, int(4.0 / max(context.survey.step_s, 1e-3))))
    for program, (name, source) in itertools.islice(itertools.chain(*rounds), count):
        _require_floor(context, program.played, iter([(name, program.action(source))]), limit)


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
            one = program.played
            played = play(context, [*one.actions[:-1], program.action(source)], one.seed)
            tried += 1
            survived += not played.error and played.total >= one.total - oracle_margin(context)
    if not tried:
        raise NotApplicable("the reference programs have nothing to change")
    context.figures["mutants"] = {"tried": tried, "survived": survived}
    if tried >= 6 and survived > 0.5 * tried:
        raise PropertyViolated(
            f"{survived} of {tried} single-edit mutants of the reference are accepted"
        )


@check("semantic.examples_agree")
def examples_agree(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.program_variants import (
        reference_programs,
        reference_result,
        stated_examples,
    )

    tried = 0
    for program in context.until_budget(reference_programs(context, 24), least=8):
        seen = context.new_in_process_driver().reset(seed=program.played.seed)
        for call, said in stated_examples(program, to_text(seen.data).replace("\\n", "\n")):
            given = reference_result(program, call)
            tried += given is not None
            if given is not None and given.value != said:
                shown = Episode.of(program.played.seed, [], "opening")
                text = f"the text says {call} gives {said!r}, the reference gives {given.value!r}"
                raise PropertyViolated(text, shown)
    if not tried:
        raise NotApplicable("the tasks' texts hold no examples")


@check("semantic.equivalent_programs")
def equivalent_programs(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.program_variants import (
        equivalent_programs,
        reference_programs,
    )

    for program in context.until_budget(reference_programs(context)[:4], least=2):
        one = program.played
        for name, source in equivalent_programs(program):
            played = play(context, [*one.actions[:-1], program.action(source)], one.seed)
            if played.total < one.total - oracle_margin(context):
                seen = f"the reference {name} earns {played.total:.4g} instead of {one.total:.4g}"
                raise PropertyViolated(seen, played.episode(name))


@check("semantic.resource_envelope")
def resource_envelope(context: CheckContext) -> None:
    import psutil

    if context.declared.memory_mb is None and context.declared.episode_s is None:
        raise NotApplicable("no resources are declared: write validation.resources in openenv.yaml")
    process = psutil.Process()
    before = process.memory_info().rss
    for episode in context.corpus()[:6]:
        trace = context.play(episode)
        spent = sum(seen.seconds for seen in trace)
        if context.declared.episode_s is not None and spent > context.declared.episode_s:
            limit = context.declared.episode_s
            raise PropertyViolated(
                f"an episode takes {spent:.1f} s, declared are {limit:g} s", episode
            )
    used = (process.memory_info().rss - before) / 1e6
    if context.declared.memory_mb is not None and used > context.declared.memory_mb:
        raise PropertyViolated(
            f"six episodes take {used:.0f} MB, declared are {context.declared.memory_mb:g} MB"
        )
