"""Replies to guesses with repeated letters follow the rule that a text names."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.guess_marks import letter_counts, letter_marks
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.repeated_letters import (
    _counts_told,
    _Reply,
    repeated_letters,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema

WORDS = [
    "crane",
    "slate",
    "brick",
    "jumpy",
    "vodka",
    "fight",
    "world",
    "lemon",
    "pious",
    "chant",
    "allow",
    "eerie",
    "llama",
    "geese",
    "sassy",
    "radar",
    "civic",
    "mamma",
    "cocoa",
    "puppy",
]


class Safe(Env):
    """Guess a code of four letters; the reply counts the letters."""

    schema: ClassVar[dict[str, Any]] = small_schema(guess={"type": "string"})
    told = "Letters are counted as in Mastermind."

    def begin(self) -> None:
        self.code = "".join(self.rng.choices("ABCDEF", k=4))
        self.history: list[str] = []

    def show(self) -> Message:
        return {"rules": self.told, "history": self.history}

    def paid(self, action: Message) -> float:
        guess = action["guess"]
        if len(guess) == 4:
            self.history = [*self.history, self.reply(guess)]
        self.over = guess == self.code
        return float(self.over)

    def reply(self, guess: str) -> str:
        counts = letter_counts(self.code, guess)
        return f"{guess}: {counts['exact']}, {counts['misplaced']}"

    def oracle(self) -> Message:
        return {"guess": self.code}


class Overcounted(Safe):
    def reply(self, guess: str) -> str:
        exact = letter_counts(self.code, guess)["exact"]
        return f"{guess}: {exact}, {sum(letter in self.code for letter in guess) - exact}"


class RepeatsRefused(Safe):
    """A guess with repeated letters gets no reply."""

    def begin(self) -> None:
        super().begin()
        self.code = "".join(self.rng.sample("ABCDEF", 4))

    def paid(self, action: Message) -> float:
        return super().paid(action if len(set(action["guess"])) == 4 else {"guess": ""})


class Silent(Overcounted):
    told = "Open the safe."


class OtherRule(Overcounted):
    told = "Unlike in Mastermind, each repeated letter is counted."


class OtherNumbers(Safe):
    def reply(self, guess: str) -> str:
        return f"{guess}: {len(self.history)} tries"


class Word(Safe):
    """Guess a word; each letter has a mark."""

    told = "This is Wordle with its usual rules."
    signs: ClassVar[dict[str, str]] = {"exact": "G", "misplaced": "Y", "absent": "-"}

    def begin(self) -> None:
        super().begin()
        self.code = self.rng.choice(WORDS)

    def paid(self, action: Message) -> float:
        if action["guess"] in WORDS:
            self.history = [*self.history, self.reply(action["guess"])]
        self.over = action["guess"] == self.code
        return float(self.over)

    def reply(self, guess: str) -> str:
        return f"{guess} " + "".join(self.signs[mark] for mark in self.marks(guess))

    def marks(self, guess: str) -> tuple[str, ...]:
        return letter_marks(self.code, guess)


class EachLetterAlone(Word):
    def marks(self, guess: str) -> tuple[str, ...]:
        return tuple(
            "exact" if one == other else "misplaced" if other in self.code else "absent"
            for one, other in zip(self.code, guess, strict=True)
        )


@pytest.mark.parametrize("env_class", [Safe, Word])
def test_replies_by_the_rule_pass(env_class: type[Env]) -> None:
    repeated_letters(small_context(env_class))


@pytest.mark.parametrize(
    ("env_class", "told"),
    [(Overcounted, r"history\[last\], number 2 tells"), (EachLetterAlone, r"word -1 tells [GY-]")],
)
def test_wrong_replies_to_repeated_letters_are_reported(env_class: type[Env], told: str) -> None:
    with pytest.raises(PropertyViolated, match=told) as raised:
        repeated_letters(small_context(env_class))
    assert raised.value.episode is not None


def test_replies_that_never_come_are_no_pass() -> None:
    with pytest.raises(EvidenceMissing, match="with repeated letters"):
        repeated_letters(small_context(RepeatsRefused))


def test_a_number_that_two_counts_explain_tells_nothing() -> None:
    plain = [_reply("abcd", guess) for guess in ("badc", "bxxa", "xxax") for _ in range(4)]
    plain = [each for each in plain if letter_counts(each.code, each.guess)["exact"] == 0]
    assert _counts_told(plain, [_reply("abcd", "aaxx")]) == {}
    assert _counts_told([*plain, _reply("abcd", "axyz")], [_reply("abcd", "aaxx")]) != {}


def _reply(code: str, guess: str) -> _Reply:
    common = letter_counts(code, guess)["common"]
    return _Reply(Episode((), ""), code, guess, {"common": common})


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (Silent, "no text names"),
        (OtherRule, "no text names"),
        (OtherNumbers, "do not count or mark"),
    ],
)
def test_where_no_rule_is_named_or_followed(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        repeated_letters(small_context(env_class))
