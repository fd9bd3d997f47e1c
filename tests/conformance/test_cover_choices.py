"""For each choice an action is found that is accepted, and one that changes something."""

from __future__ import annotations

from typing import Any, ClassVar

import openenv.core.env_server.mcp_types  # noqa: F401 - it takes as long as a search may
import pytest

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.checking.check_context import CHANGES, CheckContext
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.properties.isolation.concurrent_sessions import _partner_actions
from hallmark_rl.conformance.survey.cover_choices import cover_choices
from hallmark_rl.conformance.survey.survey_data import FIRST_SEED, Survey
from hallmark_rl.sdk.subject.description import Subject
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAME = {"type": "string", "maxLength": 20}


class Desk(Env):
    """Each action gets a reply; `things` are what actions change."""

    reply = ""
    task: ClassVar[str] = ""

    def reset(self, seed: int | None = None, **options: Any) -> Message:
        self.things: list[str] = []
        self.reply = "Good morning."
        return super().reset(seed, **options)

    def show(self) -> Message:
        seen = {"task": self.task, "reply": self.reply, "things": list(self.things)}
        return {**seen, "turns": self.count}

    def paid(self, action: Message) -> float:
        self.reply = self.do(action)
        return 0.0

    def do(self, action: Message) -> str:
        raise NotImplementedError


class Post(Desk):
    """Mails are filed in folders that only the rule names."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["look", "file"]}, mail=NAME, folder=NAME
    )
    task: ClassVar[str] = "Bills belong into 'ledger', and all the others into 'attic'."
    no_mail, no_folder = "there is no such mail", "there is no such folder"

    def begin(self) -> None:
        self.mails = {f"m{self.rng.randrange(100, 999)}": "a bill" for _ in range(3)}

    def show(self) -> Message:
        return {**super().show(), "mails": dict(self.mails)}

    def do(self, action: Message) -> str:
        if action["do"] == "look":
            return f"{len(self.mails)} mails are here"
        if action.get("mail") not in self.mails:
            return self.no_mail
        if action.get("folder") not in ("ledger", "attic"):
            return self.no_folder
        self.mails.pop(action["mail"])
        return "it is filed"


class PolitePost(Post):
    """Its replies look like no refusals."""

    no_mail, no_folder = "that mail lies nowhere", "that folder lies nowhere"


class SecretPost(Post):
    """Nothing names the folders."""

    task: ClassVar[str] = "Bills belong elsewhere."


class SecretPolitePost(PolitePost):
    task: ClassVar[str] = SecretPost.task


class Flights(Desk):
    """A flight needs two towns, of which a sentence tells."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["wait", "book"]}, origin=NAME, destination=NAME
    )
    task: ClassVar[str] = "Book a flight from Athens to Bilbao for Mr Moss, please."

    def do(self, action: Message) -> str:
        if action["do"] == "wait":
            return "time goes by"
        if (action.get("origin"), action.get("destination")) != ("Athens", "Bilbao"):
            return "nobody flies there"
        self.things.append("a flight")
        return "it is booked"


class FlightsByCode(Flights):
    """A flight is booked by its towns or by its code, and not by both."""

    schema: ClassVar[dict[str, Any]] = small_schema(**Flights.schema["properties"], code=NAME)

    def do(self, action: Message) -> str:
        return "towns or a code" if action.get("code") else super().do(action)


class UntoldFlights(Flights):
    task: ClassVar[str] = "Book a flight, please."


class Inn(Desk):
    """The code of a room is told by the reply to `ask`."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["ask", "rent"]}, room=NAME)
    task: ClassVar[str] = "Guests are " + ", ".join(f"Mr{chr(65 + n)}" for n in range(24))
    answer: ClassVar[str] = "Only HM106 is free, which has a bath."
    wrong: ClassVar[str] = "no such room"

    def do(self, action: Message) -> str:
        if action["do"] == "ask":
            return self.answer
        if action.get("room") != "HM106":
            return self.wrong
        self.things.append("a room")
        return "it is yours"


class PoliteInn(Inn):
    wrong: ClassVar[str] = "that one is taken"


class SilentInn(Inn):
    answer: ClassVar[str] = "One is free, which has a bath."


class Kitchen(Desk):
    """Of an order without a quantity, nothing is brought."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["wait", "order"]},
        meal={"enum": ["soup", "bread"]},
        quantity={"type": "integer", "default": 0, "minimum": 0, "maximum": 9},
    )
    least: ClassVar[int] = 1

    def do(self, action: Message) -> str:
        if action["do"] == "wait":
            return "time goes by"
        if action.get("quantity", 0) < self.least:
            return "nothing is ordered"
        self.things += [action.get("meal", "soup")] * action["quantity"]
        return "it is on its way"


class ClosedKitchen(Kitchen):
    least: ClassVar[int] = 99


class Chat(Desk):
    """Its field takes any text."""

    schema: ClassVar[dict[str, Any]] = small_schema(text=NAME)


def found_in(
    env_class: type[Env], pool: tuple[Action, ...] = (), words: tuple[str, ...] = ()
) -> list[Action]:
    """What is found for the choices of an environment."""
    survey = Survey(schema=env_class.schema, pool=list(pool))
    source = ActionSource(env_class.schema, None)
    driver = InProcessDriver(Subject("x", "x", make=env_class, action_type=dict))
    return cover_choices(survey, source, driver, lambda: words)


def effective(env_class: type[Env], actions: list[Action]) -> list[Action]:
    """Those of the actions that change a list or a table in a new episode."""
    changing = []
    for action in actions:
        env = env_class()
        before = env.reset(seed=FIRST_SEED)
        after = env.step(action)
        if any(after.get(name) != before.get(name) for name in ("things", "mails")):
            changing.append(action)
    return changing


