"""The error rate of a run: exact tests for claims about chance, and each property's share.

A claim about chance is *screened* on the few seeds of the survey and *confirmed* on fresh seeds.
Only the confirmation decides, so only it needs an error rate. The rates of all properties of a
level add up to at most the rate of the level, whatever the tests have in common (Bonferroni).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MUST_RATE = 1e-3
"""Probability that a run on a sound environment reports any statistical MUST failure."""
ADVICE_RATE = 1e-2
"""The same for all other statistical properties together."""

MUST_TESTS = (
    "reset.seeds_reduced",
    "reward.garbage_pays_nothing",
    "reward.idle_credit",
    "reward.idle_pays_nothing",
    "reward.oracle_dominates",
    "reward.paid_again",
    "reward.progress_once",
    "reward.repaired_damage",
    "reward.repetition",
    "reward.round_trips",
    "reward.toggling",
    "secrecy.hidden_value_pays",
    "secrecy.pointing_replies",
    "semantic.answer_bias",
    "semantic.answer_series",
    "semantic.any_order",
    "semantic.blind_scripts",
    "semantic.canary_floor",
    "semantic.central_options",
    "semantic.choice_channels",
    "semantic.commented_parts",
    "semantic.copied_values",
    "semantic.equal_labels",
    "semantic.filled_answers",
    "semantic.first_items",
    "semantic.fixed_answers",
    "semantic.fixed_cycles",
    "semantic.floor_gap",
    "semantic.id_numbers",
    "semantic.items_used_up",
    "semantic.kept_places",
    "semantic.label_bias",
    "semantic.label_order",
    "semantic.last_steps",
    "semantic.marked_options",
    "semantic.option_shortcuts",
    "semantic.question_order",
    "semantic.restrictions_bind",
    "semantic.side_channels",
    "semantic.stated_odds",
    "semantic.targets_matter",
    "semantic.unfinished_work",
    "semantic.whole_lists",
    "semantic.wrong_answers",
    "semantic.written_values",
    "semantic.wrong_numbers",
    "variants.frozen_answers",
    "variants.oracle",
    "variants.wrong_answers",
)
"""The MUST properties whose failure is a claim about chance."""
ADVICE_TESTS = (
    "reset.seed_reach",
    "reset.seed_varies",
    "reset.unseeded_varies",
    "semantic.changed_tasks",
    "semantic.choice_order",
    "semantic.distractors",
    "semantic.early_numbers",
    "semantic.listed_looks",
    "semantic.listed_moves",
    "semantic.listed_places",
    "semantic.near_misses",
    "semantic.question_alone",
    "semantic.source_order",
    "semantic.swept_values",
    "semantic.text_lengths",
    "semantic.usual_choice",
    "statistical.difficulty_separation",
    "statistical.headroom",
    "statistical.reward_reachability",
    "statistical.training_signal",
)
"""The same of other levels."""

_LOOK = 1.5
"""Trials before the look on the way, as a multiple of those of which all successes are enough."""
_SEED_BITS = 31
"""Bits of a fresh seed: generators of numpy take 32, some environments signed 32-bit numbers."""


def allowance(property_id: str, claims: int = 1) -> float:
    """The error rate of one test.

    Args:
        property_id: the property that the test decides.
        claims: the largest number of claims that its check may test.

    Raises:
        KeyError: if the property is not listed above.
    """
    for names, rate in ((MUST_TESTS, MUST_RATE), (ADVICE_TESTS, ADVICE_RATE)):
        if property_id in names:
            return rate / len(names) / claims
    raise KeyError(f"{property_id} has no share of the error rate: list it in this module")


def lower_tail(successes: int, trials: int, share: float) -> float:
    """The probability of at most so many successes if each has the probability `share`."""
    return upper_tail(trials - successes, trials, 1.0 - share)


def upper_tail(successes: int, trials: int, share: float) -> float:
    """The probability of at least so many successes if each has the probability `share`."""
    if successes <= 0:
        return 1.0
    if share <= 0 or share >= 1:
        return float(share >= 1 and successes <= trials)
    logs = (
        math.lgamma(trials + 1)
        - math.lgamma(count + 1)
        - math.lgamma(trials - count + 1)
        + count * math.log(share)
        + (trials - count) * math.log1p(-share)
        for count in range(successes, trials + 1)
    )
    return min(1.0, math.fsum(map(math.exp, logs)))


def trials_needed(most: float, rate: float) -> int:
    """The smallest number of trials of which all successes refute a share of at most `most`."""
    return max(1, math.ceil(math.log(rate) / math.log(most)))


@dataclass(frozen=True)
class ShareTest:
    """The exact binomial test of "more than the share `most` of all seeds do this".

    The number of trials is fixed before the first. Where a claim that is nearly always true would
    be confirmed by much fewer, there is a look on the way: half of the error rate belongs to it,
    and half to the end. The test ends as soon as the rest cannot change its result, which does not
    change its error rate.

    Attributes:
        most: the largest share that is allowed.
        rate: probability of a wrong confirmation.
        trials: number of independent trials.
    """

    most: float
    rate: float
    trials: int

    @property
    def look(self) -> int:
        """The number of trials after which the claim may be confirmed early; 0 if there is none."""
        early = math.ceil(_LOOK * trials_needed(self.most, self.rate / 2))
        return early if early <= self.trials / 2 else 0

    @property
    def critical(self) -> int:
        """The smallest number of successes that confirms the claim; above `trials` if none."""
        return self._critical(self.trials)

    def _critical(self, trials: int) -> int:
        rate = self.rate / 2 if self.look else self.rate
        below, above = 0, trials + 1
        while below < above:  # the tail falls with the number of successes
            middle = (below + above) // 2
            if upper_tail(middle, trials, self.most) <= rate:
                above = middle
            else:
                below = middle + 1
        return below

    def decide(self, outcomes: Iterable[bool]) -> tuple[bool, int, int]:
        """Whether the claim is confirmed, the successes and the trials that it took.

        Fewer outcomes than `trials` count as if the missing ones were failures.
        """
        needed, successes, count = self.critical, 0, 0
        look, needed_early = self.look, self._critical(self.look)
        for outcome in outcomes:
            count += 1
            successes += bool(outcome)
            if count <= look and successes >= needed_early:
                return True, successes, count
            if successes >= needed or count - successes > self.trials - needed:
                break
            if count == self.trials:
                break
        return successes >= needed, successes, count


def fresh_seeds(seed: int, name: str) -> Iterator[int]:
    """Endless seeds that are spread over all numbers of 31 bits; equal for equal arguments.

    Args:
        seed: seed of the suite's own choices.
        name: what they are used for; other names give other seeds.
    """
    number = 0
    while True:
        digest = hashlib.sha256(f"{seed}/{name}/{number}".encode()).digest()
        yield int.from_bytes(digest[:8], "little") >> (64 - _SEED_BITS)
        number += 1
