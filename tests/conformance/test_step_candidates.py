"""Actions that a message suggests: templates of commands, words of the code, pairs of fields."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest

pytest.importorskip("openenv")

from openenv.core.env_server.types import Action
from pydantic import Field

from hallmark_rl.conformance.actions.action_source import (
    ActionSource,
    action_schema,
    add_tokens,
    describe_tokens,
)
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates, _as_template

ROOM = {"text": "You are in the hall.\nExits: north, east.", "reward": 0.0, "done": False}


class Command(Action):
    text: str = ""


class Described(Action):
    text: str = Field("", description="One of 'go <way>', 'put <item> in <place>' or 'look'")


class Fields(Action):
    verb: Literal["go", "give"] = "go"
    item: str = ""
    person: str = ""
    count: int = 0


def candidates(kind: Any, folder: Path, code: str, actions: list[Any]) -> StepCandidates:
    (folder / "env.py").write_text(code)
    schema = action_schema(kind)
    source = ActionSource(schema, kind)
    add_tokens(source, describe_tokens(schema))
    subject = SimpleNamespace(root=folder, env_class=None, action_type=kind, manifest={})
    return StepCandidates(source, subject, actions)  # type: ignore[arg-type]


def texts(made: list[dict[str, Any]]) -> set[str]:
    return {action["text"] for action in made}


def test_templates_of_descriptions_take_the_names_of_a_message(tmp_path: Path) -> None:
    made = candidates(Described, tmp_path, "", [{"text": "look"}])
    shown = texts(made.after(ROOM, []))
    assert {"look", "go north", "go east", "put north in hall", "put hall in north"} <= shown
    assert "put north in north" not in shown


def test_a_name_in_an_action_before_is_offered_again(tmp_path: Path) -> None:
    made = candidates(Described, tmp_path, "", [{"text": "look"}])
    assert "go lamp" not in texts(made.after(ROOM, []))
    shown = texts(made.after(ROOM, [{"text": "take lamp"}, {"text": "go west"}]))
    assert {"go lamp", "put lamp in west"} <= shown


@pytest.mark.parametrize(
    "code",
    [
        'match words:\n    case ["take", item]:\n        pass\n',
        'import re\nfound = re.fullmatch(r"take (\\w+)", text)\n',
        'ok = words[0] == "take" or words[0] in ("drop", "look")\n',
        'ok = text.startswith("take")\n',
    ],
)
def test_commands_of_the_code_are_tried(tmp_path: Path, code: str) -> None:
    made = candidates(Command, tmp_path, code, [{"text": ""}])
    assert "take north" in texts(made.after(ROOM, []))


def test_two_fields_take_two_names_and_numbers_those_of_the_message(tmp_path: Path) -> None:
    base = {"verb": "give", "item": "", "person": "", "count": 0}
    made = candidates(Fields, tmp_path, "", [{**base, "verb": "go"}, base])
    actions = made.after({"people": ["Ada", "Ben"], "left": 7}, [])
    assert {**base, "item": "Ada", "person": "Ben"} in actions
    assert {**base, "verb": "go", "item": "Ben"} in actions
    assert {**base, "count": 7} in actions


@pytest.mark.parametrize(
    ("pattern", "template"),
    [
        (r"^go (north|south)$", "go <word>"),
        (r"put\s+(?P<item>\w+)\s+in\s+(\w+)", "put <word> in <word>"),
        (r"\d+", ""),
        (r"[a-z]{5}", ""),
    ],
)
def test_regular_expressions_as_templates(pattern: str, template: str) -> None:
    assert _as_template(pattern) == template


class Ride(Action):
    line: str = ""
    stop: str = ""


def test_pairs_of_a_key_and_an_item_of_its_list_are_tried(tmp_path: Path) -> None:
    made = candidates(Ride, tmp_path, "", [{}])
    town = {"lines": {"red": ["Alder", "Depot"], "blue": ["Elm"]}, "here": "Kiln"}
    pairs = {(action.get("line"), action.get("stop")) for action in made.after(town, [])}
    assert {("red", "Alder"), ("red", "Depot"), ("blue", "Elm")} <= pairs


def test_listed_moves_are_actions_of_their_own(tmp_path: Path) -> None:
    made = candidates(Command, tmp_path, "", [{"text": "look"}])
    board = {"board": "x.o", "legal": ["a1", "b2"], "log": ["a", "a"], "metadata": {"x": ["z"]}}
    assert made.listed(board) == [{"text": "a1"}, {"text": "b2"}]
    assert made.listed(ROOM) == []
    numbered = candidates(Fields, tmp_path, "", [{"verb": "go", "count": 1}])
    counts = [action["count"] for action in numbered.listed({"stacks": [3, 5]})]
    assert counts == [3, 5]


def test_a_drawn_action_is_one_of_the_candidates(tmp_path: Path) -> None:
    made = candidates(Described, tmp_path, "", [{"text": "look"}])
    after = made.after(ROOM, [])
    drawn = [made.drawn(random.Random(seed), ROOM, []) for seed in range(60)]
    assert all(action in after for action in drawn)
    assert len({str(action) for action in drawn}) > 5


def test_few_actions_are_different_fixed_ones(tmp_path: Path) -> None:
    made = candidates(Described, tmp_path, "", [{"text": str(number)} for number in range(12)])
    for seed in range(40):
        few = made.few(random.Random(seed))
        assert 2 <= len({action["text"] for action in few}) == len(few) <= 3


class Page(Action):
    tool: str = Field("", description="wait, page or resolve")
    incident: str = ""
    role: str = ""


def test_all_fields_are_filled_at_once_where_a_text_lists_words_for_one(tmp_path: Path) -> None:
    code = 'ROLES = ("primary", "manager")\n'
    made = candidates(Page, tmp_path, code, [{"tool": "", "incident": "", "role": ""}])
    actions = made.after({"incidents": [{"id": "INC-42"}, {"id": "INC-7"}]}, [])
    assert {"tool": "page", "incident": "INC-42", "role": "manager"} in actions
    assert {"tool": "resolve", "incident": "INC-7", "role": "primary"} in actions


class Move(Action):
    move: str = Field("", description="Such as Qg7 or Kf6")


def test_moves_on_a_board_are_tried(tmp_path: Path) -> None:
    made = candidates(Move, tmp_path, "", [{"move": ""}])
    moves = {action["move"] for action in made.after({"text": "White: Kb6. Black: Ka8."}, [])}
    assert {"Kb7", "Kc6", "Qb8"} <= moves
