"""Formulas that are written in one step and judged in a later one."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.indirect_leaks import server_environment
from hallmark_rl.conformance.properties.semantics.formulas import _SHOWN, _is_formula, _variants
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey
from hallmark_rl.sdk.subject.description import Subject

SCRIPT = [{"text": "a*b+1"}, {"text": "done"}]


class Sheet:
    """The value of what is written is shown; `done` ends the episode."""

    task = "Write a formula."
    judged = True

    def reset(self, seed: int | None = None) -> dict[str, Any]:
        self.written = ""
        return {"task": self.task, "reward": 0.0, "done": False}

    def step(self, action: dict[str, Any]) -> dict[str, Any]:
        if action["text"] == "done":
            right = not self.judged or self.written == SCRIPT[0]["text"]
            return {"task": self.task, "reward": float(right), "done": True}
        self.written = action["text"]
        return {"task": self.task, "value": 7321, "reward": 0.0, "done": False}


class Calculator(Sheet):
    judged = False


class Total(Sheet):
    task = "Put the total into the cell."


@pytest.mark.parametrize(
    ("env", "changed", "replaced"),
    [(Sheet, True, True), (Calculator, False, False), (Total, True, False)],
)
def test_steps_that_are_judged_are_changed_and_values_typed_where_a_formula_is_asked(
    env: type, changed: bool, replaced: bool
) -> None:
    subject = Subject("x", "x", make=env, action_type=dict)
    solution = Rollout(1, SCRIPT, [0.0, 1.0], True)
    survey = Survey(pool=[{"text": "x"}], solutions=[solution])
    made = list(_variants(CheckContext(subject, survey, PROFILES["quick"]), solution))
    assert any(name == "the formula plus 1" and place == 0 for name, place, _ in made) is changed
    shown = [action for name, _, action in made if name == _SHOWN]
    assert ({"text": "7321"} in shown) is replaced


@pytest.mark.parametrize(
    ("field", "said", "text", "is_meant"),
    [
        ("formula", "", "1234567*7654321", True),
        ("note", "", "1234567*7654321", False),
        ("command", "A bash script", "$((1234567*7654321))", True),
        ("command", "A bash script", "${1234567*7654321}", False),
        ("command", "A shared script", "$((1234567*7654321))", False),
    ],
)
def test_what_a_field_is_meant_to_compute_is_no_data_of_the_server(
    field: str, said: str, text: str, is_meant: bool
) -> None:
    class Computer:
        def reset(self, seed: int | None = None) -> dict[str, Any]:
            return {"reward": 0.0, "done": False}

        def step(self, action: dict[str, Any]) -> dict[str, Any]:
            value = 9449772114007 if action[field] == text else None
            return {"value": value, "reward": 0.0, "done": False}

    fields = {field: {"type": "string", "description": said}}
    schema = {"type": "object", "properties": fields, "required": [field]}
    subject = Subject("x", "x", make=Computer, action_type=dict)
    context = CheckContext(subject, Survey(pool=[{field: "1"}], schema=schema), PROFILES["quick"])
    if is_meant:
        server_environment(context)
    else:
        with pytest.raises(PropertyViolated, match="only the server knows"):
            server_environment(context)


@pytest.mark.parametrize(
    ("text", "is_formula"),
    [
        ("a*b+1", True),
        ("=SUM(B2:B9)", True),
        ("price * (1 + rate)", True),
        ("2*3+4", True),
        ("I recommend SQ-803.", False),
        ("12-3", False),
    ],
)
def test_a_sentence_with_a_code_is_no_formula(text: str, is_formula: bool) -> None:
    assert _is_formula(text) is is_formula
