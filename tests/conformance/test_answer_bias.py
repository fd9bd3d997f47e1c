"""The right option among others: of several questions in one answer, and its rank."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.answer_bias import answer_bias
from hallmark_rl.conformance.properties.semantics.asked_questions import _are_moves
from hallmark_rl.conformance.properties.semantics.side_channels import side_channels
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Sums(Env):
    """Three sums with five results each; one answer to all, as a text of three letters."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "string"})
    limit = 1
    declared: ClassVar[dict[str, Any]] = {"max_steps": 1, "success_reward": 1.0}

    def begin(self) -> None:
        self.questions: list[dict[str, Any]] = []
        self.places: list[int] = []
        for number in range(3):
            one, other = self.rng.randrange(100, 400), self.rng.randrange(100, 400)
            below = self.below(number)
            options = [one + other + 7 * (step - below) for step in range(5)]
            self.rng.shuffle(options)
            question: dict[str, Any] = {"sum": f"{one} + {other}", "options": options}
            self.questions.append(question)
            self.places.append(options.index(one + other))
        self.arrange()

    def below(self, number: int) -> int:
        """How many of the wrong results are less than the right one."""
        return self.rng.randrange(5)

    def arrange(self) -> None: ...

    def show(self) -> Message:
        return {"questions": self.questions}

    def right(self) -> Any:
        return "".join("ABCDE"[place] for place in self.places)

    def paid(self, action: Message) -> float:
        return float(action.get("answer") == self.right())

    def oracle(self) -> Message:
        return {"answer": self.right()}


class Middle(Sums):
    """The middle result is right."""

    def below(self, number: int) -> int:
        return 2


class MiddleInList(Middle):
    """The answer is a list of letters."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "array", "items": {}})

    def right(self) -> Any:
        return ["abcde"[place] for place in self.places]


class MiddleByIndex(MiddleInList):
    """The answer is a list of indices."""

    def right(self) -> Any:
        return list(self.places)


class MiddleByValue(MiddleInList):
    """The answer is a list of results."""

    def right(self) -> Any:
        asked = zip(self.questions, self.places, strict=True)
        return [question["options"][place] for question, place in asked]


class SecondInThird(Sums):
    """The right result of the third question stands at the second place in half of the tasks."""

    def arrange(self) -> None:
        if self.rng.random() < 0.4:
            options = self.questions[2]["options"]
            options.insert(1, options.pop(self.places[2]))
            self.places[2] = 1


class OftenMiddle(Sums):
    """The middle result is right in half of the tasks, as where wrong ones stand around it."""

    def below(self, number: int) -> int:
        return self.rng.choice([2, self.rng.randrange(5)])


class MiddlePair(Sums):
    """One question with six results, of which one of the two in the middle is right."""

    def begin(self) -> None:
        one, other, below = self.rng.randrange(400), self.rng.randrange(400), self.below(0)
        self.results = [one + other + 7 * (step - below) for step in range(6)]
        self.rng.shuffle(self.results)
        self.letter = "ABCDEF"[self.results.index(one + other)]
        self.question = f"How much is {one} + {other}?"

    def below(self, number: int) -> int:
        return self.rng.choice([2, 3])

    def show(self) -> Message:
        return {"task": self.question, "offers": dict(zip("ABCDEF", self.results, strict=True))}

    def right(self) -> Any:
        return f"Answer: {self.letter}"


class AnyOfSix(MiddlePair):
    """Any of the six results is right."""

    def below(self, number: int) -> int:
        return self.rng.randrange(6)


class MiddleInText(Sums):
    """One question with lettered lines, of which the middle result is right."""

    def below(self, number: int) -> int:
        return 2

    def show(self) -> Message:
        question = self.questions[0]
        lines = [f"{'ABCDE'[at]}) {value}" for at, value in enumerate(question["options"])]
        return {"task": "\n".join([f"How much is {question['sum']}?", *lines])}

    def right(self) -> Any:
        return "ABCDE"[self.places[0]]


@pytest.mark.parametrize("env_class", [Middle, MiddleInList, MiddleByIndex, MiddleByValue])
def test_a_rank_is_seen_in_each_form_of_an_answer_to_several_questions(
    env_class: type[Sums],
) -> None:
    with pytest.raises(PropertyViolated, match=r"the middle number of questions\[0\]\.options"):
        answer_bias(small_context(env_class))


def test_a_rank_is_seen_among_lettered_lines() -> None:
    with pytest.raises(PropertyViolated, match=r"the middle number of task \(lines\)"):
        answer_bias(small_context(MiddleInText))


def test_one_of_two_middle_numbers_is_seen_in_a_marked_answer() -> None:
    with pytest.raises(PropertyViolated, match=r"one of the two middle numbers of offers"):
        answer_bias(small_context(MiddlePair))


def test_a_place_of_one_of_several_questions_is_seen() -> None:
    with pytest.raises(PropertyViolated, match=r"option 2 of questions\[2\]\.options"):
        answer_bias(small_context(SecondInThird))


@pytest.mark.parametrize("env_class", [Sums, OftenMiddle, AnyOfSix])
def test_options_drawn_around_the_right_one_are_no_bias(env_class: type[Sums]) -> None:
    answer_bias(small_context(env_class))


def _solved(*choices: int) -> Rollout:
    return Rollout(1, [{"choice": choice} for choice in choices], [1.0], done=True)


@pytest.mark.parametrize(
    ("solutions", "expected"),
    [
        ([_solved(1), _solved(0, 2), _solved(1, 0, 0)], True),
        ([_solved(1), _solved(2), _solved(0)], False),
        ([_solved(1, 2), _solved(2, 0)], False),
    ],
)
def test_choices_in_each_of_several_steps_are_moves_where_their_number_differs(
    *, solutions: list[Rollout], expected: bool
) -> None:
    assert _are_moves(solutions, ["choice"]) is expected
    looked = Rollout(1, [{"look": "a"}, {"choice": 1}], [0.0, 1.0], done=True)
    assert not _are_moves([*solutions, looked], ["choice"])


TRADES = ["plumber", "carpenter", "electrician", "roofer"]


class Repairs(Env):
    """Ask until the fault is known, and send somebody."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["ask", "send"]}, trade={"enum": TRADES, "default": TRADES[0]}
    )

    def begin(self) -> None:
        self.fault, self.asked = self.rng.randrange(4), 0
        self.needed = self.rng.randint(2, 4)
        self.reference = f"R-{self.rng.randrange(100, 1000)}{self.last_digits():02d}"

    def last_digits(self) -> int:
        return self.rng.randrange(100)

    def show(self) -> Message:
        known = TRADES[self.fault] if self.asked >= self.needed else "?"
        return {"reference": self.reference, "known": known}

    def paid(self, action: Message) -> float:
        if action["kind"] == "ask":
            self.asked += 1
            return 0.0
        self.over = True
        return float(action.get("trade", TRADES[0]) == TRADES[self.fault])

    def oracle(self) -> Message:
        if self.asked < self.needed:
            return {"kind": "ask", "trade": TRADES[0]}
        return {"kind": "send", "trade": TRADES[self.fault]}


