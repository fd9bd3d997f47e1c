"""A list that is accepted in place of the answer is confirmed on further seeds."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics import listed_candidates
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema


def check(
    accepts: Callable[[int, str], bool], monkeypatch: pytest.MonkeyPatch, seeds: int = 8
) -> None:
    """Check a quiz with an answer for each seed that also accepts what `accepts` says."""

    def rollout(seed: int, text: str) -> Rollout:
        right = text == f"answer{seed}" or accepts(seed, text)
        return Rollout(seed, [{"text": text}], [float(right)], True)

    monkeypatch.setattr(
        listed_candidates, "play", lambda _, actions, seed: rollout(seed, actions[-1]["text"])
    )
    monkeypatch.setattr(listed_candidates, "oracle_margin", lambda _: 0.1)
    monkeypatch.setattr(listed_candidates, "short_text_field", lambda *_: "text")
    monkeypatch.setattr(listed_candidates, "more_solutions", lambda *_: [])
    for other in ("require_single_labelled_line", "require_no_longer_passages"):
        monkeypatch.setattr(listed_candidates, other, lambda _: False)
    monkeypatch.setattr(
        listed_candidates,
        "_question_texts",
        lambda _, solution: ["question"] if solution.seed == 1 else [],
    )
    monkeypatch.setattr(listed_candidates, "task_sentences", lambda _: [])
    context: Any = SimpleNamespace(
        require_capability_absent=lambda *_: None,
        solutions=[rollout(seed, f"answer{seed}") for seed in range(seeds)],
        until_budget=lambda items, least: items,
        source=SimpleNamespace(valid=lambda _: True, text_fields=lambda: ["text"]),
    )
    listed_candidates.listed_candidates(context)


def test_a_list_that_is_accepted_on_every_seed_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PropertyViolated, match="on 8 of 8 seeds, many candidates"):
        check(lambda seed, text: f"answer{seed}" in text.split(), monkeypatch)


def test_a_text_that_happens_to_be_right_on_one_seed_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check(lambda seed, text: seed == 1 and text == "not answer1", monkeypatch)


def test_a_form_that_few_seeds_have_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EvidenceMissing, match="text 0 of the question"):
        check(lambda seed, text: text == "question", monkeypatch)


class Advice(Env):
    """A customer is advised: the only code in the text counts, whatever stands around it."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1
    form = "I recommend {}."

    def begin(self) -> None:
        self.code = f"SQ{self.rng.randrange(100, 999)}"

    def show(self) -> Message:
        return {"code": self.code[::-1]}

    def paid(self, action: Message) -> float:
        return float(re.findall(r"SQ\d{3}", action["text"]) == [self.code])

    def oracle(self) -> Message:
        return {"text": self.form.format(self.code)}


class OneCode(Advice):
    form = "{}"


def test_not_before_a_sentence_denies_nothing() -> None:
    listed_candidates.listed_candidates(small_context(Advice))
    with pytest.raises(PropertyViolated, match="the answer denied scores like the answer"):
        listed_candidates.listed_candidates(small_context(OneCode))


@pytest.mark.parametrize(
    "told", ["`text` is free text with the code.", "Write a sentence that names one code."]
)
def test_in_free_text_the_answer_is_read_whatever_stands_beside_it(
    told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        OneCode, "show", lambda env: {"code": env.code[::-1], "told": told}, raising=False
    )
    listed_candidates.listed_candidates(small_context(OneCode))


class Terms(Env):
    """Three terms are asked for, one a step; the last line of a text holds the answer."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 3
    terms = ("Waage", "Schale", "Feder", "Quelle", "Bank", "Ufer", "Schloss")

    def begin(self) -> None:
        self.right = self.rng.sample(self.terms, 3)
        self.score = 0

    def show(self) -> Message:
        return {"terms": sorted(self.terms), "number": self.count}

    def paid(self, action: Message) -> float:
        answer = action["text"].rpartition("Term: ")[2]
        self.score += self.is_right(answer, self.right[self.count - 1])
        return float(self.score == 3)

    def is_right(self, answer: str, wanted: str) -> bool:
        return answer == wanted

    def oracle(self) -> Message:
        term = self.right[self.count]
        return {"text": f"I have thought of {term[::-1]}.\nTerm: {term}"}


class TermsWithin(Terms):
    def is_right(self, answer: str, wanted: str) -> bool:
        return wanted in answer


def test_a_list_in_the_last_line_of_each_step_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="a list joined by ',' is accepted for one word"):
        listed_candidates.listed_candidates(small_context(TermsWithin))


class Doses(Env):
    """A dose is set and confirmed twice; what is not understood leaves it as it is."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 3

    def begin(self) -> None:
        self.right = self.rng.randrange(100, 999)
        self.dose = ""

    def show(self) -> Message:
        return {"right": self.right}

    def paid(self, action: Message) -> float:
        verb, _, dose = action["text"].replace("=", " ").partition(" ")
        if dose.isdecimal() and verb in ("begin", "set"):
            self.dose = dose
        return float(self.dose == str(self.right)) / self.limit

    def oracle(self) -> Message:
        return {"text": f"begin={self.right}" if self.count == 0 else f"set {self.right}"}


