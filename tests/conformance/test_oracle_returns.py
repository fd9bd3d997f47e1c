"""The author's exploits: slow ones are played on one seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.semantics import oracle_returns
from hallmark_rl.conformance.properties.semantics.oracle_returns import (
    floor_gap,
    oracle_max,
    oracle_reliable,
    success_flag,
)
from hallmark_rl.conformance.survey.rollouts import play_actions
from tests.conformance.small_environment import Env, Message, small_context, small_schema


def played(
    profile: str, monkeypatch: pytest.MonkeyPatch, pays: tuple[str, range] = ("", range(0))
) -> list[tuple[str, int]]:
    """The exploit and the seed of every episode; `slow` takes 8 s, `fast` 0.1 s.

    `pays` is the exploit that is paid, and on which seeds.
    """
    episodes: list[tuple[str, int]] = []
    now = 0.0

    def play_policy(*arguments: Any) -> Any:
        nonlocal now
        name, seed = arguments[2], arguments[3]
        episodes.append((name, seed))
        now += 8.0 if name == "slow" else 0.1
        total = float(name == pays[0] and seed in pays[1])
        return SimpleNamespace(total=total, episode=lambda _: None)

    monkeypatch.setattr(oracle_returns, "play_policy", play_policy)
    monkeypatch.setattr(oracle_returns, "time", SimpleNamespace(monotonic=lambda: now))
    context: Any = SimpleNamespace(
        subject=SimpleNamespace(
            proof=SimpleNamespace(exploits=lambda: [(name, name) for name in ("slow", "fast")])
        ),
        survey=SimpleNamespace(solutions=[]),
        seed=0,
        seeds=[1, 2, 3],
        profile=PROFILES[profile],
        floor=0.0,
        scale=1.0,
        declared=SimpleNamespace(margin=0.1, max_steps=6),
    )
    oracle_returns.adversarial_floor(context)
    return episodes


def test_a_slow_exploit_is_played_on_one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("default", monkeypatch) == [("slow", 1), ("fast", 1), ("fast", 2), ("fast", 3)]


def test_a_thorough_run_plays_every_exploit_on_every_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("thorough", monkeypatch).count(("slow", 3)) == 1


def test_an_exploit_that_is_paid_on_a_further_seed_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(PropertyViolated, match="'fast' earns 1"):
        played("default", monkeypatch, ("fast", range(3, 2**62)))


def test_a_guess_that_is_right_on_one_seed_is_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    episodes = played("default", monkeypatch, ("fast", range(3, 4)))
    assert sum(name == "fast" for name, _ in episodes) == 3 + 12


def test_an_exploit_that_is_too_slow_to_be_repeated_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(PropertyViolated, match="'slow' earns 1"):
        played("default", monkeypatch, ("slow", range(1, 2)))


class Entries(Env):
    """Four entries, each of which is paid once when it is solved."""

    schema: ClassVar[dict[str, Any]] = small_schema(entry={"type": "integer"})
    limit = 8
    once = True

    def begin(self) -> None:
        self.solved: set[int] = set()

    def show(self) -> Message:
        return {"solved": sorted(self.solved)}

    def paid(self, action: Message) -> float:
        entry = action["entry"]
        is_new = entry in range(4) and not (self.once and entry in self.solved)
        self.solved.add(entry)
        self.over = {*range(4)} <= self.solved or self.count == self.limit
        return 0.25 * is_new

    def oracle(self) -> Message:
        return {"entry": min({*range(4)} - self.solved)}


def _exploited(
    env_class: type[Env], entries: Sequence[int], pool: list[Message] | None = None
) -> None:
    context = small_context(env_class, pool)
    context.survey.random_rollouts = [
        play(context, [action], seed) for action in pool or [] for seed in context.seeds[:2]
    ]
    solved = iter(entries)
    policy = lambda env, observation: {"entry": next(solved, entries[-1])}  # noqa: E731
    proof = SimpleNamespace(exploits=lambda: [("entries", policy)])
    subject = replace(context.subject, proof=proof)
    oracle_returns.adversarial_floor(CheckContext(subject, context.survey, context.profile))


def test_a_part_of_a_solution_in_several_paid_steps_is_no_exploit() -> None:
    _exploited(Entries, [0])
    _exploited(Entries, [0, 1])
    with pytest.raises(PropertyViolated, match="'entries' earns"):
        _exploited(type("Again", (Entries,), {"once": False}), [0])
    with pytest.raises(PropertyViolated, match=r"'entries' earns 0\.75"):
        _exploited(Entries, [0, 1, 2])


class Near(Env):
    """One guess of a number, which is paid by how near it is."""

    schema: ClassVar[dict[str, Any]] = small_schema(entry={"type": "integer"})
    limit = 1
    near = True

    def begin(self) -> None:
        self.number = self.rng.randrange(40, 60)

    def paid(self, action: Message) -> float:
        off = abs(action["entry"] - self.number) / self.number
        return (
            max(0.0, 1.0 - off)
            if self.near
            else float(action["entry"] in (8, self.number)) / (1 + 2 * (off > 0))
        )

    def oracle(self) -> Message:
        return {"entry": self.number}


def test_a_third_is_a_part_where_random_play_earns_parts() -> None:
    _exploited(Near, [12], pool=[{"entry": 5}, {"entry": 9}, {"entry": 11}])
    with pytest.raises(PropertyViolated, match="'entries' earns"):
        _exploited(Near, [30], pool=[{"entry": 5}, {"entry": 9}, {"entry": 11}])
    with pytest.raises(PropertyViolated, match="'entries' earns"):
        _exploited(type("Far", (Near,), {"near": False}), [8], pool=[{"entry": 5}])


class Settlement(Near):
    """The hundreds of the number are a decision; it is always 1, and pays a part by itself."""

    told = "0.3 for the right decision, and 0.7 more if the amount is right too."

    def begin(self) -> None:
        self.number = 100 + self.rng.randrange(20, 90)

    def show(self) -> Message:
        return {"task": self.told, "number": self.number}

    def paid(self, action: Message) -> float:
        right = action["entry"] == self.number
        return 1.0 if right else 0.3 * (action["entry"] // 100 == 1)


def test_a_part_that_a_text_states_is_a_part() -> None:
    _exploited(Settlement, [199], pool=[{"entry": 5}, {"entry": 250}])
    for told in ("1 for the right number.", "0.2 for the right decision.", "0.8 for the decision."):
        with pytest.raises(PropertyViolated, match=r"'entries' earns 0\.3"):
            _exploited(type("Told", (Settlement,), {"told": told}), [199], pool=[{"entry": 5}])


def test_a_third_of_a_quotient_is_the_pay_of_a_long_way() -> None:
    told = "The smallest possible number of stops, divided by the number taken."
    _exploited(type("Told", (Settlement,), {"told": told}), [199], pool=[{"entry": 5}])
    all_paid = type("Paid", (Settlement,), {"told": told, "paid": lambda self, action: 1.0})
    with pytest.raises(PropertyViolated, match=r"'entries' earns 1"):
        _exploited(all_paid, [199], pool=[{"entry": 5}])


class Campaign(Env):
    """Ten visitors of whom some click on the banner; success would be that all of them do."""

    schema: ClassVar[dict[str, Any]] = small_schema(banner={"enum": [0, 1]})
    limit = 10
    declared: ClassVar[dict[str, Any]] = {
        "capabilities": ["stochastic"],
        "reward_range": (0.0, 1.0),
    }

    def begin(self) -> None:
        self.clicks = 0

    def show(self) -> Message:
        return {"clicks": self.clicks, "success": self.clicks == self.limit}

    def paid(self, action: Message) -> float:
        self.clicks += self.count < self.limit and self.rng.random() < 0.2 + 0.5 * action["banner"]
        return self.clicks / self.limit if self.count == self.limit else 0.0

    def oracle(self) -> Message:
        return {"banner": 1}


class SolvedCampaign(Campaign):
    declared: ClassVar[dict[str, Any]] = {**Campaign.declared, "success_reward": 0.1}


class Certain(Campaign):
    declared: ClassVar[dict[str, Any]] = {"reward_range": (0.0, 1.0)}


def test_where_luck_is_needed_the_best_policy_may_never_succeed() -> None:
    success_flag(small_context(Campaign))
    oracle_max(small_context(Campaign))
    for env_class in (SolvedCampaign, Certain):
        with pytest.raises(PropertyViolated, match="success = False"):
            success_flag(small_context(env_class))
        with pytest.raises(PropertyViolated, match="success is False"):
            oracle_max(small_context(env_class))


class GoodPlan(Certain):
    """A plan that is not the best one earns nine tenths; the author states a tolerance or not."""

    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0, "oracle_tolerance": 0.3}
    share = 0.9

    def paid(self, action: Message) -> float:
        return self.share if self.count == self.limit else 0.0


class BadPlan(GoodPlan):
    share = 0.6


class ForgottenFlag(GoodPlan):
    """All is earned, and no success reported."""

    share = 1.0


class Unstated(GoodPlan):
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0, "oracle_tolerance": 0.05}
    share = 0.96


def test_an_oracle_with_a_stated_tolerance_may_fall_short_of_success() -> None:
    for check in (success_flag, oracle_max, oracle_reliable):
        check(small_context(GoodPlan))
    for env_class in (BadPlan, ForgottenFlag, Unstated):
        with pytest.raises(PropertyViolated, match="success = False"):
            success_flag(small_context(env_class))


class Slots(Campaign):
    """Ten pulls; every win pays a tenth, and to win all of them is declared as success."""

    declared: ClassVar[dict[str, Any]] = {**Campaign.declared, "success_reward": 1.0}

    def show(self) -> Message:
        return {"clicks": self.clicks}


class FarFromSuccess(Slots):
    declared: ClassVar[dict[str, Any]] = {**Slots.declared, "success_reward": 1.5}


class CertainSlots(Slots):
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0}


def test_luck_explains_a_little_less_than_the_declared_return_and_no_more() -> None:
    oracle_max(small_context(Slots))
    for env_class in (FarFromSuccess, CertainSlots):
        with pytest.raises(PropertyViolated, match="the declared maximum is"):
            oracle_max(small_context(env_class))


class Tolls(Env):
    """Each road costs; to arrive is success, by whichever road."""

    schema: ClassVar[dict[str, Any]] = small_schema(cost={"enum": [0.0, 0.5]})
    paid_back: ClassVar[float] = 0.0

    def begin(self) -> None:
        self.arrived = False

    def show(self) -> Message:
        return {"success": self.arrived}

    def paid(self, action: Message) -> float:
        self.over = self.arrived = True
        return self.paid_back - action["cost"] * (1.0 + self.paid_back)

    def oracle(self) -> Message:
        return {"cost": 0.0}


class Prizes(Tolls):
    """A prize that a dear road eats up."""

    paid_back = 1.0


def test_where_all_is_a_cost_a_solution_may_cost_more() -> None:
    for env_class in (Tolls, Prizes):
        context = small_context(env_class)
        context.survey.random_rollouts = [
            play_actions(context.subject, context.survey, [{"cost": 0.5}], seed)
            for seed in context.seeds
        ]
        if env_class is Tolls:
            success_flag(context)
        else:
            with pytest.raises(PropertyViolated, match="success is True with a return of 0"):
                success_flag(context)


class Weather(Slots):
    """The weather, which the seed decides, bounds what a day can earn; the range is wider."""

    declared: ClassVar[dict[str, Any]] = {"reward_range": (0.0, 3.0), "oracle_tolerance": 0.35}
    least, most = 0.2, 1.0

    def begin(self) -> None:
        super().begin()
        self.best = self.rng.uniform(self.least, self.most)

    def paid(self, action: Message) -> float:
        return self.best if self.count == self.limit else 0.0


class BestWeather(Weather):
    """No tolerance is stated: the oracle is exact, and 3 is no return that stands for all."""

    declared: ClassVar[dict[str, Any]] = {"reward_range": (0.0, 3.0)}


class ExactWeather(Weather):
    """No tolerance is stated, so a range up to 10 says what the oracle earns."""

    declared: ClassVar[dict[str, Any]] = {"reward_range": (0.0, 10.0)}


class EvenWeather(Weather):
    """The oracle earns nearly the same on every seed, and far less than the range says."""

    least, most = 0.50, 0.52


def test_where_the_task_decides_what_can_be_earned_the_range_is_only_a_bound() -> None:
    oracle_max(small_context(Weather))
    oracle_max(small_context(BestWeather))
    for env_class, most in ((ExactWeather, 10), (EvenWeather, 3)):
        with pytest.raises(PropertyViolated, match=f"the declared maximum is {most}"):
            oracle_max(small_context(env_class))


class Noise(Env):
    """A reading, and then the answer; on two seeds the reading misleads the oracle."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "integer"})
    limit = 2
    in_step = True

    def reset(self, seed: int | None = None, **options: Any) -> Message:
        self.misled = seed in (110, 120)
        return super().reset(seed, **options)

    def begin(self) -> None:
        self.right, self.read = self.rng.randrange(10), -1

    def show(self) -> Message:
        return {"read": self.read}

    def paid(self, action: Message) -> float:
        if self.count == 1:
            noise = self.rng.random() if self.in_step else 0.0
            self.read = 11 + int(noise) if self.misled else self.right
            return 0.0
        return float(action["answer"] == self.right)

    def oracle(self) -> Message:
        return {"answer": self.read}


