"""Forms drawn from schemas, and any value as JSON data."""

from __future__ import annotations

import enum
import json
import random
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import pytest

pytest.importorskip("openenv")
from pydantic import BaseModel, Field

from hallmark_rl.sdk import Secret
from hallmark_rl.sdk.play.form_fields import WHOLE, FormField, action_fields, random_action
from hallmark_rl.sdk.play.plain_values import MAX_TEXT_CHARS, plain
from hallmark_rl.sdk.play.reset_fields import reset_fields
from hallmark_rl.sdk.subject.description import Subject
from tests.sdk.play.maze import Step


def by_name(fields: list[FormField]) -> dict[str, FormField]:
    return {each.name: each for each in fields}


def test_the_form_of_an_action() -> None:
    fields = by_name(action_fields(Step))
    kinds = {name: each.kind for name, each in fields.items()}
    assert kinds == {
        "door": "text", "kind": "choice", "times": "integer", "force": "number",
        "quiet": "boolean", "note": "lines", "code": "code", "extra": "json", "metadata": "json",
    }  # fmt: skip
    assert fields["kind"].choices == ["open", "knock"]
    assert (fields["times"].low, fields["times"].high, fields["times"].default) == (1, 3, 1)
    assert fields["metadata"].advanced
    assert by_name(action_fields(Step, "note"))["note"].kind == "code"


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Point(BaseModel):
    x: int


class Unusual(BaseModel):
    colour: Colour
    maybe: int | None = Field(default=None, gt=2, lt=9)
    one: Literal["a"] | Literal["b"] = "a"
    point: Point
    either: int | str = 0


def test_unusual_schemas() -> None:
    fields = by_name(action_fields(Unusual))
    assert (fields["colour"].kind, fields["colour"].choices) == ("choice", ["red", "blue"])
    assert fields["colour"].required
    assert (fields["maybe"].kind, fields["maybe"].low, fields["maybe"].high) == ("integer", 3, 8)
    assert fields["one"].choices == ["a", "b"]
    assert (fields["point"].kind, fields["either"].kind) == ("json", "json")
    assert [each.name for each in action_fields(object())] == [WHOLE]
    assert [each.name for each in action_fields(int | str)] == [WHOLE]


def test_random_actions_are_within_bounds() -> None:
    rng = random.Random(1)
    for _ in range(200):
        drawn = random_action(action_fields(Step), rng, ["word"])
        Step.model_validate(drawn)
        assert "metadata" not in drawn


def test_the_arguments_of_reset(maze: Subject) -> None:
    fields = by_name(reset_fields(maze))
    assert list(fields) == ["split", "level", "index", "mode"]
    assert fields["split"].choices == ["train", "test"]
    assert fields["level"].choices == [None, 1, 2]
    assert fields["mode"].choices == ["plain", "loud"], "from the state of the same name"


class Other:
    def reset(
        self, seed: int = 0, episode_id: str = "", size: int = 3, kind: Literal["a", "b"] = "a",
        **more: Any,
    ) -> None: ...  # fmt: skip


def test_the_arguments_of_another_reset() -> None:
    fields = by_name(reset_fields(Subject("x", "x", env_class=Other)))
    assert (list(fields), fields["size"].default) == (["size", "kind"], 3)
    assert fields["kind"].choices == ["a", "b"]
    assert reset_fields(Subject("x", "x", env_class=None)) == []


class Odd:
    def __init__(self) -> None:
        self.inner = Secret("hidden")

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


class Angry(str):
    def __str__(self) -> str:
        raise RuntimeError

    def __len__(self) -> int:
        raise RuntimeError


class Pair(NamedTuple):
    left: int
    right: Any


@dataclass
class Holder:
    value: Any
    more: list[int] = field(default_factory=list)


def cycle() -> list[Any]:
    values: list[Any] = []
    values.append(values)
    return values


@pytest.mark.parametrize(
    "value",
    [
        float("nan"), float("inf"), 10**6000, "\ud800", "x" * (MAX_TEXT_CHARS + 9), b"\xff",
        ["x" * 150_000] * 2000, cycle(), Odd(), Angry("x"), {1: {2: 3}}, {Angry("k"): 1},
        Colour.RED, Pair(1, Odd()),
        Holder(Odd()), object, len, [[0] * 300] * 300, range(9), {Odd(): 1}, Secret("hidden"),
        Step.model_construct(door=Odd()),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
@pytest.mark.parametrize("private", [False, True])
def test_any_value_becomes_bounded_json(value: Any, private: bool) -> None:
    text = json.dumps(plain(value, private=private), allow_nan=False)
    assert len(text) < 1_500_000
    json.loads(text.encode())
    assert private or "hidden" not in text


def test_depth_and_number_of_values_are_bounded() -> None:
    assert json.dumps(plain(cycle())).count("[") < 20
    assert json.dumps(plain([[0] * 300] * 300)).count("0") < 25_000


def test_what_private_shows() -> None:
    assert plain(Holder(Secret("hidden")), private=True) == {"value": "hidden", "more": []}
    assert plain(Holder(Secret("hidden"))) == {"value": "(secret)", "more": []}
    assert plain(Pair(1, 2)) == {"left": 1, "right": 2}
