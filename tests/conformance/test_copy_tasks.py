"""A field that is to be copied is the task, and no secret."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel, Field

from hallmark_rl.conformance.core.results import NotApplicable
from hallmark_rl.conformance.survey.copy_tasks import fields_to_copy, named_to_copy
from hallmark_rl.sdk.subject.description import Subject
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class ToCopy(BaseModel):
    original: str = Field(default="", description="The text to copy")
    source: str = Field(default="", description="Where it was found")


class ToRead(BaseModel):
    original: str = Field(default="", description="The text that is meant")


class Copying(Env):
    """A short text is shown, and is the answer."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})

    def begin(self) -> None:
        self.text = "".join(self.rng.choices("abcdefgh", k=12))

    def show(self) -> Message:
        return {"original": self.text}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["text"] == self.text)

    def oracle(self) -> Message:
        return {"text": self.text}


def test_fields_whose_description_says_copy() -> None:
    assert fields_to_copy(Subject("x", "x", observation_type=ToCopy)) == {"original"}
    assert fields_to_copy(Subject("x", "x", observation_type=ToRead)) == set()
    assert fields_to_copy(Subject("x", "x")) == set()


def test_what_is_to_be_copied_is_no_secret() -> None:
    context = small_context(Copying)
    context.subject = replace(context.subject, observation_type=ToRead)
    assert all(secrets for _, secrets in context.secrets)
    context.subject = replace(context.subject, observation_type=ToCopy)
    with pytest.raises(NotApplicable):
        _ = context.secrets


def test_a_message_may_name_the_field_that_is_to_be_copied() -> None:
    message = {"instruction": "Copy the line exactly.", "line": "a  B", "code": "x7", "steps": 3}
    assert named_to_copy(message) == {"line"}
    assert named_to_copy({**message, "instruction": "Answer with the line's code."}) == set()