class NoiseFromTheReset(Noise):
    in_step = False


def test_an_oracle_that_noise_misleads_now_and_then_is_not_proved_to_fail() -> None:
    with pytest.raises(EvidenceMissing, match="the oracle may be unlucky"):
        oracle_reliable(small_context(Noise))
    with pytest.raises(PropertyViolated, match="the oracle earns 0"):
        oracle_reliable(small_context(NoiseFromTheReset))


class Sale(Env):
    """Sell for what the day pays; what it pays is drawn by odds that the text tells."""

    schema: ClassVar[dict[str, Any]] = small_schema(sell={"type": "boolean"})
    declared: ClassVar[dict[str, Any]] = {"reward_range": (-1.0, 1.0)}
    limit = 1
    text = "Each day pays more or less with equal odds."

    def begin(self) -> None:
        self.price = self.rng.randrange(-9, 9) / 10

    def show(self) -> Message:
        return {"text": self.text}

    def paid(self, action: Message) -> float:
        return self.price

    def oracle(self) -> Message:
        return {"sell": True}


class NoOdds(Sale):
    text = "Sell for what the day pays."


class AlwaysLost(Sale):
    """Luck is told, and yet no episode differs: the oracle loses each."""

    def begin(self) -> None:
        self.price = -1.0


def test_told_luck_explains_returns_that_vary_and_no_others() -> None:
    oracle_max(small_context(Sale))
    for env_class in (NoOdds, AlwaysLost):
        with pytest.raises(PropertyViolated, match="the declared maximum is 1"):
            oracle_max(small_context(env_class))


