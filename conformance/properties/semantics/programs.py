"""Semantics of environments whose actions are programs, and of declared resources."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.policies import margin, play
from hallmark_rl.conformance.checking.probes.encodings import text_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode import Action, Episode
from hallmark_rl.conformance.core.results import Broken, Excluded
from hallmark_rl.conformance.survey.model import Played


def _allowed(lab: Lab) -> float:
    gap = max(lab.declared.margin, 0.1) * abs(lab.scale)
    return lab.reference - gap


def _require_floor(
    lab: Lab, one: Played, plays: Iterator[tuple[str, Action]], limit: float
) -> None:
    for name, action in lab.within(plays, least=40):
        played = play(lab, [*one.actions[:-1], action], one.seed)
        if played.error:
            shown = played.episode(name)
            raise Broken(f"the program {name!r} makes step() raise {played.error}", shown)
        if played.total > limit + 1e-9:
            seen = f"the program {name!r} earns {played.total:.4g}, allowed is {limit:.4g}"
            raise Broken(seen, played.episode(name))


@check("semantic.program_exploits")
def program_exploits(lab: Lab) -> None:
    from hallmark_rl.conformance.checking.probes.programs import attacks, programs, trivial

    program = programs(lab)[0]
    totals = [
        play(lab, [*program.played.actions[:-1], program.action(source)], program.played.seed).total
        for _, source in trivial(program)
    ]
    limit = max([lab.floor, *totals]) + 0.02 * abs(lab.scale)
    plays = ((name, program.action(source)) for name, source in attacks(program))
    _require_floor(lab, program.played, plays, min(limit, _allowed(lab)))


@check("semantic.trivial_programs")
def trivial_programs(lab: Lab) -> None:
    from hallmark_rl.conformance.checking.probes.programs import programs, trivial

    limit = max(0.0, lab.floor) + 0.15 * abs(lab.scale)
    each = {program.source: program for program in programs(lab, 8)}.values()
    rounds = zip(*([(program, play) for play in trivial(program)] for program in each), strict=True)
    count = max(8, min(48, int(4.0 / max(lab.survey.step_s, 1e-3))))
    for program, (name, source) in itertools.islice(itertools.chain(*rounds), count):
        _require_floor(lab, program.played, iter([(name, program.action(source))]), limit)


@check("semantic.program_mutants")
def program_mutants(lab: Lab) -> None:
    from hallmark_rl.conformance.checking.probes.programs import mutants, programs

    tried = survived = 0
    for program in lab.within(programs(lab)[:4], least=2):
        for source in lab.within(mutants(program, 8, lab.rng("mutants")), least=4):
            one = program.played
            played = play(lab, [*one.actions[:-1], program.action(source)], one.seed)
            tried += 1
            survived += not played.error and played.total >= one.total - margin(lab)
    if not tried:
        raise Excluded("the reference programs have nothing to change")
    lab.figures["mutants"] = {"tried": tried, "survived": survived}
    if tried >= 6 and survived > 0.5 * tried:
        raise Broken(f"{survived} of {tried} single-edit mutants of the reference are accepted")


@check("semantic.examples_agree")
def examples_agree(lab: Lab) -> None:
    from hallmark_rl.conformance.checking.probes.programs import examples, programs, result_of

    tried = 0
    for program in lab.within(programs(lab, 24), least=8):
        seen = lab.local().reset(seed=program.played.seed)
        for call, said in examples(program, text_of(seen.data).replace("\\n", "\n")):
            given = result_of(program, call)
            tried += given is not None
            if given is not None and given.value != said:
                shown = Episode.of(program.played.seed, [], "opening")
                text = f"the text says {call} gives {said!r}, the reference gives {given.value!r}"
                raise Broken(text, shown)
    if not tried:
        raise Excluded("the tasks' texts hold no examples")


@check("semantic.equivalent_programs")
def equivalent_programs(lab: Lab) -> None:
    from hallmark_rl.conformance.checking.probes.programs import equivalents, programs

    for program in lab.within(programs(lab)[:4], least=2):
        one = program.played
        for name, source in equivalents(program):
            played = play(lab, [*one.actions[:-1], program.action(source)], one.seed)
            if played.total < one.total - margin(lab):
                seen = f"the reference {name} earns {played.total:.4g} instead of {one.total:.4g}"
                raise Broken(seen, played.episode(name))


@check("semantic.resource_envelope")
def resource_envelope(lab: Lab) -> None:
    import psutil

    if lab.declared.memory_mb is None and lab.declared.episode_s is None:
        raise Excluded("no resources are declared: write validation.resources in openenv.yaml")
    process = psutil.Process()
    before = process.memory_info().rss
    for episode in lab.corpus()[:6]:
        trace = lab.play(episode)
        spent = sum(seen.seconds for seen in trace)
        if lab.declared.episode_s is not None and spent > lab.declared.episode_s:
            limit = lab.declared.episode_s
            raise Broken(f"an episode takes {spent:.1f} s, declared are {limit:g} s", episode)
    used = (process.memory_info().rss - before) / 1e6
    if lab.declared.memory_mb is not None and used > lab.declared.memory_mb:
        raise Broken(f"six episodes take {used:.0f} MB, declared are {lab.declared.memory_mb:g} MB")