class NumberedByFault(Repairs):
    def last_digits(self) -> int:
        return self.fault


class Moves(NumberedByFault):
    """Each step sends somebody; the last one is right."""

    def paid(self, action: Message) -> float:
        self.asked += 1
        self.over = self.asked > self.needed
        return float(self.over and action.get("trade", TRADES[0]) == TRADES[self.fault])

    def oracle(self) -> Message:
        right = self.asked >= self.needed
        return {"kind": "send", "trade": TRADES[self.fault if right else self.asked % 4]}


def test_a_number_of_the_case_that_tells_the_decision_is_reported() -> None:
    side_channels(small_context(Repairs))
    with pytest.raises(PropertyViolated, match="reference modulo"):
        side_channels(small_context(NumberedByFault))


class FloodDesk(Env):
    """Say the flow and the alert of a ticket; the text of the question holds both."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1
    task = "Which flow, and which alert?"

    def begin(self) -> None:
        self.ticket = self.rng.randrange(10**5)
        self.flow = self.rng.randrange(10**6, 10**7)
        self.alert = TRADES[self.kind()]

    def kind(self) -> int:
        return self.rng.randrange(4)

    def show(self) -> Message:
        return {"ticket": self.ticket, "task": self.task}

    def paid(self, action: Message) -> float:
        flow, alert = (f"flow={self.flow}", f"alert={self.alert}")
        return 0.5 * (flow in str(action["text"])) + 0.5 * (alert in str(action["text"]))

    def oracle(self) -> Message:
        return {"text": f"flow={self.flow} alert={self.alert}"}


class AlertsInTurn(FloodDesk):
    def kind(self) -> int:
        return self.ticket % 4


class AlertUnpaid(AlertsInTurn):
    def paid(self, action: Message) -> float:
        return float(f"flow={self.flow}" in str(action["text"]))


class RemainderExplained(AlertsInTurn):
    task = "The alert is that of the remainder of the ticket by four."


def test_a_remainder_that_tells_a_piece_of_the_answer_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"ticket modulo 4 predicts the 'alert' of 'text'"):
        side_channels(small_context(AlertsInTurn))
    for env in (FloodDesk, AlertUnpaid, RemainderExplained):
        side_channels(small_context(env))


def test_moves_are_no_decisions() -> None:
    with pytest.raises(NotApplicable, match="many steps"):
        side_channels(small_context(Moves))


class Suspects(Env):
    """Look around, and accuse one of the suspects."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["look", "accuse"]}, name={"type": "string", "default": ""}
    )

    def begin(self) -> None:
        self.case_number, self.looked = self.rng.randrange(1000), 0
        names = self.rng.sample(range(100, 999), 5)
        self.suspects = [{"name": f"Dr {name}", "tall": name % 2 == 0} for name in names]
        self.culprit = self.suspects[self.place()]["name"]

    def place(self) -> int:
        return self.rng.randrange(5)

    def show(self) -> Message:
        return {"case_number": self.case_number, "suspects": self.suspects}

    def paid(self, action: Message) -> float:
        if action["kind"] == "look":
            self.looked += 1
            return 0.0
        self.over = True
        return float(action.get("name") == self.culprit)

    def oracle(self) -> Message:
        if self.looked < 4:
            return {"kind": "look", "name": f"room {self.looked}"}
        return {"kind": "accuse", "name": self.culprit}


