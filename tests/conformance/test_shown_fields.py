"""What the oracle reads in an observation must stand in the text of text.py."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.text_form.shown_fields import shown_fields
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Seen(BaseModel):
    """A price in one of several currencies; the clerk is of no interest."""

    price: int
    currency: str
    clerk: int
    note: str = ""
    lines: list[str] = []
    values: list[int] = []
    reward: float | None = None
    done: bool = False


class Exchange(Env):
    """A price is to be named with its currency."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "string"})

    def reset(self, seed: int | None = None, **options: Any) -> Any:
        return Seen(**super().reset(seed, **options))

    def step(self, action: Message) -> Any:
        return Seen(**super().step(action))

    def begin(self) -> None:
        self.level = self.options.get("level", 1)
        self.price, self.clerk = self.rng.randrange(1000), self.rng.randrange(1000)
        self.currency = self.rng.choice(["euro", "yen", "peso", "krone", "rand", "zloty"])

    def show(self) -> Message:
        return {"price": self.price, "currency": self.currency, "clerk": self.clerk}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["answer"] == f"{self.price} {self.currency}")

    def oracle(self) -> Message:
        return {"answer": f"{self.price} {self.currency}"}


class Letter(Exchange):
    """A note tells everything in words."""

    def show(self) -> Message:
        note = f"Dear clerk, please name {self.price} in the currency {self.currency}."
        return {**super().show(), "note": note}


class LetterOnCard(Letter):
    """The note is a list of lines."""

    def show(self) -> Message:
        seen = super().show()
        return {**seen, "note": "", "lines": seen["note"].split(", ")}


class ShortLetter(Exchange):
    """The note is too short to tell much."""

    def show(self) -> Message:
        return {**super().show(), "note": f"no. {self.clerk}"}


class TwoLetters(Letter):
    """Two notes, and nothing else that differs."""

    def begin(self) -> None:
        super().begin()
        self.price, self.currency, self.word = 5, "euro", self.rng.randrange(1000)

    def show(self) -> Message:
        note = f"Dear clerk, the word of the day is {self.word}."
        line = f"Yours, with many greetings, number {self.word}"
        return {"price": 5, "currency": "euro", "clerk": 1, "note": note, "lines": [line]}


class Levels(Exchange):
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}

    def show(self) -> Message:
        return {**super().show(), "note": "hard" if self.level == 2 else ""}


def answer(env: Any, seen: Any) -> Message:
    """The oracle reads the observation."""
    return {"answer": f"{seen.price} {seen.currency}"}


def everything(seen: Any) -> str:
    return f"{seen.price} {seen.currency} {seen.clerk} {seen.note} {seen.lines}"


def without_clerk(seen: Any) -> str:
    return f"{seen.price} {seen.currency} {seen.note} {seen.lines}"


def without_currency(seen: Any) -> str:
    return f"{seen.price} {seen.clerk} {seen.note} {seen.lines}"


def without_currency_when_hard(seen: Any) -> str:
    return without_currency(seen) if seen.note == "hard" else everything(seen)


def text_context(
    env_class: type[Env], render: Any = everything, oracle: Any = answer
) -> CheckContext:
    """The context of an environment with a text.py, and with an oracle that reads observations."""
    context = small_context(env_class)
    proof: Any = SimpleNamespace(oracle=oracle, declared=env_class.declared)
    text: Any = SimpleNamespace(render=render)
    subject = replace(context.subject, proof=proof, text=text)
    return CheckContext(subject, context.survey, context.profile)


def test_a_text_that_shows_every_field_is_sound() -> None:
    shown_fields(text_context(Exchange))


def test_a_field_that_the_oracle_reads_and_the_text_leaves_out_is_reported() -> None:
    with pytest.raises(
        PropertyViolated, match="with another 'currency' the oracle acts otherwise"
    ) as caught:
        shown_fields(text_context(Exchange, without_currency))
    assert caught.value.episode is not None
    assert caught.value.episode.actions == []


def test_a_field_that_the_oracle_does_not_read_may_be_left_out() -> None:
    shown_fields(text_context(Exchange, without_clerk))
    with pytest.raises(PropertyViolated, match="with another 'clerk'"):
        shown_fields(
            text_context(Exchange, without_clerk, lambda env, seen: {"answer": f"{seen.clerk}"})
        )


def test_an_oracle_that_reads_the_instance_reads_no_field() -> None:
    shown_fields(text_context(Exchange, without_currency, lambda env, seen: env.oracle()))


@pytest.mark.parametrize("env_class", [Letter, LetterOnCard])
def test_a_longer_text_of_another_field_may_tell_what_is_left_out(env_class: type[Env]) -> None:
    shown_fields(text_context(env_class, without_currency))
    with pytest.raises(PropertyViolated, match="with another 'currency'"):
        shown_fields(text_context(env_class, lambda seen: f"{seen.price} {seen.clerk}"))


def test_a_short_text_tells_nothing_else() -> None:
    with pytest.raises(PropertyViolated, match="with another 'currency'"):
        shown_fields(text_context(ShortLetter, without_currency))