class Profit(Weather):
    """What the best plan earns is far from the end of the range; to do nothing earns nothing."""

    least, most = 0.2, 0.4
    idle = 0.0

    def paid(self, action: Message) -> float:
        return (self.best if action["banner"] else self.idle) if self.count == self.limit else 0.0


class ProfitForNothing(Profit):
    least, most, idle = 0.35, 0.37, 0.34


class NoProfit(Profit):
    """The oracle earns 0, as an idle policy does."""

    least, most = 0.0, 0.0


def test_the_gap_to_doing_nothing_is_measured_by_what_can_be_earned() -> None:
    for env_class in (Profit, ProfitForNothing, NoProfit):
        context = small_context(env_class)
        context.survey.null_rollouts = [
            play_actions(context.subject, context.survey, [{"banner": 0}] * 10, seed)
            for seed in context.seeds
        ]
        if env_class is Profit:
            floor_gap(context)
        else:
            with pytest.raises(PropertyViolated, match="doing nothing"):
                floor_gap(context)


def test_solutions_that_were_found_and_earn_little_measure_nothing() -> None:
    context = small_context(NoProfit)
    context.survey.null_rollouts = [
        play_actions(context.subject, context.survey, [{"banner": 0}] * 10, seed)
        for seed in context.seeds
    ]
    context.survey.found = {"kind": "answer"}
    with pytest.raises(EvidenceMissing, match="found earn only 0"):
        floor_gap(context)


