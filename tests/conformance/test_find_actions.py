"""Acceptable actions are found where hardly any action that the schema allows is accepted."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from unittest.mock import patch

import openenv.core.env_server.http_server  # noqa: F401 - once, and not in every fork
import pytest

from hallmark_rl.conformance.actions.source_words import SourceWords
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.conformance.survey import collect
from hallmark_rl.conformance.survey.acceptance import low_rate
from hallmark_rl.conformance.survey.learned_words import LearnedWords, reworded
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.load import load_subject

FOLDER = Path(__file__).with_name("hard_to_play")
CASES = sorted(path.parent.name for path in FOLDER.glob("*/env.py"))


def survey_of(name: str, profile: str = "quick", *, search: bool = True) -> Survey:
    """The survey of an environment of the folder, made in a process of its own."""

    def make() -> dict[str, object]:
        folder = FOLDER / name
        sys.path.insert(0, str(folder))
        os.chdir(folder)
        subject = load_subject(str(folder))
        if not search:
            with patch.object(collect, "_GOOD_RATE", 0.0), patch.object(collect, "ActionFinder"):
                return collect.collect_survey(subject, PROFILES[profile]).to_dict()
        return collect.collect_survey(subject, PROFILES[profile]).to_dict()

    made = run_in_fork(make, 60.0)
    assert isinstance(made, dict), made
    survey = Survey.from_dict(made)
    assert not survey.startup, survey.startup
    return survey


@pytest.mark.parametrize("name", CASES)
def test_actions_are_found(name: str) -> None:
    before, after = survey_of(name, search=False), survey_of(name)
    print(name, before.acceptance, after.acceptance, after.opening, after.pool[:6])
    assert low_rate(before)
    assert low_rate(after) == "", (after.acceptance, after.pool)
    assert after.acceptance.distinct >= 2


def test_a_refused_blank_text_teaches_nothing() -> None:
    words = LearnedWords(SourceWords(), [], ["text"])
    words.learn(Response({}), {"text": " "}, "text: empty")
    assert not words.answers
    words.learn(Response({}), {"text": "go north"}, "text: cannot go north")
    assert dict(words.answers["text"]) == {"text: cannot *": 1}


def test_each_choice_of_a_closed_field_gets_an_accepted_action() -> None:
    boathouse = Path(__file__).parents[1] / "defects" / "sound" / "boathouse"
    survey = survey_of(str(boathouse))
    boats = {("north", "Heron"), ("south", "Pike")}
    for kind in ("look", "rent"):
        named = {(a.get("jetty"), a.get("boat")) for a in survey.pool if a["kind"] == kind}
        assert named & boats, survey.pool
    with patch.object(collect, "cover_choices", return_value=[]):
        before = survey_of(str(boathouse))
    assert not any(
        action["kind"] == "rent" and action.get("boat") in ("Heron", "Pike")
        for action in before.pool
    )


def test_words_that_a_reply_shows_make_commands_where_the_agent_stands() -> None:
    folder = Path(__file__).parents[1] / "defects" / "sound" / "old_observatory"
    texts = {str(action.get("text")) for action in survey_of(str(folder), "default").pool}
    moves = {"go north", "go south", "go east", "go west", "go down", "go up"}
    assert moves <= texts, texts
    assert {"take key", "take lamp"} & texts, texts
    assert not {"go rusty", "go dark"} & texts, "these lead nowhere, like many others"


def test_one_word_of_a_command_takes_the_place_of_another() -> None:
    assert [*reworded("north=wheat, east=beans")][:3] == [
        "wheat=wheat, east=beans",
        "east=wheat, east=beans",
        "beans=wheat, east=beans",
    ]
    assert "north=beans, east=beans" in reworded("north=wheat, east=beans")
    assert not [*reworded("look")]
    assert not [*reworded(" ".join("abcdefghijklmn"))]
    assert len([*reworded("a b c d e f g h i j k l")]) == 60
