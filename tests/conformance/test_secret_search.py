"""The search for secrets in what is returned."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.secret_search import search_secrets_of
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NUMBERS = itertools.count()


class Vault(Env):
    """A code is to be found. Each instance has an id; with `tells` it holds the code."""

    schema: ClassVar[dict[str, Any]] = small_schema(code={"type": "string"})
    limit = 2
    tells = False

    def begin(self) -> None:
        self.code = f"{self.rng.randrange(10**6, 10**7)}"
        self.id = f"id-{self.code if self.tells or next(NUMBERS) in CHANCES else 'x'}"

    def paid(self, action: Message) -> float:
        return float(action["code"] == self.code)

    def oracle(self) -> Message:
        return {"code": self.code}


CHANCES: set[int] = set()


class Telling(Vault):
    tells = True


def search(env_class: type[Vault]) -> None:
    context: CheckContext = small_context(env_class)
    cases = [(solution, [solution.actions[-1]["code"]]) for solution in context.solutions]
    CHANCES.clear()
    CHANCES.add(next(NUMBERS) + 3)
    search_secrets_of(
        context, cases, lambda driver, _: [("the id", driver.env.id)], cases, seconds=-9
    )


def test_an_id_that_holds_the_digits_once_is_no_finding() -> None:
    search(Vault)
    assert next(NUMBERS) > min(CHANCES)


def test_an_id_that_always_holds_them_is() -> None:
    with pytest.raises(PropertyViolated, match="is in the id, plainly"):
        search(Telling)


class Words(Vault):
    """The codes are words, one of which stands in a description of the environment as well."""

    def begin(self) -> None:
        super().begin()
        self.code = self.rng.choice(["lantern", "harbour", "vault"])
        self.id = f"A vault, at {self!r}"


class ToldWords(Words):
    def begin(self) -> None:
        super().begin()
        self.id = f"A vault with {self.code}"


def test_a_word_of_a_description_that_all_tasks_have_is_no_leak() -> None:
    search(Words)
    with pytest.raises(PropertyViolated, match="is in the id, plainly"):
        search(ToldWords)


class Drawers(Vault):
    """A note lies in a drawer, which an action may open; the author names it while it is closed."""

    schema: ClassVar[dict[str, Any]] = small_schema(code={"enum": ["open", "wait"]})
    limit = 4
    opens_alone = False

    def begin(self) -> None:
        super().begin()
        self.opened = self.shown = False

    def show(self) -> Message:
        return {"note": f"the code is {self.code}" if self.shown else ""}

    def paid(self, action: Message) -> float:
        self.opened = self.opened or action["code"] == "open"
        self.shown = self.opened or self.opens_alone
        return 0.0

    def oracle(self) -> Message:
        return {"code": "open"}


class OpenDrawers(Drawers):
    opens_alone = True


def search_drawers(env_class: type[Drawers]) -> None:
    context = small_context(env_class)
    proof: Any = context.subject.proof
    proof.secrets = lambda env: [] if env.opened else [env.code]
    cases = [(s, [context.secrets_at_reset(s.seed).secrets[0]]) for s in context.solutions]
    search_secrets_of(
        context, cases, lambda _, response: [("note", response.data["note"])], cases, seconds=-9
    )


def test_what_the_author_no_longer_names_is_no_secret() -> None:
    search_drawers(Drawers)


def test_what_the_author_still_names_is_a_leak() -> None:
    with pytest.raises(PropertyViolated, match="is in note, plainly"):
        search_drawers(OpenDrawers)


class Catalogue(Env):
    """A card that is opened by its number shows who made the thing."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["open", "answer"]}, text={"type": "string"}
    )
    cards: ClassVar[tuple[str, ...]] = ("k1", "k2", "k3")
    refusal = ""

    def begin(self) -> None:
        makers = self.rng.sample(range(10**6, 10**7), 3)
        self.makers = dict(zip(self.cards, (f"maker {m}" for m in makers), strict=True))
        self.asked, self.card = self.rng.choice(self.cards), ""

    def show(self) -> Message:
        return {"asked": self.asked, "card": self.card}

    def paid(self, action: Message) -> float:
        if action["do"] == "open":
            self.card = self.makers.get(action["text"], "no such card")
            return 0.0
        self.over = action["text"] == self.makers[self.asked]
        self.card = self.refusal.format(self.makers[self.asked])
        return float(self.over)

    def oracle(self) -> Message:
        return {"do": "answer", "text": self.makers[self.asked]}


class Refusing(Catalogue):
    refusal = "no, it is {}!"


def search_cards(env_class: type[Catalogue], *, hidden: bool = False) -> None:
    context: CheckContext = small_context(env_class)
    context.survey.pool[:] = [
        {"do": do, "text": text} for do in ("open", "answer") for text in (*env_class.cards, "x")
    ]
    cases = [(solution, [solution.actions[-1]["text"]]) for solution in context.solutions]

    def read(driver: Any, response: Any) -> Any:
        yield "the card", response.data["card"]

    search_secrets_of(context, cases, read, cases, seconds=-9, hidden=hidden)


def test_a_card_that_an_action_asks_for_is_looked_up() -> None:
    search_cards(Catalogue)


def test_state_and_metadata_are_not_what_an_action_asks_for() -> None:
    with pytest.raises(PropertyViolated, match="is in the card"):
        search_cards(Catalogue, hidden=True)


def test_what_each_action_of_a_kind_shows_is_a_leak() -> None:
    with pytest.raises(PropertyViolated, match="is in the card"):
        search_cards(Refusing)


class Clues(Words):
    """The word is shown in reverse; `rule` says whether that is the task."""

    rule = "Clues are anagrams or reversals."

    def show(self) -> Message:
        return {"rule": self.rule, "clue": self.code[::-1]}


class UnsaidClues(Clues):
    rule = "Find the word."


def search_clues(env_class: type[Env], place: str) -> None:
    context = small_context(env_class)
    context.subject.proof.secrets = lambda env: [env.code]
    cases = [(solution, [solution.actions[-1]["code"]]) for solution in context.solutions]

    def read(_: Any, response: Response) -> Iterator[tuple[str, str]]:
        yield place, (response.data or {})["clue"]

    search_secrets_of(context, cases, read, cases, seconds=-9)


def test_a_form_that_is_the_task_is_no_leak_where_the_agent_sees_it() -> None:
    search_clues(Clues, "the observation's clue")
    for env_class, place in ((UnsaidClues, "the observation's clue"), (Clues, "the state's clue")):
        with pytest.raises(PropertyViolated, match="reversed"):
            search_clues(env_class, place)
