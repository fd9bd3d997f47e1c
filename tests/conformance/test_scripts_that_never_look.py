"""Fixed actions in turn, values in turn, one value everywhere, usual answers, running totals."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.filled_values import (
    filled_with,
    fillings,
    values,
    wrong_values,
)
from hallmark_rl.conformance.checking.probes.fixed_scripts import cycles, sweeps, with_numbers
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.paid_again import best_circle
from hallmark_rl.conformance.properties.reward.running_totals import running_totals
from hallmark_rl.conformance.properties.semantics.constant_policies import canary_floor
from hallmark_rl.conformance.properties.semantics.filled_answers import filled_answers
from hallmark_rl.conformance.properties.semantics.paid_choices import usual_choice
from hallmark_rl.conformance.properties.semantics.scripted_play import fixed_cycles, swept_values
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Market(Env):
    """An offer that is refused becomes the price if `binding`; then it may be accepted."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        move={"enum": ["offer", "accept"]}, price={"type": "integer", "default": 50}
    )
    binding = False

    def begin(self) -> None:
        self.least, self.price = self.rng.randint(30, 60), 100

    def paid(self, action: Message) -> float:
        price = action.get("price", 50)
        if action["move"] == "accept" or price >= self.least:
            self.over = True
            price = self.price if action["move"] == "accept" else price
            return min(1.0, max(0.0, (100 - price) / (100 - self.least)))
        self.price = price if self.binding else self.price
        return 0.0

    def oracle(self) -> Message:
        return {"move": "offer", "price": self.least}


class Counter(Env):
    """Orders as text."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})

    def paid(self, action: Message) -> float:
        self.over = True
        return 0.0

    def oracle(self) -> Message:
        return {"text": "order 5"}


class BindingMarket(Market):
    binding = True


def test_an_offer_that_binds_the_seller_is_accepted_by_a_script() -> None:
    fixed_cycles(small_context(Market))
    with pytest.raises(PropertyViolated, match="reads no observation"):
        fixed_cycles(small_context(BindingMarket))


def test_numbers_reach_beyond_both_ends_where_the_schema_sets_none() -> None:
    context = small_context(Market)
    prices = [action["price"] for action in with_numbers(context, {"move": "offer"})]
    assert {0, 1, -1000, 1000} <= set(prices)


def test_the_number_in_a_text_reaches_beyond_both_ends_too() -> None:
    context = small_context(Counter)
    made = [action["text"] for action in with_numbers(context, {"text": "order 5"})]
    assert {"order -1000", "order 0", "order 1000"} <= set(made)
    assert not list(with_numbers(context, {"text": "from 5 to 7"}))


def test_two_of_three_actions_in_turn_may_be_equal() -> None:
    made = list(cycles([{"a": 0}, {"a": 1}]))
    assert [{"a": 0}, {"a": 0}, {"a": 1}] in made
    assert [{"a": 0}, {"a": 0}, {"a": 0}] not in made


class Shop(Env):
    """Three days of orders; goods that are sent back are paid at cost where there is no `least`."""

    schema: ClassVar[dict[str, Any]] = small_schema(units={"type": "integer"})
    limit = 3
    least: int | None = 0

    def begin(self) -> None:
        self.wanted, self.cash = [self.rng.randint(5, 20) for _ in range(3)], 0.0

    def paid(self, action: Message) -> float:
        units = action["units"] if self.least is None else max(self.least, action["units"])
        self.cash += 3.0 * max(0, min(units, self.wanted[self.count - 1])) - 2.0 * units
        return min(1.0, max(0.0, self.cash / sum(self.wanted))) if self.count == 3 else 0.0

    def oracle(self) -> Message:
        return {"units": self.wanted[self.count]}


class OpenShop(Shop):
    least = None


def test_a_far_negative_number_in_each_step_is_a_constant_policy() -> None:
    canary_floor(small_context(Shop))
    with pytest.raises(PropertyViolated, match="one action solves"):
        canary_floor(small_context(OpenShop))


class Field(Env):
    """Flags in a field of three by three: the right ones among them are enough unless `exact`."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "properties": {name: {"type": "integer", "minimum": 0} for name in ("row", "column")},
        "required": ["row", "column"],
    }
    exact = False

    def begin(self) -> None:
        cells = [(row, column) for row in range(3) for column in range(3)]
        self.mines = set(self.rng.sample(cells, 3))
        self.flags: set[tuple[int, int]] = set()

    def show(self) -> Message:
        return {"board": ["###", "###", "###"], "count": self.count}

    def paid(self, action: Message) -> float:
        self.flags.add((action["row"], action["column"]))
        right = self.mines == self.flags if self.exact else self.mines <= self.flags
        self.over = right
        return float(right)

    def oracle(self) -> Message:
        row, column = min(self.mines - self.flags)
        return {"row": row, "column": column}


class ExactField(Field):
    exact = True


def test_flags_on_all_cells_win_where_only_the_right_ones_are_looked_for() -> None:
    swept_values(small_context(ExactField))
    with pytest.raises(PropertyViolated, match="reads no observation"):
        swept_values(small_context(Field))


def test_a_sweep_has_the_size_of_a_shown_list_and_ends_before_the_limit() -> None:
    context = small_context(Field)
    made = list(sweeps(context, {"board": ["###"] * 3}, 12))
    assert [(step["row"], step["column"]) for step in made[0]] == [
        (row, column) for row in range(3) for column in range(3)
    ]
    assert all(len(script) <= 12 for script in made)


