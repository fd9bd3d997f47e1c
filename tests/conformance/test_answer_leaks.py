"""What a look-up shows is no leak; what a refusal shows is one."""

from __future__ import annotations

import codecs
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.answer_leaks import (
    _without_shown,
    errors,
    kind_of,
    lookup_kinds,
    schema,
)
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Encyclopedia(Env):
    """A page is opened, which shows the answer, and then the answer is given."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["open", "answer"]}, text={"type": "string", "maxLength": 20}
    )
    limit = 4
    refusal = "That is not it."

    def begin(self) -> None:
        self.river, self.seen = "".join(self.rng.choices("abcdefgh", k=9)), ""

    def show(self) -> Message:
        return {"page": self.seen}

    def paid(self, action: Message) -> float:
        if action["do"] == "open":
            self.seen = f"The town lies on the {self.river}."
            return 0.0
        right = action["text"] == self.river
        self.over = right
        self.seen = "Right." if right else self.refusal.format(self.river)
        return float(right)

    def oracle(self) -> Message:
        return {"do": "answer" if self.seen else "open", "text": self.river if self.seen else ""}


class Telling(Encyclopedia):
    refusal = "It is the {}."


class OneKind(Encyclopedia):
    """Look-ups and answers have the same fixed values."""

    def oracle(self) -> Message:
        return {**super().oracle(), "do": "answer"}

    def paid(self, action: Message) -> float:
        return super().paid({**action, "do": action["do"] if self.seen else "open"})


def test_the_kind_of_an_action_is_that_of_its_fixed_values() -> None:
    context = small_context(Encyclopedia)
    looking = kind_of(context, {"do": "open", "text": "a"})
    assert looking == kind_of(context, {"do": "open", "text": "b"})
    assert looking != kind_of(context, {"do": "answer", "text": "a"})
    assert lookup_kinds(context) == {looking}


def test_a_kind_that_also_answers_is_no_look_up() -> None:
    context = small_context(OneKind)
    assert all(len(solution.actions) == 2 for solution in context.solutions)
    assert lookup_kinds(context) == set()


def test_an_answer_in_a_page_is_found_by_looking_up_and_one_in_a_refusal_is_a_leak() -> None:
    errors(small_context(Encyclopedia))
    with pytest.raises(PropertyViolated, match="is in the response to this action"):
        errors(small_context(Telling))


class Divisors(Env):
    """Name the number that is shown, or one that only a refusal tells."""

    schema: ClassVar[dict[str, Any]] = small_schema(divisor={"type": "string"})
    limit = 3
    tells = False

    def begin(self) -> None:
        self.number, self.hidden = self.rng.randint(1000, 9999), f"{self.rng.getrandbits(40):010x}"
        self.note = ""

    def show(self) -> Message:
        return {"number": self.number, "note": self.note}

    def right(self) -> str:
        return self.hidden if self.tells else str(self.number)

    def paid(self, action: Message) -> float:
        self.note = f"cannot compare with {self.right()}" if self.tells else "no"
        return float(action["divisor"] == self.right())

    def oracle(self) -> Message:
        return {"divisor": self.right()}


class TellingDivisors(Divisors):
    tells = True


def test_a_refusal_leaks_only_what_the_first_message_does_not_show() -> None:
    errors(small_context(Divisors))
    with pytest.raises(PropertyViolated, match="is in the response to this action"):
        errors(small_context(TellingDivisors))


def test_the_repr_of_an_observation_counts_without_what_the_message_shows() -> None:
    data = {"number": 3815, "text": "see below", "metadata": {}}
    assert "3815" not in _without_shown("Obs(number=3815, _key='k9')", data)
    assert "k9" in _without_shown("Obs(number=3815, _key='k9')", data)


def with_examples(examples: list[str], answers: list[str]) -> Any:
    """A stand-in whose action schema has examples; each answer is that of one seed."""
    model = SimpleNamespace(model_json_schema=lambda: {"examples": examples})
    secrets = [(Rollout(seed, [], [], True), [answer]) for seed, answer in enumerate(answers)]
    return SimpleNamespace(
        subject=SimpleNamespace(action_type=model, observation_type=None, state_type=None),
        secrets=secrets,
    )


def test_an_example_that_is_one_of_many_answers_is_no_leak() -> None:
    answers = ["berry", "spoon", "civic", "otter", "amber", "lemon", "tiger", "canoe"]
    schema(with_examples(["berry"], answers))
    schema(with_examples(["berry", "spoon"], answers))
    for examples, known in ((answers[:3], answers), (["berry"], ["berry"] * 8)):
        with pytest.raises(PropertyViolated, match="is in a published schema"):
            schema(with_examples(examples, known))


class Search(Env):
    """A search shows pages, of which one is the answer; the oracle knows it."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string", "maxLength": 20})
    limit = 4
    shown = 6

    def begin(self) -> None:
        self.pages = [f"page-{self.rng.randrange(10**6)}" for _ in range(6)]
        self.hits: list[Message] = []

    def show(self) -> Message:
        return {"hits": self.hits}

    def paid(self, action: Message) -> float:
        self.over = action["text"] == self.pages[2]
        self.hits = [{"page": page} for page in self.pages[2 : 2 + self.shown]]
        return float(self.over)

    def oracle(self) -> Message:
        return {"text": self.pages[2]}


class OneHit(Search):
    shown = 1


def test_the_right_item_among_others_is_no_leak_and_alone_it_is_one() -> None:
    errors(small_context(Search))
    with pytest.raises(PropertyViolated, match="is in the response to this action"):
        errors(small_context(OneHit))


class Ciphers(Env):
    """Three messages in rot13, one after the other."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string", "maxLength": 60})
    limit = 3
    told = "Each message is written in a shift cipher: send its plain text."

    def begin(self) -> None:
        letters = "abcdefghijklm"
        self.plain = ["".join(self.rng.choices(letters, k=14)) for _ in range(3)]
        self.number = 0

    def secrets(self) -> list[str]:
        return self.plain[self.number :]

    def show(self) -> Message:
        message = self.plain[min(self.number, 2)]
        return {"told": self.told, "message": codecs.encode(message, "rot13")}

    def paid(self, action: Message) -> float:
        right = action["text"] == self.plain[self.number]
        self.number += 1
        return float(right)

    def oracle(self) -> Message:
        return {"text": self.plain[self.number]}


class Plain(Ciphers):
    told = "Send the right text for each message."


def test_the_next_text_that_is_to_be_decoded_is_no_leak() -> None:
    def declared(env_class: type[Ciphers]) -> CheckContext:
        context = small_context(env_class)
        subject, survey = context.subject, context.survey
        subject.proof.secrets = lambda env: env.secrets()
        survey.solutions = [
            play_policy(subject, survey, subject.proof.oracle, seed, 60) for seed in context.seeds
        ]
        return CheckContext(subject, survey, PROFILES["default"])

    errors(declared(Ciphers))
    with pytest.raises(PropertyViolated, match="in rot13"):
        errors(declared(Plain))
