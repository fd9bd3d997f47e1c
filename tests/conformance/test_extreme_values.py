"""What an episode with an extreme number is compared with."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward import extreme_values
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema


def limits(found: str, kind: str, near_maximum: bool) -> list[float | None]:
    solution = Rollout(1, [{"share": 0.5}], [1.0], True, found=found)
    survey = SimpleNamespace(
        solutions=[solution],
        deterministic=True,
        found={"kind": kind, "near_maximum": near_maximum} if found else {},
    )
    context: Any = SimpleNamespace(
        seeds=[1], pool=[], survey=survey, declared=SimpleNamespace(capabilities=()), scale=1.0
    )
    return [trial.limit for trial in extreme_values._trials(context)]


@pytest.fixture(autouse=True)
def no_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extreme_values, "oracle_margin", lambda context: 0.0)
    monkeypatch.setattr(extreme_values, "chance_decides", lambda context: False)


def test_luck_may_earn_more_than_the_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extreme_values, "chance_decides", lambda context: True)
    assert set(limits("", "", False)) == {None}


def test_more_than_the_authors_oracle_is_too_much() -> None:
    assert set(limits("", "", False)) == {1.05}


@pytest.mark.parametrize(("kind", "near"), [("answer", False), ("solved", True)])
def test_so_is_more_than_a_right_answer_that_was_found(kind: str, near: bool) -> None:
    assert set(limits("by search", kind, near)) == {1.05}


@pytest.mark.parametrize("kind", ["played", "solved"])
def test_more_than_the_best_episode_that_was_found_may_be_better_play(kind: str) -> None:
    assert set(limits("by search", kind, False)) == {None}


class Tolerance(Env):
    """Nothing is known of what is paid: two numbers, within a tolerance."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        gain={"type": "number"}, offset={"type": "number"}
    )
    finite_only = True

    def begin(self) -> None:
        self.truth = (self.rng.uniform(0.1, 0.2), self.rng.uniform(3, 9))

    def paid(self, action: Message) -> float:
        self.over = True
        sent = (action["gain"], action["offset"])
        errors = [number - right for number, right in zip(sent, self.truth, strict=True)]
        if self.finite_only and not all(map(math.isfinite, errors)):
            return 0.0
        return float(not any(abs(error) > 0.01 for error in errors))

    def oracle(self) -> Message:
        raise NotImplementedError


class AnyNumber(Tolerance):
    finite_only = False


def unsolved(env_class: type[Env]) -> CheckContext:
    context = small_context(env_class)
    context.survey.pool = [{"gain": 0.5, "offset": 1.5}, {"gain": 2.5, "offset": 0.0}]
    survey = replace(context.survey, solutions=[], deterministic=True)
    return CheckContext(context.subject, survey, context.profile)


def test_nan_that_is_paid_where_no_number_is_needs_no_solution() -> None:
    extreme_values.extreme_numbers(unsolved(Tolerance))
    with pytest.raises(PropertyViolated, match="whose numbers are all nan earns at least 1 on 3"):
        extreme_values.extreme_numbers(unsolved(AnyNumber))


class Trades(Env):
    """Bring a holding to its target by trades, and finish."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["trade", "finish"]}, amount={"type": "number", "default": 0.0}
    )
    finite_only = True

    def begin(self) -> None:
        self.held, self.target = 0.0, float(self.rng.randint(100, 900))

    def show(self) -> Message:
        return {"held": self.held if math.isfinite(self.held) else 0.0, "target": self.target}

    def paid(self, action: Message) -> float:
        amount = action.get("amount", 0.0)
        if action["kind"] == "trade":
            if math.isfinite(amount) or not self.finite_only:
                self.held += amount
            return 0.0
        self.over = True
        off = abs(self.held - self.target)
        return 0.0 if off > 1 else 1.0

    def oracle(self) -> Message:
        if abs(self.held - self.target) > 1:
            return {"kind": "trade", "amount": (self.target - self.held) * 0.75}
        return {"kind": "finish", "amount": 0.0}


class AnyTrade(Trades):
    finite_only = False


def test_nan_in_an_early_step_that_is_paid_at_the_end_is_reported() -> None:
    extreme_values._require_finite_answers(small_context(Trades))
    with pytest.raises(PropertyViolated, match="NaN, infinity or 400 digits in place of 'amount'"):
        extreme_values._require_finite_answers(small_context(AnyTrade))


class Marked(Env):
    """The next number of a sequence, marked in a text."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1
    form = "<answer>{}</answer>"
    finite_only = True

    def begin(self) -> None:
        self.right = self.rng.randint(100, 9000) / 2

    def show(self) -> Message:
        return {"half": self.right / 2}

    def paid(self, action: Message) -> float:
        before, after = self.form.split("{}", 1)
        try:
            number = float(action["text"].removeprefix(before).removesuffix(after))
        except ValueError:
            return 0.0
        if self.finite_only and not math.isfinite(number):
            return 0.0
        return float(not abs(number - self.right) > 0.01)

    def oracle(self) -> Message:
        before, after = self.form.split("{}", 1)
        return {"text": f"{before}{self.right}{after}"}


class InAPattern(Marked):
    """The number stands in something that is no mark of an answer."""

    form = "(?<place>{})"


@pytest.mark.parametrize("form", ["<answer>{}</answer>", "\\boxed{{}}", "Answer: {}", "{}"])
def test_nan_in_the_place_of_a_marked_number_is_reported(form: str) -> None:
    sound = type("Sound", (Marked,), {"form": form})
    extreme_values.extreme_numbers(small_context(sound))
    broken = type("Broken", (Marked,), {"form": form, "finite_only": False})
    with pytest.raises(PropertyViolated, match="NaN, infinity or 400 digits in place of 'text'"):
        extreme_values.extreme_numbers(small_context(broken))


def test_a_number_in_something_else_is_not_replaced() -> None:
    broken = type("Broken", (InAPattern,), {"finite_only": False})
    extreme_values.extreme_numbers(small_context(broken))


class Sheet(Marked):
    """A formula for half of a number."""

    def paid(self, action: Message) -> float:
        text = action["text"].removeprefix("=")
        try:
            value = math.nan if text.endswith("/0") else float(text)
        except ValueError:
            return 0.0
        if self.finite_only and not math.isfinite(value):
            return 0.0
        return float(not abs(value - self.right) > 0.01)

    def oracle(self) -> Message:
        return {"text": f"={self.right}"}


class SheetOfAnything(Sheet):
    finite_only = False


def test_a_formula_without_a_finite_value_that_is_paid_is_reported() -> None:
    extreme_values.extreme_numbers(small_context(Sheet))
    with pytest.raises(PropertyViolated, match="NaN, infinity or 400 digits in place of 'text'"):
        extreme_values.extreme_numbers(small_context(SheetOfAnything))