class FormFilling(Env):
    """Fill in fields and hand the form in; each step takes `cost` off the only reward."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["fill", "submit", "show"]})
    declared: ClassVar[dict[str, Any]] = {"reward_range": (0.0, 1.0), "max_steps": 12}
    cost, lost = 0.04, 0.0

    def begin(self) -> None:
        self.filled, self.fields = 0, self.rng.randrange(2, 5)

    def paid(self, action: Message) -> float:
        self.filled += action["do"] == "fill"
        self.over = action["do"] == "submit"
        whole = self.over and self.filled == self.fields
        return (1 - self.lost - self.cost * self.count) * whole

    def oracle(self) -> Message:
        return {"do": "fill" if self.filled < self.fields else "submit"}


class PartIsNeverPaid(FormFilling):
    lost = 0.1


class FreeSteps(FormFilling):
    cost, lost = 0.0, 0.2


def test_an_end_of_the_range_that_costs_of_steps_keep_away_needs_no_oracle_there() -> None:
    oracle_max(small_context(FormFilling))
    for env_class in (PartIsNeverPaid, FreeSteps):
        with pytest.raises(PropertyViolated, match="the declared maximum is 1"):
            oracle_max(small_context(env_class))


class Dictation(Env):
    """Three words are dictated; each message says whether the last one was right."""

    schema: ClassVar[dict[str, Any]] = small_schema(word={"type": "string"})
    flag = "correct"
    parts = 3

    def begin(self) -> None:
        self.limit = self.parts
        self.right: bool | None = None

    def show(self) -> Message:
        return {"word": f"word {self.count}", self.flag: self.right}

    def paid(self, action: Message) -> float:
        self.right = action["word"] == f"word {self.count - 1}"
        return self.right / self.parts

    def oracle(self) -> Message:
        return {"word": f"word {self.count}"}


def test_a_flag_about_each_answer_is_no_success() -> None:
    success_flag(small_context(Dictation))
    with pytest.raises(PropertyViolated, match="message 1, before the solution, reports success"):
        success_flag(small_context(type("Solved", (Dictation,), {"flag": "solved"})))


class Early(Dictation):
    """The one answer that is paid comes last; the flag is set before."""

    def paid(self, action: Message) -> float:
        self.right = True
        return float(self.count == self.limit)


def test_a_flag_before_the_only_answer_that_is_paid_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="message 1, before the solution, reports success"):
        success_flag(small_context(Early))