def test_where_each_text_may_tell_the_other_nothing_is_said() -> None:
    def reads_note(env: Any, seen: Any) -> Message:
        return {"answer": seen.note}

    with pytest.raises(NotApplicable, match="no field that differs between seeds"):
        shown_fields(text_context(TwoLetters, oracle=reads_note))
    with pytest.raises(PropertyViolated, match="with another 'note'"):
        shown_fields(text_context(TwoLetters, lambda seen: "Good morning.", reads_note))


def test_a_field_that_is_left_out_on_one_level_is_reported() -> None:
    def reads_when_hard(env: Any, seen: Any) -> Message:
        return answer(env, seen) if seen.note == "hard" else {"answer": f"{seen.price}"}

    shown_fields(text_context(Levels, oracle=reads_when_hard))
    with pytest.raises(PropertyViolated, match="with another 'currency'") as caught:
        shown_fields(text_context(Levels, without_currency_when_hard, reads_when_hard))
    assert caught.value.episode is not None
    assert caught.value.episode.calls[0].options["level"] == 2


def test_a_field_that_one_task_shows_is_judged_alike_wherever_that_task_stands() -> None:
    def outcome(seed: int) -> str:
        price = Exchange().reset(seed=seed).price
        context = text_context(
            Exchange, lambda s: everything(s) if s.price == price else without_currency(s)
        )
        try:
            shown_fields(context)
        except PropertyViolated:
            return "reported"
        return "sound"

    seeds = small_context(Exchange).seeds
    assert outcome(seeds[0]) == outcome(seeds[-1]) == "sound"


def test_an_oracle_that_fails_without_a_field_depends_on_it() -> None:
    known: set[tuple[int, str]] = set()

    def looks_up(env: Any, seen: Any) -> Message:
        known.add((env.price, env.currency))
        if (seen.price, seen.currency) not in known:
            raise KeyError(seen.currency)
        return answer(env, seen)

    shown_fields(text_context(Exchange, oracle=looks_up))
    with pytest.raises(PropertyViolated, match="with another 'currency'"):
        shown_fields(text_context(Exchange, without_currency, looks_up))


def test_an_oracle_that_draws_its_answers_depends_on_no_field() -> None:
    draw = random.Random(1)

    def draws(env: Any, seen: Any) -> Message:
        return {**answer(env, seen), "salt": draw.random()}

    shown_fields(text_context(Exchange, without_clerk, draws))


def test_a_field_that_follows_from_shown_numbers_may_be_left_out() -> None:
    class Dots(Exchange):
        """The clerk's number is the price and one more."""

        def begin(self) -> None:
            super().begin()
            self.clerk = self.price + 1

    shown_fields(
        text_context(
            Dots, lambda seen: f"{seen.price}", lambda env, seen: {"answer": f"{seen.clerk - 1}"}
        )
    )


def test_a_render_that_fails_is_left_to_another_property() -> None:
    def fails(seen: Any) -> str:
        raise ValueError("no text")

    shown_fields(text_context(Exchange, fails))


def test_without_text_or_oracle_nothing_is_said() -> None:
    context = text_context(Exchange)
    for changed, error, match in (
        (replace(context.subject, text=None), NotApplicable, "there is no text.py"),
        (replace(context.subject, proof=None), EvidenceMissing, "write oracle"),
    ):
        with pytest.raises(error, match=match):
            shown_fields(CheckContext(changed, context.survey, context.profile))
    nameless: Any = SimpleNamespace()
    with pytest.raises(PropertyViolated, match=r"no function render"):
        shown_fields(
            CheckContext(replace(context.subject, text=nameless), context.survey, context.profile)
        )


class Machine(Exchange):
    """A program of words, and the values with which it begins."""

    note: ClassVar[str] = "add first to second, then double the third of them and add all"

    def begin(self) -> None:
        super().begin()
        self.values = [self.rng.randrange(100, 999) for _ in range(3)]
        self.words = self.rng.choice([self.note, self.note.replace("first", "last")])

    def show(self) -> Message:
        return {**super().show(), "note": self.words, "values": self.values}


class Drawing(Machine):
    """The values are drawn as bars."""

    note: ClassVar[str] = "# #### ### ######## ## a # ### ## ######"

    def begin(self) -> None:
        super().begin()
        self.words = "\n".join("#" * (value // 50) for value in self.values)


def sum_of_values(env: Any, seen: Any) -> Message:
    return {"answer": f"{sum(seen.values)} {seen.note[-5:]}"}


def note_alone(seen: Any) -> str:
    return str(seen.note)


def note_and_values(seen: Any) -> str:
    return f"{seen.note} {seen.values}"


def test_several_numbers_that_words_cannot_tell_are_reported() -> None:
    shown_fields(text_context(Machine, note_and_values, sum_of_values))
    with pytest.raises(PropertyViolated, match="with another 'values' the oracle acts otherwise"):
        shown_fields(text_context(Machine, note_alone, sum_of_values))


def test_numbers_that_may_be_drawn_are_not() -> None:
    shown_fields(text_context(Drawing, note_alone, sum_of_values))
