"""A grader keeps to the tolerance that the texts state."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_tolerance import (
    read_tolerance,
    stated_tolerance,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Titration(Env):
    """Report a concentration."""

    schema: ClassVar[dict[str, Any]] = small_schema(molar={"type": "number"})
    limit = 1
    text = "The report is right if it is within 2 % of the true concentration."
    share, amount = 0.02, 0.0

    def begin(self) -> None:
        self.truth = self.rng.uniform(0.05, 0.2)

    def show(self) -> Message:
        return {"task": self.text, "reading": 3 - 5 * self.truth}

    def paid(self, action: Message) -> float:
        return float(abs(action["molar"] - self.truth) <= self.share * self.truth + self.amount)

    def oracle(self) -> Message:
        return {"molar": round(self.truth, 4)}


class AbsoluteTolerance(Titration):
    share, amount = 0.0, 0.02


class TooNarrow(Titration):
    share, amount = 0.002, 0.0


class RoughOracle(Titration):
    """The oracle itself is off by nearly the whole tolerance."""

    def oracle(self) -> Message:
        return {"molar": self.truth * 1.019}


class Texts(Titration):
    """The answer is a text with two decimals; the tolerance is an amount."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "string"})
    text = "It pays 1 within 0.05 m of the true height."

    def begin(self) -> None:
        self.truth = self.rng.uniform(2, 5)

    def paid(self, action: Message) -> float:
        try:
            number = float(str(action["answer"]).removesuffix(" m"))
        except ValueError:
            return 0.0
        return float(abs(number - self.truth) <= self.tolerance)

    tolerance = 0.05

    def oracle(self) -> Message:
        return {"answer": f"{self.truth:.2f} m"}


class WideTexts(Texts):
    tolerance = 0.3


class TwoNumbers(Titration):
    """The tolerance is that of the other number."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        molar={"type": "number"}, drops={"type": "integer"}
    )
    text = "It pays 1 if the concentration is within 5 units of the true one."

    def paid(self, action: Message) -> float:
        near = abs(action["molar"] - 100 * self.truth) <= 5
        return float(near and action.get("drops") == int(1000 * self.truth))

    def oracle(self) -> Message:
        return {"molar": 100 * self.truth, "drops": int(1000 * self.truth)}


class NothingStated(AbsoluteTolerance):
    text = "Report the concentration; the meter is within 2 % of what it reads."


@pytest.mark.parametrize("env_class", [Titration, RoughOracle, Texts, TwoNumbers])
def test_a_grader_with_the_stated_tolerance_is_sound(env_class: type[Env]) -> None:
    stated_tolerance(small_context(env_class))


@pytest.mark.parametrize("env_class", [AbsoluteTolerance, WideTexts])
def test_a_number_far_beyond_the_tolerance_that_is_paid_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="3 times as far off as the stated tolerance"):
        stated_tolerance(small_context(env_class))


def test_a_number_within_the_tolerance_that_is_refused_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"0.4 times the stated tolerance .* off is refused"):
        stated_tolerance(small_context(TooNarrow))


def test_without_a_stated_tolerance_nothing_is_said() -> None:
    with pytest.raises(NotApplicable):
        stated_tolerance(small_context(NothingStated))


@pytest.mark.parametrize(
    ("text", "shares", "amounts"),
    [
        ("1 if the report is within 1 % of the true one, else 0.", [0.01], []),
        ("An answer within 0.5 kg of the weight pays 1.", [], [0.5]),
        ("A number at most 3 minutes off is right.", [], [3.0]),
        ("Right is ±2.5%.", [0.025], []),
        ("An answer within one per cent of the result is right.", [0.01], []),
        ("The first reading gives it only within 12 %.", [], []),
        ("It must be sold within 3 days to be paid.", [], []),
    ],
)
def test_tolerances_are_read_from_sentences_about_the_reward(
    text: str, shares: list[float], amounts: list[float]
) -> None:
    read = read_tolerance([text])
    assert read.shares == pytest.approx(shares)
    assert read.amounts == amounts


class Conversion(Env):
    """Convert an amount, and write it behind a label; every third amount is below 1."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1
    text = "An answer is right if it is within one per cent of the exact result."
    least = 0.0
    tiny = 0.001

    def begin(self) -> None:
        is_small = self.rng.random() < 0.34
        self.truth = round(self.rng.uniform(self.tiny, 0.3) if is_small else 40.0, 5)
        self.truth += 0.0 if is_small else round(self.rng.uniform(0, 50), 2)

    def show(self) -> Message:
        return {"task": self.text, "amount": 2 * self.truth}

    def paid(self, action: Message) -> float:
        number = float(action["text"].rpartition("Answer: ")[2].removesuffix(" km") or "nan")
        return float(abs(number - self.truth) <= 0.01 * max(self.least, self.truth))

    def oracle(self) -> Message:
        return {"text": f"I divide by two. Answer: {self.truth:.5f} km"}


class AtLeastOfOne(Conversion):
    least = 1.0


class TinyAmounts(AtLeastOfOne):
    """Three times the number is within the tolerance of 0.01 as well."""

    tiny = 0.01

    def begin(self) -> None:
        super().begin()
        self.truth = self.truth / 100 if self.truth < 1 else self.truth


class FewDigits(AtLeastOfOne):
    """Every other small amount has one digit: no number beyond 1 % of it has as few decimals."""

    def begin(self) -> None:
        super().begin()
        if self.truth < 1 and self.rng.random() < 0.35:
            self.truth = 0.02

    def oracle(self) -> Message:
        return {"text": f"I divide by two. Answer: {self.truth:.7g} km"}


def test_small_numbers_are_judged_by_themselves() -> None:
    stated_tolerance(small_context(Conversion))
    for env_class in (AtLeastOfOne, TinyAmounts, FewDigits):
        with pytest.raises(PropertyViolated, match="'text below 1' 3 times as far off"):
            stated_tolerance(small_context(env_class))
