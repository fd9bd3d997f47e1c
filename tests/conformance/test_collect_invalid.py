"""Actions of `invalid()` that the action's model refuses reach no environment."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.survey.collect import _fill_invalid
from hallmark_rl.conformance.survey.survey_data import Survey


class Move(BaseModel):
    """A move to a year."""

    model_config = ConfigDict(extra="forbid")

    year: int = Field(ge=1100, le=1299)


def filled(*years: int) -> Survey:
    """A survey with invalid moves, made without validation."""
    survey = Survey(schema=Move.model_json_schema())
    moves: list[Any] = [Move.model_construct(year=year) for year in years]
    _fill_invalid(survey, ActionSource(survey.schema, action_type=Move), lambda: moves)
    return survey


def test_refused_actions_are_left_out() -> None:
    survey = filled(0, 1150, 1300)
    assert survey.invalid == [{"year": 1150}]
    assert "invalid" not in survey.evidence


def test_it_is_said_when_none_is_left() -> None:
    survey = filled(0, 1300)
    assert survey.invalid == []
    assert "refuses all actions of invalid()" in survey.evidence["invalid"]
