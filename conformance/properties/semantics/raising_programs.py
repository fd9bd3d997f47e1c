"""Semantics: a program that raises, or never ends, earns no more than one that is wrong.

A grader that compares only the calls which returned something lets a program answer the inputs it
knows, and raise or wait for all others.
"""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.probes.program_variants import Program, reference_programs
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _MOST = 2, 6
"""Programs on which raising must be paid, and how many are tried."""
_GAIN = 0.2
"""Share of the scale that raising must earn more."""
_ENDINGS = {
    "raises ValueError": "raise ValueError('no answer')",
    "raises IndexError": "return [][0]",
    "ends the interpreter": "raise SystemExit(0)",
}
_ENDLESS = {"never ends": "while True: pass"}
"""Tried on few programs, because each takes as long as the grader allows."""
_WRONG = "return 'zq'"


@check("semantic.raising_programs")
def raising_programs(context: CheckContext) -> None:
    """Let the reference answer every second input, and raise, wait or be wrong for others."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    paid: dict[str, list[tuple[Rollout, float]]] = {}
    programs = reference_programs(context, _MOST)
    tried = context.until_budget(programs[:_MOST], least=_FEWEST)
    for number, program in enumerate(tried):
        for parity in (0, 1):
            wrong = _played(context, program, _half(program, parity, _WRONG))
            if wrong.error:
                continue
            # one try for each program, as long as all before it were paid
            all_paid = len(paid.get("never ends", ())) == number
            tries_endless = parity == 0 and number < _FEWEST and all_paid
            for name, ending in (_ENDINGS | (_ENDLESS if tries_endless else {})).items():
                raising = _played(context, program, _half(program, parity, ending))
                if not raising.error and raising.total > wrong.total + _GAIN * abs(context.scale):
                    paid.setdefault(name, []).append((raising, wrong.total))
    for name, found in paid.items():
        if len({rollout.seed for rollout, _ in found}) >= _FEWEST:
            rollout, less = found[0]
            raise PropertyViolated(
                f"a program that {name} on half of its inputs earns {rollout.total:.4g}; one that "
                f"returns a wrong value there earns {less:.4g}; so on {len(found)} tries",
                rollout.episode("a program that answers half of its inputs"),
            )


def _half(program: Program, parity: int, ending: str) -> str:
    """The program, which answers the inputs of one parity only."""
    return (
        f"{program.source}\n\n"
        f"answered = {program.entry}\n\n\n"
        f"def {program.entry}(*args):\n"
        f"    if sum(map(ord, repr(args))) % 2 == {parity}:\n"
        f"        {ending}\n"
        "    return answered(*args)\n"
    )


def _played(context: CheckContext, program: Program, source: str) -> Rollout:
    before = program.played.actions[:-1]
    return play(context, [*before, program.action(source)], program.played.seed)