def test_a_list_that_does_nothing_where_nothing_is_to_be_done_is_sound() -> None:
    with contextlib.suppress(NotApplicable):  # no solution is one short text
        listed_candidates.listed_candidates(small_context(Doses))


def test_a_list_that_is_refused_in_the_last_line_is_sound() -> None:
    with contextlib.suppress(NotApplicable):  # no solution is one short text
        listed_candidates.listed_candidates(small_context(Terms))


class Orders(Env):
    """Orders of a day; those that cannot be met do nothing, and the others count."""

    schema: ClassVar[dict[str, Any]] = small_schema(orders={"type": "array", "items": {}})
    limit = 1
    rule = "An order that cannot be met is left out."

    def begin(self) -> None:
        self.goods = self.rng.sample("abcdefgh", 3)

    def show(self) -> Message:
        return {"goods": self.goods, "rule": self.rule}

    def paid(self, action: Message) -> float:
        bought = {order["good"] for order in action["orders"]}
        return float(bought >= set(self.goods))

    def oracle(self) -> Message:
        return {"orders": [{"good": good} for good in self.goods]}


class OrdersOfEverything(Orders):
    rule = "Buy what is asked for, and nothing else."


class Claims(Orders):
    """Lines of a program, of which those of another form do nothing."""

    rule = "Lines of another form are ignored."

    def paid(self, action: Message) -> float:
        return float({f"buy({good})" for good in self.goods} <= set(action["orders"]))

    def oracle(self) -> Message:
        return {"orders": [f"buy({good})" for good in self.goods]}


class Names(Claims):
    """Names cannot be carried out: to list them all is to guess."""

    def paid(self, action: Message) -> float:
        return float(set(self.goods) <= set(action["orders"]))

    def oracle(self) -> Message:
        return {"orders": list(self.goods)}


def test_lines_that_may_do_nothing_are_no_list_of_everything_but_names_are() -> None:
    with pytest.raises(NotApplicable):
        listed_candidates.listed_candidates(small_context(Claims))
    with pytest.raises(PropertyViolated, match="a list of everything scores like the right items"):
        listed_candidates.listed_candidates(small_context(Names))


def test_orders_that_may_do_nothing_are_no_list_of_everything() -> None:
    with pytest.raises(NotApplicable):
        listed_candidates.listed_candidates(small_context(Orders))
    with pytest.raises(PropertyViolated, match="a list of everything scores like the right items"):
        listed_candidates.listed_candidates(small_context(OrdersOfEverything))


class Amounts(Env):
    """The only number of a text is the answer."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    told = "Answer with exactly one number."

    def begin(self) -> None:
        self.amount = self.rng.randint(200, 900)

    def show(self) -> Message:
        return {"task": self.told, "half": self.amount / 2}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(re.findall(r"\d+", action["text"]) == [str(self.amount)])

    def oracle(self) -> Message:
        return {"text": f"{self.amount} ml"}


def test_a_number_may_be_denied_where_nothing_but_the_number_is_read() -> None:
    listed_candidates.listed_candidates(small_context(Amounts))
    untold = type("Untold", (Amounts,), {"told": "Answer with an amount."})
    with pytest.raises(PropertyViolated, match="the answer denied scores like the answer"):
        listed_candidates.listed_candidates(small_context(untold))


class MarkedAmounts(Env):
    """A number between tags; what stands before them is reasoning."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    within = r"\s*([\d.]+)\s*"
    form = "<answer>{}</answer>"

    def begin(self) -> None:
        self.amount = self.rng.randint(2000, 9000) / 4

    def show(self) -> Message:
        return {"half": self.amount / 2}

    def paid(self, action: Message) -> float:
        self.over = True
        before, after = map(re.escape, self.form.split("{}"))
        found = re.findall(f"{before}{self.within}{after}", action["text"])
        return float(found == [str(self.amount)])

    def oracle(self) -> Message:
        return {"text": self.form.format(self.amount)}


