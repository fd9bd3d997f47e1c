"""Policies that earn more than the oracle: by luck, or by more than the task pays."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward import oracle_is_best as module
from hallmark_rl.conformance.properties.reward.oracle_is_best import (
    _saves_costs,
    oracle_dominates,
    repetition,
    toggling,
)
from hallmark_rl.conformance.survey.rollouts import play_actions
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema

CHOICES = [f"river {number}" for number in range(40)]


class Guess(Env):
    """A look-up costs a little and shows the answer, which a guess may give without it."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["open", "answer"]}, text={"enum": CHOICES}
    )
    limit = 4
    declared: ClassVar[dict[str, Any]] = {"max_steps": 4}
    is_over_after_an_answer = True

    def begin(self) -> None:
        self.river, self.seen = self.rng.choice(CHOICES), ""

    def show(self) -> Message:
        return {"seen": self.seen}

    def paid(self, action: Message) -> float:
        if action["do"] == "open":
            self.seen = self.river
            return -0.02
        self.over = self.is_over_after_an_answer
        return float(action["text"] == self.river)

    def oracle(self) -> Message:
        return {"do": "answer" if self.seen else "open", "text": self.seen or CHOICES[0]}


class PaidAgain(Guess):
    """The right answer is paid as often as it is given."""

    is_over_after_an_answer = False
    limit = 2


LOOK = {"do": "open", "text": CHOICES[0]}
ANSWER, OTHER = ({"do": "answer", "text": text} for text in CHOICES[1:3])


@pytest.mark.parametrize(
    ("actions", "rewards", "saves"),
    [
        ([ANSWER], [1.0], True),
        ([ANSWER], [1.01], False),
        ([OTHER], [1.0], True),
        ([OTHER, LOOK, ANSWER], [0.0, 0.0, 1.0], False),
        ([ANSWER, LOOK], [1.0, 0.0], False),
    ],
    ids=[
        "saves the costs",
        "earns more than that",
        "another answer",
        "a step is free",
        "no answer",
    ],
)
def test_a_lucky_guess_earns_no_more_than_a_solution_without_its_costs(
    actions: list[Message], rewards: list[float], saves: bool
) -> None:
    solution = Rollout(1, [LOOK, LOOK, ANSWER], [-0.02, -0.02, 1.0], True)
    context = small_context(Guess)
    assert _saves_costs(context, Rollout(1, actions, rewards, True), solution) == saves


class RangedGuess(Guess):
    declared: ClassVar[dict[str, Any]] = {"max_steps": 4, "reward_range": (0.0, 1.0)}


@pytest.mark.parametrize(("wasted", "saves"), [(2, True), (3, False)])
def test_a_guess_after_no_more_steps_may_earn_up_to_the_end_of_the_range(
    *, wasted: int, saves: bool
) -> None:
    solution = Rollout(1, [LOOK, LOOK, ANSWER], [-0.02, -0.02, 0.9], True)
    guess = Rollout(1, [OTHER] * wasted + [ANSWER], [0.0] * wasted + [1.0], True)
    assert _saves_costs(small_context(RangedGuess), guess, solution) == saves


def guesses(context: CheckContext) -> list[Rollout]:
    """The answer of the first seed, given on each seed without a look-up."""
    guess = context.solutions[0].actions[-1]
    played = [
        play_actions(context.subject, context.survey, [guess], seed) for seed in context.seeds
    ]
    assert [rollout.total for rollout in played] == [1.0] + [0.0] * (len(played) - 1)
    assert {solution.total for solution in context.solutions} == {0.98}
    return played


def test_a_random_guess_that_saves_the_look_up_is_not_reported() -> None:
    context = small_context(Guess)
    context.survey.random_rollouts = guesses(context)
    oracle_dominates(context)


def test_another_policy_that_saves_the_look_up_is_reported() -> None:
    context = small_context(Guess)
    context.survey.null_rollouts = guesses(context)
    with pytest.raises(PropertyViolated, match=r"doing nothing earns 1, the oracle earns 0\.98$"):
        oracle_dominates(context)


