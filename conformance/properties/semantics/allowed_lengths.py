"""Semantics: a text that is as long as the task allows is paid like a shorter one."""

from __future__ import annotations

from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.length_limits import (
    COUNTS,
    FILLERS,
    limits_of_task,
    stated_limits,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 8
_FEWEST = 4
"""Tasks on which an allowed text must not be paid."""
_LONGEST = 2000
_JUMP = 0.2
"""Share of a solution's return that one word too many must cost: less is a price of length."""


@dataclass(frozen=True)
class _Case:
    """A text of a solution that may be longer, by its field and the limit."""

    solution: Rollout
    name: str
    unit: str
    most: int

    @property
    def text(self) -> str:
        return str(self.solution.actions[-1][self.name])

    def longer(self, count: int) -> str:
        """The text with so many fillers, but not longer than allowed."""
        filler = FILLERS[self.unit][0]
        text = self.text + filler * count
        rest = self.most - COUNTS[self.unit](text)
        if self.unit in ("characters", "letters") and 0 < rest < len(filler):
            return text + filler[-1] * rest
        return text

    def room(self) -> int:
        """How many fillers may be added."""
        one = COUNTS[self.unit](self.longer(1)) - COUNTS[self.unit](self.text)
        return (self.most - COUNTS[self.unit](self.text)) // max(1, one)

    def paid(self, context: CheckContext, count: int) -> float | None:
        """What the solution earns with so many fillers; None if the model refuses them."""
        if not context.source.valid(self.last_action(count)):
            return None
        rollout = self.played(context, count)
        return None if rollout.error else rollout.total

    def last_action(self, count: int) -> Action:
        """The solution's last action with so many fillers."""
        return {**self.solution.actions[-1], self.name: self.longer(count)}

    def played(self, context: CheckContext, count: int) -> Rollout:
        """The solution with that last action."""
        actions = [*self.solution.actions[:-1], self.last_action(count)]
        return play(context, actions, self.solution.seed, **self.solution.options)


@check("semantic.allowed_lengths")
def allowed_lengths(context: CheckContext) -> None:
    """Lengthen right texts by words that do no harm, up to the stated limit."""
    context.require_deterministic()
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    general = stated_limits(task_sentences(context, solutions[0]))
    tried = 0
    refused: dict[tuple[str, str], list[tuple[_Case, int]]] = {}
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for unit, most in {**general, **limits_of_task(context, solution)}.items():
            for name, value in solution.actions[-1].items():
                case = _Case(solution, name, unit, most)
                is_text = isinstance(value, str) and name not in ("metadata", "type")
                if not is_text or len(value.split()) < 2 or not 2 <= case.room() <= _LONGEST:
                    continue
                if not _is_paid(context, case, 1):
                    continue  # no word may be added
                tried += 1
                first = _first_unpaid(context, case)
                if first:
                    refused.setdefault((name, unit), []).append((case, first))
    if not tried:
        raise NotApplicable("no text says how long a text may be that can be made longer")
    for (name, unit), cases in refused.items():
        if len(cases) >= _FEWEST:
            case, count = cases[0]
            length, before = (COUNTS[unit](case.longer(n)) for n in (count, count - 1))
            raise PropertyViolated(
                f"a text of {length} {unit} in {name!r} is not paid like one of {before}, on "
                f"{len(cases)} tasks, though the texts allow {case.most}",
                case.played(context, count).episode("an allowed length"),
            )


def _is_paid(context: CheckContext, case: _Case, count: int) -> bool:
    total = case.paid(context, count)
    return total is not None and total >= case.solution.total - oracle_margin(context)


def _first_unpaid(context: CheckContext, case: _Case) -> int:
    """The least number of fillers that is not paid, found by halving; 0 if all are.

    Also 0 if the last filler costs little: then length has a price, and no wrong limit.
    """
    paid, unpaid = 1, case.room()
    if case.paid(context, unpaid) is None or _is_paid(context, case, unpaid):
        return 0
    while unpaid - paid > 1:
        middle = (paid + unpaid) // 2
        paid, unpaid = (middle, unpaid) if _is_paid(context, case, middle) else (paid, middle)
    before, after = case.paid(context, paid), case.paid(context, unpaid)
    if before is None or after is None:
        return 0
    return unpaid if before - after >= _JUMP * abs(case.solution.total) else 0
