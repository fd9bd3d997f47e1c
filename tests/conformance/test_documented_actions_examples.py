"""Answers that the documents show are among the actions that are played."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, Field

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.survey.documented_actions import add_examples
from hallmark_rl.conformance.survey.survey_data import Survey

TEXT: dict[str, Any] = {"type": "object", "properties": {"text": {"type": "string"}}}
BLOCKS = ["label: safe\nreason: education", "label: unsafe", "label: safe\nreason: education"]


class Short(BaseModel):
    """A short text."""

    text: str = Field(max_length=15)


def _pool(schema: dict[str, Any], pool: list[Any], strategy: Any = None) -> tuple[Survey, Any]:
    survey, source = Survey(schema=schema, pool=pool), ActionSource(schema, action_type=dict)
    source.strategy = strategy
    add_examples(survey, source, lambda: BLOCKS)
    return survey, source


def test_blocks_are_added_once_and_name_beginnings() -> None:
    survey, source = _pool(TEXT, [{"text": str(n)} for n in range(5)] + [{"text": BLOCKS[1]}])
    texts = [action["text"] for action in survey.pool]
    assert texts == ["0", "1", "2", BLOCKS[0], "3", "4", BLOCKS[1]]
    assert source.tokens["text"][0] == BLOCKS[0]


@pytest.mark.parametrize("strategy", [None, "the author's"])
def test_actions_of_the_author_and_of_several_fields_are_left_alone(strategy: Any) -> None:
    two = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    schema, pool = (TEXT, [{"text": "x"}]) if strategy else (two, [{"a": "x"}])
    survey, _ = _pool(schema, list(pool), strategy)
    assert survey.pool == pool


def test_texts_that_are_too_long_are_left_out() -> None:
    schema = Short.model_json_schema()
    survey = Survey(schema=schema, pool=[{"text": "x"}])
    add_examples(survey, ActionSource(schema, action_type=Short), lambda: BLOCKS)
    assert survey.pool == [{"text": "x"}, {"text": BLOCKS[1]}]