def test_more_than_the_oracle_earns_before_its_costs_is_reported() -> None:
    context = small_context(PaidAgain)
    context.survey.random_rollouts = [
        play_actions(context.subject, context.survey, solution.actions[-1:] * 2, solution.seed)
        for solution in context.solutions
    ]
    with pytest.raises(PropertyViolated, match=r"earns 2, the oracle earns 0\.98$"):
        oracle_dominates(context)


class Estimate(Env):
    """Name a number; answers within three are right. One answer."""

    schema: ClassVar[dict[str, Any]] = small_schema(number={"type": "integer"})
    limit = 1
    declared: ClassVar[dict[str, Any]] = {"max_steps": 1}

    def begin(self) -> None:
        self.number = self.rng.randrange(40, 46)

    def paid(self, action: Message) -> float:
        return float(abs(action["number"] - self.number) <= 3)

    def oracle(self) -> Message:
        return {"number": self.number}


class ManyEstimates(Estimate):
    """Any answers, three times."""

    limit = 3
    declared: ClassVar[dict[str, Any]] = {"max_steps": 3}

    def paid(self, action: Message) -> float:
        return 1 / 3


def test_another_right_answer_is_no_repetition() -> None:
    repetition(small_context(Estimate))


def test_a_repeated_action_that_earns_as_much_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="repetition earns"):
        repetition(small_context(ManyEstimates))


class Harvest(Env):
    """What is best differs from seed to seed; an author may state that the oracle is not."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["water", "wait"]})
    limit = 1
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0, "oracle_tolerance": 0.4}

    def begin(self) -> None:
        self.best = self.rng.choice([0.8, 0.85, 0.9])

    def paid(self, action: Message) -> float:
        return self.best if action["do"] == "water" else 0.0

    def oracle(self) -> Message:
        return {"do": "water"}


class SureHarvest(Harvest):
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0}


@pytest.mark.parametrize("label", ["the oracle after wrong moves", "doing nothing"])
def test_a_little_more_than_an_approximate_oracle_is_no_demonstration(
    label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def policies(context: CheckContext, solution: Rollout) -> list[tuple[str, Rollout]]:
        better = Rollout(solution.seed, solution.actions, [solution.total + 0.02], True)
        return [(label, better)] if solution.seed in context.seeds[:2] else []

    monkeypatch.setattr(module, "_other_policies", policies)
    monkeypatch.setattr(module, "confirm_more_than_oracle", lambda *arguments: "")
    monkeypatch.setattr(module, "_saves_costs", lambda *arguments: False)
    for env_class in (Harvest, SureHarvest):
        context = small_context(env_class)
        if env_class is Harvest and label != "doing nothing":
            oracle_dominates(context)
        else:
            with pytest.raises(PropertyViolated, match=f"{label} earns"):
                oracle_dominates(context)


@pytest.mark.parametrize("more", [0.3, 0.5])
def test_more_than_an_approximate_oracle_within_what_its_author_states_is_sound(
    more: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    label = "another seed's solution before the solution"

    def policies(context: CheckContext, solution: Rollout) -> list[tuple[str, Rollout]]:
        return [(label, Rollout(solution.seed, solution.actions, [solution.total + more], True))]

    monkeypatch.setattr(module, "_other_policies", policies)
    monkeypatch.setattr(module, "confirm_more_than_oracle", lambda *arguments: "confirmed")
    monkeypatch.setattr(module, "_saves_costs", lambda *arguments: False)
    if more <= Harvest.declared["oracle_tolerance"]:
        oracle_dominates(small_context(Harvest))
    else:
        with pytest.raises(PropertyViolated, match=f"{label} earns"):
            oracle_dominates(small_context(Harvest))


WORDS = [f"word {number}" for number in range(12)]


class Guesses(Env):
    """A word is guessed; each guess before the right one costs a tenth. It is told when it is."""

    schema: ClassVar[dict[str, Any]] = small_schema(word={"enum": WORDS})
    limit = 12
    declared: ClassVar[dict[str, Any]] = {"max_steps": 12, "reward_range": (0.0, 1.0)}

    def begin(self) -> None:
        self.right, self.first = self.rng.choice(WORDS), self.rng.randrange(12)

    def show(self) -> Message:
        return {"count": self.count, "success": self.over, "last": self.first}

    def paid(self, action: Message) -> float:
        self.over = action["word"] == self.right
        return self.over * (1 - 0.05 * (self.count - 1))

    def oracle(self) -> Message:
        return {"word": WORDS[(self.first + self.count) % 12]}


def test_a_lucky_order_of_guesses_is_no_better_policy() -> None:
    oracle_dominates(small_context(Guesses))


class Scales(Env):
    """A weighing costs and tells the coin; one with unequal pans is refused and free."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        left={"type": "array", "items": {"type": "integer"}}, coin={"type": "integer"}
    )
    limit = 2

    def begin(self) -> None:
        self.heavy = self.rng.randrange(1, 31)
        self.reply = ""

    def show(self) -> Message:
        return {"coins": list(range(1, 31)), "reply": self.reply}

    def paid(self, action: Message) -> float:
        if len(action["left"]) == 2:
            self.reply = f"coin {self.heavy} is heavy"
            return -0.1
        self.reply = "the pans are unequal"
        self.over = bool(action.get("coin"))
        return float(action.get("coin") == self.heavy)

    def oracle(self) -> Message:
        return {"left": [], "coin": self.heavy} if self.count else {"left": [1, 2]}


