"""The pool gets what an environment's files describe."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from openenv.core.env_server.types import Action

from hallmark_rl.conformance.actions.action_source import ActionSource, action_schema
from hallmark_rl.conformance.actions.source_words import SourceWords
from hallmark_rl.conformance.survey.documented_actions import add_commands, add_listed_words
from hallmark_rl.conformance.survey.survey_data import Survey

LISTS = {"slot": ["people", "day"], "city": ["Graz", "Porto"]}


class Command(Action):
    text: str = ""


class Journey(Action):
    city: str = ""
    note: str = ""


def words() -> SourceWords:
    return SourceWords(words=["ask SLOT", "go CITY", "call WHOM", "look", "rm CITY"])


def commands(**changes: Any) -> tuple[list[dict[str, Any]], ActionSource]:
    source = ActionSource(action_schema(Command), Command, **changes)
    survey = Survey(pool=[{"text": letter} for letter in "abcd"])
    add_commands(survey, source, LISTS, words)
    return survey.pool, source


def test_commands_stand_near_the_beginning_and_are_likely_texts() -> None:
    pool, source = commands()
    assert [action["text"] for action in pool[:3]] == ["a", "b", "c"]
    added = [action["text"] for action in pool[3:-1]]
    assert set(added) == {"ask people", "ask day", "go Graz", "go Porto"}
    assert {added[0].split()[0], added[1].split()[0]} == {"ask", "go"}
    assert source.tokens["text"][:4] == added


def test_the_authors_actions_are_left_alone() -> None:
    pool, _ = commands(strategy=st.just(Command(text="look")))
    assert len(pool) == 4


def test_fields_get_the_words_of_the_list_of_their_name() -> None:
    source = ActionSource(action_schema(Journey), Journey, tokens={"city": ["Graz"]})
    add_listed_words(source, LISTS)
    assert source.tokens == {"city": ["Graz", "Porto"]}
