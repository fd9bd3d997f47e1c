"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .handbook import FAULTS, GENERAL, TOPICS, Fault, answer, topic_of
from .models import ChatAction, ChatObservation
from .server.tenant_repairs_environment import LEVELS, MAX_STEPS

Policy = Callable[[Any, ChatObservation], ChatAction]

declared = {
    "max_steps": MAX_STEPS,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": LEVELS,
}
QUESTIONS = {
    "room": "Where is it?",
    "water": "Is there any water?",
    "noise": "Do you hear anything?",
    "smell": "Is there a smell?",
    "power": "Does the power work?",
    "heating": "How is the heating?",
    "since": "How long has it been like that?",
}
TRADES = ("plumber", "electrician", "heating engineer", "carpenter", "pest control")
URGENCIES = ("now", "today", "this week")


def _possible(observation: ChatObservation) -> list[Fault]:
    """The faults that fit everything that the tenant said."""
    first, *others = observation.chat
    possible = [fault for fault in FAULTS if fault.hint in first.text or GENERAL in first.text]
    for question, reply in zip(others[::2], others[1::2], strict=True):
        topic = topic_of(question.text)
        if topic:
            possible = [fault for fault in possible if answer(fault, topic) == reply.text]
    return possible


def oracle(env: Any, observation: ChatObservation) -> ChatAction:
    """Asks what tells the remaining faults apart best, then sends; needs the chat alone."""
    possible = _possible(observation)
    if len(possible) == 1:
        return ChatAction(kind="send", trade=possible[0].trade, urgency=possible[0].urgency)

    def worst(topic: str) -> int:
        return max(Counter(answer(fault, topic) for fault in possible).values())

    return ChatAction(kind="say", text=QUESTIONS[min(TOPICS, key=worst)])


def null(env: Any, observation: ChatObservation) -> ChatAction:
    """Says nothing until the tenant gives up."""
    return ChatAction(kind="say", text="")


def actions() -> st.SearchStrategy[ChatAction]:
    """Questions, small talk, and visits."""
    texts = st.sampled_from([*QUESTIONS.values(), "Thank you.", ""])
    say = texts.map(lambda text: ChatAction(kind="say", text=text))
    send = st.builds(
        ChatAction,
        kind=st.just("send"),
        trade=st.sampled_from(TRADES),
        urgency=st.sampled_from(URGENCIES),
    )
    return st.one_of(say, say, say, send)


def invalid() -> list[ChatAction]:
    """Messages that ask nothing, and a visit that no fault needs."""
    return [
        ChatAction(kind="say", text=""),
        ChatAction(kind="say", text="???"),
        ChatAction(kind="send", trade="pest control", urgency="now"),
        ChatAction(kind="send", trade="carpenter", urgency="today"),
    ]


def secrets(env: Any) -> list[str]:
    """The name of the fault, which the tenant does not know."""
    return [env._chat.fault.name]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be right without asking."""
    yield (
        "asks everything at once",
        lambda env, seen: ChatAction(kind="say", text=" ".join(QUESTIONS.values())),
    )
    for trade, urgency in (("plumber", "now"), ("electrician", "today"), ("carpenter", "now")):
        yield (
            f"always {trade} {urgency}",
            lambda env, seen, trade=trade, urgency=urgency: ChatAction(
                kind="send", trade=trade, urgency=urgency
            ),
        )
    yield "claims", lambda env, seen: ChatAction(kind="say", text="solved", metadata={"done": True})