class SuspectOfTheCase(Suspects):
    def place(self) -> int:
        return self.case_number % 5


class OftenTheFirst(Suspects):
    """The suspects stand in an order, of which the first fits more often than by chance."""

    def place(self) -> int:
        return self.rng.choice([0, 0, 0, 1, 2, 3, 4])


def test_the_place_of_a_right_record_follows_from_no_number() -> None:
    answer_bias(small_context(Suspects))
    answer_bias(small_context(OftenTheFirst))
    with pytest.raises(PropertyViolated, match=r"option number \(a shown number"):
        answer_bias(small_context(SuspectOfTheCase))


class NeverTheLast(Sums):
    """The result of one sum of one question is at one of the first three of five places."""

    def arrange(self) -> None:
        for number, question in enumerate(self.questions):
            options = question["options"]
            right = options.pop(self.places[number])
            self.places[number] = self.rng.randrange(3)
            options.insert(self.places[number], right)


def test_a_rule_that_was_often_right_is_tried_on_all_fresh_seeds_though_time_is_up() -> None:
    context = small_context(NeverTheLast)
    context.profile = replace(context.profile, budget=0.0)
    with pytest.raises(PropertyViolated, match=r"of 240 fresh seeds"):
        answer_bias(context)


class Duel(Sums):
    """Three sums, one after the other; each message shows the results of one of them."""

    schema: ClassVar[dict[str, Any]] = small_schema(letter={"type": "string"})
    limit = 3

    def show(self) -> Message:
        at = min(self.count, 2)
        options = dict(zip("ABCDE", self.questions[at]["options"], strict=True))
        sums = [question["sum"] for question in self.questions]
        return {"number": at + 1, "sums": sums, "answers": options}

    def paid(self, action: Message) -> float:
        return float(action["letter"] == "ABCDE"[self.places[self.count - 1]]) / 3

    def oracle(self) -> Message:
        return {"letter": "ABCDE"[self.places[self.count]]}


class DuelOfMiddles(Duel):
    def below(self, number: int) -> int:
        return 2


def test_the_rank_of_the_right_number_is_seen_in_the_first_of_several_questions() -> None:
    with pytest.raises(NotApplicable):
        answer_bias(small_context(Moves))
    answer_bias(small_context(Duel))
    with pytest.raises(PropertyViolated, match="the middle number of answers"):
        answer_bias(small_context(DuelOfMiddles))


class SuspectsAndRooms(Suspects):
    """Numbers are listed as well, of which the first step, which is always the same, takes none."""

    def show(self) -> Message:
        return {**super().show(), "rooms": [3, 1, 2]}


def test_decisions_that_were_compared_count_where_the_first_steps_are_no_answers() -> None:
    answer_bias(small_context(SuspectsAndRooms))


class Router(Env):
    """Six tickets, each for one of three queues, which only what the customer says tells."""

    schema: ClassVar[dict[str, Any]] = small_schema(queue={"enum": ["bills", "parcels", "repairs"]})
    limit = 6
    is_told = False

    def begin(self) -> None:
        self.queues = [self.rng.randrange(3) for _ in range(6)]
        numbers = [self.rng.randrange(100, 1000) for _ in range(6)]
        firsts = [queue + 1 if self.is_told else self.rng.randrange(1, 4) for queue in self.queues]
        self.tickets = [int(f"{a}{b}") for a, b in zip(firsts, numbers, strict=True)]

    def show(self) -> Message:
        at = min(self.count, 5)
        return {"ticket": f"T-{self.tickets[at]}", "says": f"word {7 * self.queues[at] + at}"}

    def paid(self, action: Message) -> float:
        return float(action["queue"] == self.oracle_of(self.count - 1)) / 6

    def oracle_of(self, at: int) -> str:
        return ["bills", "parcels", "repairs"][self.queues[at]]

    def oracle(self) -> Message:
        return {"queue": self.oracle_of(self.count)}


class NumberedByQueue(Router):
    is_told = True

    def show(self) -> Message:
        return {**super().show(), "says": f"word {self.rng.randrange(10**6)}"}


def test_the_first_digit_of_the_first_of_several_tickets_tells_nothing() -> None:
    side_channels(small_context(Router))
    with pytest.raises(PropertyViolated, match=r"the first digit of shown\.ticket predicts"):
        side_channels(small_context(NumberedByQueue))
