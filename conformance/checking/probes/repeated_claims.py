"""Find steps that, repeated, stand in for the different steps of the oracle."""

from __future__ import annotations

from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

FEWEST_SEEDS = 3
"""Seeds on which one step, repeated, must earn what the oracle earns by different ones."""


@dataclass(frozen=True)
class RepeatedClaim:
    """An episode in which the first paid step of a solution takes the place of the rest.

    Attributes:
        rollout: the episode; it ends and earns no less than the solution.
        solution: what the oracle does and earns.
        paid_steps: number of steps until the one that is repeated, which is included.
    """

    rollout: Rollout
    solution: Rollout
    paid_steps: int

    def violation(self, seeds: int) -> PropertyViolated:
        """What is reported, if it happens on so many seeds."""
        return PropertyViolated(
            f"a step that was paid is paid again each time it is repeated: "
            f"{self.rollout.total:.4g} in {len(self.rollout.actions)} steps; the oracle does other "
            f"things and earns {self.solution.total:.4g} in {len(self.solution.actions)} "
            f"(on {seeds} seeds)",
            self.rollout.episode("repeated claim"),
        )


def find_repeated_claims(context: CheckContext, solutions: list[Rollout]) -> list[RepeatedClaim]:
    """Episodes in which the first paid step, repeated, stands in for the rest of the solution.

    They end as early as the solutions and earn no less. Empty if that fails on one seed, or holds
    on fewer than `FEWEST_SEEDS`. Solutions in which one action is repeated say nothing, also if it
    comes with other remarks that have no effect. A solution found by search need not be the
    shortest.
    """
    if context.survey.found:
        return []
    found: list[RepeatedClaim] = []
    for solution in solutions:
        first = next((i for i, reward in enumerate(solution.rewards) if reward > 1e-9), None)
        if first is None or max(solution.rewards[first + 1 :], default=0.0) <= 1e-9:
            continue
        start, rest = solution.actions[: first + 1], solution.actions[first + 1 :]
        if all(action == start[-1] for action in rest):
            continue
        rollout = play(context, [*start, *start[-1:] * len(rest)], solution.seed)
        as_much = rollout.total >= solution.total - 1e-6 * max(1.0, abs(solution.total))
        if rollout.error or not rollout.done or not as_much:
            return []
        if any(_without_remarks(action) != _without_remarks(start[-1]) for action in rest) or (
            _contents(context, rollout) != _contents(context, solution)
        ):
            found.append(RepeatedClaim(rollout, solution, len(start)))
    return found if len(found) >= FEWEST_SEEDS else []


def changes_nothing(context: CheckContext, claim: RepeatedClaim) -> bool:
    """Whether the repetitions leave the message as it is, and the solution does not.

    The episode must be one that could be longer.
    """
    contents = _contents(context, claim.rollout)
    repeated = contents[claim.paid_steps :]
    still = len(set(repeated[:-1])) == 1  # the last message may say that it is over
    could_be_longer = len(claim.rollout.actions) < context.survey.longest
    differs = contents != _contents(context, claim.solution)
    return still and len(repeated) > 2 and could_be_longer and differs


def _without_remarks(action: Action) -> Action:
    """An action without texts of several words; the action itself if nothing else is in it."""
    kept = {k: v for k, v in action.items() if not (isinstance(v, str) and " " in v.strip())}
    return kept or action


def _contents(context: CheckContext, rollout: Rollout) -> list[str]:
    """The messages of an episode, counters left out."""
    trace = context.play(rollout.episode("its messages"))
    return [content_without_counters(response.data or {}) for response in trace]
