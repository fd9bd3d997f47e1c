"""Actions that are drawn: a union in a model's clothes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from openenv.core.env_server.types import Action
from pydantic import Field, TypeAdapter

from hallmark_rl.conformance.actions.source import action_source
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.sdk.subject.description import Subject


def test_an_action_that_is_a_union_in_a_models_clothes_is_drawn() -> None:
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