class GenerousScales(Scales):
    """A pan with a further coin is paid for."""

    def paid(self, action: Message) -> float:
        return 0.5 if len(action["left"]) == 3 else super().paid(action)


def test_a_refused_step_that_saves_its_cost_is_no_better_solution() -> None:
    oracle_dominates(small_context(Scales))
    with pytest.raises(PropertyViolated, match="more entries than it needs"):
        oracle_dominates(small_context(GenerousScales))


class Pricing(Env):
    """A price for each of four days, the same best one on all; most prices earn nearly as much."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        price={"type": "number", "minimum": 1, "maximum": 9}
    )
    limit = 4
    declared: ClassVar[dict[str, Any]] = {"max_steps": 4}
    width = 40.0
    best_changes = False

    def begin(self) -> None:
        self.best = 4 + self.rng.random()

    def show(self) -> Message:
        return {"day": self.count}

    def paid(self, action: Message) -> float:
        miss = action["price"] - self.oracle()["price"]
        return (1 - (miss / self.width) ** 2) / 4

    def oracle(self) -> Message:
        return {"price": self.best + 0.01 * self.best_changes * self.count}


class ChangingPrices(Pricing):
    best_changes = True


def test_where_the_solution_repeats_one_action_another_one_is_a_try_to_solve_it() -> None:
    repetition(small_context(Pricing))
    with pytest.raises(PropertyViolated, match="repetition earns"):
        repetition(small_context(ChangingPrices))


class Drafts(Env):
    """Three drafts of which the best is paid; any multiple of a number is right, of which there are
    five, so that two drafts in turn are sometimes right."""

    schema: ClassVar[dict[str, Any]] = small_schema(draft={"type": "integer"})
    declared: ClassVar[dict[str, Any]] = {"max_steps": 3}
    limit = 3

    def begin(self) -> None:
        self.number, self.best = self.rng.choice([5, 7, 11, 13, 17]), 0.0

    def show(self) -> Message:
        return {"number": self.number}

    def paid(self, action: Message) -> float:
        score = float(action["draft"] % self.number == 0)
        reward, self.best = max(0.0, score - self.best), max(score, self.best)
        self.over = score == 1.0 or self.count == self.limit
        return reward

    def oracle(self) -> Message:
        return {"draft": 3 * self.number}


def test_two_drafts_in_turn_may_be_right_on_a_seed() -> None:
    pool = [{"draft": number} for number in (35, 55, 39, 51, 14)]
    toggling(small_context(Drafts, pool=pool))