class Balance(Env):
    """Two numbers of which one is a given multiple of the other; zeros are, too, unless `least`."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        parts={"type": "array", "items": {"type": "integer"}}
    )
    least = 0
    limit = 1

    def begin(self) -> None:
        self.factor = self.rng.randint(2, 9)

    def paid(self, action: Message) -> float:
        parts = action["parts"]
        right = len(parts) == 2 and parts[1] == self.factor * parts[0]
        return float(right and min(parts) >= self.least)

    def oracle(self) -> Message:
        return {"parts": [1, self.factor]}


class PositiveBalance(Balance):
    least = 1


def test_zeros_are_no_solution() -> None:
    filled_answers(small_context(PositiveBalance))
    with pytest.raises(PropertyViolated, match=r"\[0, 0\]"):
        filled_answers(small_context(Balance))


class Careless(Balance):
    """Everything is paid: that the numbers are equal is not the reason."""

    def paid(self, action: Message) -> float:
        return 1.0


def test_where_all_numbers_are_paid_equal_ones_are_not_the_reason() -> None:
    filled_answers(small_context(Careless))


def test_numbers_in_texts_and_texts_in_lists_are_filled() -> None:
    action = {"kind": "a", "text": "2 H2 + 3", "names": ["x", "y", "x"]}
    assert values(action, int) == [2.0, 3.0]
    assert filled_with(action, (int, 0))["text"] == "0 H2 + 0"
    assert filled_with(action, (str, "x"))["names"] == ["x", "x", "x"]
    assert filled_with(action, (str, "x"))["kind"] == "a"
    assert (str, "x") in fillings([action])
    assert fillings([{"text": "no number", "kind": "a"}]) == []
    assert all(wrong != action for wrong in wrong_values(action, int, []))


class Triage(Env):
    """One of five levels; `usual` says how often it is the middle one."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["look", "name"]},
        level={"type": "integer", "minimum": 1, "maximum": 5, "default": 1},
    )
    usual = 0.0

    def begin(self) -> None:
        is_usual = self.rng.random() < self.usual
        self.level = 3 if is_usual else self.rng.randint(1, 5)

    def paid(self, action: Message) -> float:
        self.over = action["kind"] == "name"
        return float(self.over and action.get("level", 1) == self.level)

    def oracle(self) -> Message:
        return {"kind": "name", "level": self.level}


class UsualTriage(Triage):
    usual = 0.8


def test_a_level_that_is_nearly_always_right_is_noticed_without_an_oracle() -> None:
    usual_choice(small_context(Triage))
    with pytest.raises(PropertyViolated, match="'level' = 3"):
        usual_choice(small_context(UsualTriage))


class Walk(Triage):
    """A wrong level is a move: the episode goes on."""

    usual = 0.8

    def paid(self, action: Message) -> float:
        self.over = action["kind"] == "name" and action.get("level", 1) == self.level
        return float(self.over)


def test_a_move_that_is_often_right_is_no_answer() -> None:
    with pytest.raises(NotApplicable, match="the choice is a move"):
        usual_choice(small_context(Walk))


class Queue(Env):
    """Questions with one of three answers; each pays its share, or `total` what all have earned."""

    schema: ClassVar[dict[str, Any]] = small_schema(team={"enum": ["a", "b", "c"]})
    total = False

    def begin(self) -> None:
        self.teams = [self.rng.choice("abc") for _ in range(self.limit)]
        self.score = 0.0

    def paid(self, action: Message) -> float:
        added = float(action["team"] == self.teams[self.count - 1]) / self.limit
        self.score += added
        return self.score if self.total else added

    def oracle(self) -> Message:
        return {"team": self.teams[self.count]}


class TotalQueue(Queue):
    total = True


class Lamps(Queue):
    """Each step switches a lamp; those that are on are paid: a state, which may fall."""

    def begin(self) -> None:
        self.on: set[str] = set()

    def paid(self, action: Message) -> float:
        self.on ^= {action["team"]}
        return len(self.on) / 3

    def oracle(self) -> Message:
        return {"team": min({"a", "b", "c"} - self.on, default="a")}


def test_a_reward_that_comes_back_in_each_later_step_is_a_running_total() -> None:
    running_totals(small_context(Queue))
    running_totals(small_context(Lamps))
    with pytest.raises(PropertyViolated, match="every later reward"):
        running_totals(small_context(TotalQueue))


class Robot(Env):
    """A parcel is carried over five cells: lifting it pays once, or once in each `cell`."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        command={"enum": ["left", "right", "lift", "drop", "deliver"]}
    )
    cell = False
    limit = 40

    def begin(self) -> None:
        self.place, self.held = self.rng.randint(1, 3), False
        self.paid_for: set[int] = set()

    def show(self) -> Message:
        return {"place": self.place, "held": self.held, "count": self.count}

    def paid(self, action: Message) -> float:
        match action["command"]:
            case "left" | "right" as side if self.held:
                self.place = max(0, min(4, self.place + (1 if side == "right" else -1)))
            case "lift" if not self.held:
                self.held = True
                mark = self.place if self.cell else 0
                new = mark not in self.paid_for
                self.paid_for.add(mark)
                return 0.3 * new
            case "drop":
                self.held = False
            case "deliver" if self.held:
                self.over = True
                return 0.7
        return 0.0

    def oracle(self) -> Message:
        return {"command": "deliver" if self.held else "lift"}


class CellRobot(Robot):
    cell = True


def test_a_bonus_that_is_paid_in_each_place_is_collected_by_other_detours() -> None:
    context = small_context(CellRobot)
    best = best_circle(context, context.solutions[0])
    assert best is not None
    assert best.total > context.solutions[0].total + 0.02
    sound = small_context(Robot)
    fair = best_circle(sound, sound.solutions[0])
    assert fair is None or fair.total <= sound.solutions[0].total