@pytest.mark.parametrize("form", ["<answer>{}</answer>", "Answer: {}"])
def test_a_denial_before_a_marked_answer_is_reasoning(form: str) -> None:
    listed_candidates.listed_candidates(small_context(type("In", (MarkedAmounts,), {"form": form})))


def test_a_denial_within_a_marked_answer_is_reported() -> None:
    lenient = type("Lenient", (MarkedAmounts,), {"within": r"[^<]*?([\d.]+)\s*"})
    with pytest.raises(PropertyViolated, match="the answer denied scores like the answer"):
        listed_candidates.listed_candidates(small_context(lenient))


class Letters(Env):
    """A question with three answers; a letter is read, whatever stands beside it."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "string"})
    limit = 1
    rule = "Answer A, B or C."

    def begin(self) -> None:
        self.right = self.rng.choice("ABC")

    def show(self) -> Message:
        return {"rule": self.rule, "question": self.rng.random()}

    def paid(self, action: Message) -> float:
        letters = [word for word in action["answer"].split() if word in ("A", "B", "C")]
        return float(letters == [self.right])

    def oracle(self) -> Message:
        return {"answer": self.right}


class StatedLetters(Letters):
    rule = "Answer in a text with one capital letter A to C that stands alone."


def test_a_denied_letter_that_is_paid_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="the answer denied scores like the answer"):
        listed_candidates.listed_candidates(small_context(Letters))


def test_a_letter_that_a_text_says_is_read_alone_cannot_be_denied() -> None:
    listed_candidates.listed_candidates(small_context(StatedLetters))


class LastLine(Letters):
    """The letter of the last line is the answer."""

    rule = "Write one letter in each line. The last letter counts."

    def paid(self, action: Message) -> float:
        return float(action["answer"].split()[-1:] == [self.right])


class NamedLastLine(LastLine):
    rule = "The answer is free text whose last line is one letter."


class UnstatedLastLine(LastLine):
    rule = "Answer A, B or C."


def test_the_last_of_several_answers_is_right_where_a_text_says_so() -> None:
    for env_class in (LastLine, NamedLastLine):
        listed_candidates.listed_candidates(small_context(env_class))


def test_where_no_text_says_so_the_last_answer_is_one_of_many() -> None:
    with pytest.raises(PropertyViolated, match="many candidates scores like the answer"):
        listed_candidates.listed_candidates(small_context(UnstatedLastLine))


class FirstNumber(Env):
    """A number is asked for; what stands after it is not read."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    told = "A number such as `12.5`. Words after the number, such as the unit, are not read."

    def begin(self) -> None:
        self.number = self.rng.randrange(1000, 10**6)

    def show(self) -> Message:
        return {"rules": self.told, "half": self.number / 2}

    def paid(self, action: Message) -> float:
        self.over = True
        first = re.match(r"\d+", action["text"])
        return float(first is not None and int(first[0]) == self.number)

    def oracle(self) -> Message:
        return {"text": str(self.number)}


class FirstNumberUnstated(FirstNumber):
    told = "A number such as `12.5`."


class AnyNumber(FirstNumber):
    def paid(self, action: Message) -> float:
        self.over = True
        return float(str(self.number) in action["text"])


def test_what_stands_after_the_answer_is_not_read_where_a_text_says_so() -> None:
    listed_candidates.listed_candidates(small_context(FirstNumber))
    with pytest.raises(PropertyViolated, match="scores like the answer"):
        listed_candidates.listed_candidates(small_context(FirstNumberUnstated))
    with pytest.raises(PropertyViolated, match="many candidates"):
        listed_candidates.listed_candidates(small_context(AnyNumber))


class Labels(Env):
    """Eight texts, each of which is safe or not; each right label is an eighth."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 8

    def begin(self) -> None:
        self.right = self.rng.choices(["safe", "unsafe"], k=8)

    def show(self) -> Message:
        return {"number": self.count}

    def paid(self, action: Message) -> float:
        label = action["text"].removeprefix("label: ")
        return self.is_right(label, self.right[self.count - 1]) / 8

    def is_right(self, label: str, wanted: str) -> bool:
        return label == wanted

    def oracle(self) -> Message:
        return {"text": f"label: {self.right[self.count]}"}


class LabelsWithin(Labels):
    def is_right(self, label: str, wanted: str) -> bool:
        return wanted in label.split()


def test_both_labels_in_each_of_many_steps_are_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"8 seeds, all of \w+, \w+ are accepted"):
        listed_candidates.listed_candidates(small_context(LabelsWithin))
    with contextlib.suppress(NotApplicable):
        listed_candidates.listed_candidates(small_context(Labels))
