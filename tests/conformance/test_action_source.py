"""Making valid actions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from openenv.core.env_server.types import Action
from pydantic import Field, TypeAdapter

from hallmark_rl.conformance.actions.action_source import (
    action_source,
    add_tokens,
    describe_tokens,
    observation_tokens,
)
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.sdk.subject.description import Subject


def test_observation_tokens_come_from_lists_tables_and_names() -> None:
    message = {
        "notes": ["fever", "cough"],
        "stock": {"bolt": 3, "nut": 4},
        "tickets": [{"id": "T1", "text": "It is broken."}],
        "moves": ["go north"],
        "lines": {"red": ["Alder", "Depot"], "blue": ["Elm", "Ferry"]},
    }
    assert observation_tokens(message) == [
        *("go north", "fever", "cough", "bolt", "nut", "T1"),
        *("Alder", "Depot", "Elm", "Ferry", "red", "blue"),
    ]


def test_an_action_class_that_validates_a_union_is_drawn() -> None:
    """OpenEnv asks the class to publish and to validate; so must the suite."""

    class Look(Action):
        kind: Literal["look"]

    class Say(Action):
        kind: Literal["say"]
        text: str

    either: TypeAdapter[Look | Say] = TypeAdapter(
        Annotated[Look | Say, Field(discriminator="kind")]
    )

    class Either(Action):
        @classmethod
        def model_validate(cls, obj: Any, **_: Any) -> Any:
            return either.validate_python(obj)

        @classmethod
        def model_json_schema(cls, **_: Any) -> dict[str, Any]:
            return either.json_schema()

    drawn = action_source(Subject("x", "x", action_type=Either)).sample(20)
    assert {type(make_action(Either, action)) for action in drawn} == {Look, Say}


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ("north, south, east, west or clean", ["north", "south", "east", "west", "clean"]),
        ("Where it goes: paper, glass or metal", ["paper", "glass", "metal"]),
        ("look or report", ["look", "report"]),
        ("For a page: primary, secondary, manager", ["primary", "secondary", "manager"]),
        ("The number of rows, which is one or more of them", []),
    ],
)
def test_a_description_that_lists_words_offers_them(description: str, words: list[str]) -> None:
    schema = {"properties": {"text": {"type": "string", "description": description}}}
    assert describe_tokens(schema).get("text", []) == words


class Order(Action):
    note: str = ""
    crates: dict[str, int] = Field(default_factory=dict)
    price: dict[str, float] | None = None
    count: int = 0


def test_shown_words_are_offered_for_texts_and_for_free_keys() -> None:
    source = action_source(Subject("x", "x", make=object, action_type=Order))
    assert source.free_key_fields() == ["crates", "price"]
    add_tokens(source, {"*": ["berry", "apple"], "count": ["7"]})
    assert source.tokens == {
        **{key: ["berry", "apple"] for key in ("note", "crates", "price")},
        "count": ["7"],
    }
    keys = {key for action in source.sample(40) for key in action.get("crates", {})}
    assert {"berry", "apple"} <= keys