@pytest.mark.parametrize("env_class", [Post, PolitePost])
def test_a_folder_that_a_rule_quotes_is_found(env_class: type[Env]) -> None:
    filed = effective(env_class, found_in(env_class))
    assert filed
    assert all(action["do"] == "file" for action in filed)
    assert {action["folder"] for action in filed} <= {"ledger", "attic"}


@pytest.mark.parametrize("env_class", [SecretPost, SecretPolitePost])
def test_a_folder_that_only_a_file_names_is_found_there(env_class: type[Env]) -> None:
    assert not effective(env_class, found_in(env_class))
    assert effective(env_class, found_in(env_class, words=("cellar", "attic")))


@pytest.mark.parametrize("env_class", [Flights, FlightsByCode])
def test_two_names_that_stand_in_a_sentence_are_found(env_class: type[Env]) -> None:
    booked = effective(env_class, found_in(env_class))
    assert booked
    assert {"do": "book", "origin": "Athens", "destination": "Bilbao"}.items() <= booked[0].items()
    assert not effective(UntoldFlights, found_in(UntoldFlights))


@pytest.mark.parametrize("env_class", [Inn, PoliteInn])
def test_a_code_that_only_a_reply_shows_is_found(env_class: type[Env]) -> None:
    assert "HM106" not in str(env_class().reset(seed=FIRST_SEED))
    rented = effective(env_class, found_in(env_class))
    assert rented
    assert all(action == {"do": "rent", "room": "HM106"} for action in rented)
    assert not effective(SilentInn, found_in(SilentInn))


def test_a_quantity_that_changes_something_is_found() -> None:
    idle = {"do": "order", "meal": "bread", "quantity": 0}
    assert not effective(Kitchen, [idle, {"do": "order"}])
    for pool in ((), (idle,), (idle, {"do": "order", "meal": "soup"})):
        ordered = effective(Kitchen, found_in(Kitchen, pool))
        assert ordered, pool
        assert all(action["quantity"] > 0 for action in ordered)
    assert not effective(ClosedKitchen, found_in(ClosedKitchen, (idle,)))


def test_the_fields_of_a_known_action_are_kept() -> None:
    idle = {"do": "order", "meal": "bread", "quantity": 0}
    first = effective(Kitchen, found_in(Kitchen, (idle,)))[0]
    assert first == {**idle, "quantity": first["quantity"]}


def test_where_the_pool_changes_something_nothing_is_looked_for() -> None:
    def unwanted() -> tuple[str, ...]:
        raise AssertionError

    class Switch(Desk):
        schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["on", "off"]})

        def do(self, action: Message) -> str:
            self.things.append(action["do"])
            return "click"

    assert found_in(Switch, ({"do": "on"}, {"do": "off"})) == []
    survey: Any = Survey(schema=Chat.schema, pool=[{"text": "hello"}])
    driver: Any = None  # is not played
    assert cover_choices(survey, ActionSource(Chat.schema, None), driver, unwanted) == []


def changing_context(*changing: Action) -> CheckContext:
    """The context of a kitchen whose survey has found these actions."""

    class Cook(Kitchen):
        def oracle(self) -> Message:
            return {"do": "order", "meal": "soup", "quantity": 1}

    context = small_context(Cook)
    context.survey.changing = list(changing)
    return context


SOUP = {"do": "order", "meal": "soup", "quantity": 1}
BREAD = {"do": "order", "meal": "bread", "quantity": 2}


def test_the_corpus_holds_actions_that_change_something() -> None:
    episodes = [e for e in changing_context(SOUP, BREAD).corpus() if e.label == CHANGES]
    assert [episode.actions for episode in episodes] == [[SOUP, BREAD] * 4] * 2
    assert len({episode.seed for episode in episodes}) == 2
    assert all(episode.label != CHANGES for episode in changing_context().corpus())


def test_the_partner_of_changes_plays_other_actions() -> None:
    context = changing_context(SOUP, BREAD)
    episode = next(e for e in context.corpus() if e.label == CHANGES)
    partner = _partner_actions(context, episode)
    assert len(partner) == len(episode.actions)
    assert all(one != other for one, other in zip(partner, episode.actions, strict=True))
    solution = context.survey.solutions[0].actions
    assert _partner_actions(context, Episode.of(1, [BREAD], "walk")) == solution
    assert _partner_actions(context, Episode.of(1, [BREAD], "solution")) == [BREAD]


class Archive(Desk):
    """Commands in one field; what may be fetched is known only after a search for a word."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        command={"type": "string", "description": "`search WORD`, `fetch SIGNATURE`, `wait`"}
    )
    task: ClassVar[str] = "I should like to see the plan of the harbour."
    verbs: ClassVar[tuple[str, str]] = ("search", "fetch")

    def do(self, action: Message) -> str:
        verb, _, word = action["command"].partition(" ")
        if verb == self.verbs[0]:
            return "A-05 is a plan of the harbour" if word == "harbour" else "nothing is found"
        if verb != self.verbs[1] or word != "A-05":
            return "it lies nowhere"
        self.things.append(word)
        return "it lies on the desk"


class OneCommand(Archive):
    """A description that shows one form says nothing of verbs."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        command={"type": "string", "description": "`fetch SIGNATURE`"}
    )


def test_commands_of_a_text_field_are_found_from_replies() -> None:
    found = [action["command"] for action in found_in(Archive)]
    assert "fetch A-05" in found
    assert found_in(OneCommand) == []
