"""What a branch sets and the line after it replaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.contract.overwritten_values import overwritten_values
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.load import load_subject

SHIPPED = Path(__file__).parents[2] / "envs" / "wordle"


def check(folder: Path, body: str) -> None:
    """Check a folder with one file: a method with this body."""
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    code = f"class Env:\n    def step(self, gap, kind):\n{lines}"
    (folder / "env.py").write_text(code, encoding="utf-8")
    subject = load_subject(str(SHIPPED))
    object.__setattr__(subject, "root", folder)
    overwritten_values(CheckContext(subject, Survey(), PROFILES["quick"]))


@pytest.mark.parametrize(
    ("body", "target"),
    [
        ("if gap:\n    self.done = True\nself.hour += 1\nself.done = self.hour > 9", "self.done"),
        ("if gap:\n    cost = 2\nelif kind:\n    cost = 3\ncost = len(kind)\nreturn cost", "cost"),
        ("if gap:\n    if kind:\n        cost = 2\n    gap = 1\ncost = gap\nreturn cost", "cost"),
        ("match kind:\n    case 1:\n        cost = 2\ncost = gap\nreturn cost", "cost"),
        ("cost = 0\nif gap:\n    cost += 2\ncost = gap\nreturn cost", "cost"),
        ("for x in kind:\n    if x:\n        y = 1\n    y = 2\nreturn y", "y"),
    ],
)  # fmt: skip
def test_a_special_case_that_is_replaced_is_reported(
    body: str, target: str, tmp_path: Path
) -> None:
    with pytest.raises(PropertyViolated, match=rf"^env\.py:\d+ sets {target} in a branch"):
        check(tmp_path, body)


@pytest.mark.parametrize(
    "body",
    [
        "cost = 0\nif gap:\n    cost = 2\nreturn cost",
        "if gap:\n    cost = 2\n    return cost\ncost = 3\nreturn cost",
        "if gap:\n    cost = 2\nif cost:\n    gap = 1\ncost = 3\nreturn cost",
        "if gap:\n    cost = 2\nif kind:\n    return 0\ncost = 3\nreturn cost",
        "if gap:\n    cost = 2\ncost = cost + 3\nreturn cost",
        "if gap:\n    cost = 2\nelse:\n    cost = 3\nreturn cost",
        "if gap:\n    self.done = True\nself.tell()\nself.done = False",
        "if gap:\n    self.done = True\nother = kind.done\nself.done = False",
        "if gap:\n    cost = 3\ncost = 3\nreturn cost",
        "def shown():\n    return cost\nif gap:\n    cost = 2\nshown()\ncost = 3\nreturn cost",
        "global cost\nif gap:\n    cost = 2\ncost = 3",
        "if gap:\n    self.owner.done = True\nself.owner = kind\nself.owner.done = False",
        "for x in kind:\n    if x:\n        y = 1\n        continue\n    y = 2\nreturn y",
    ],
)
def test_what_is_read_or_may_be_read_is_not_reported(body: str, tmp_path: Path) -> None:
    check(tmp_path, body)


def test_a_property_that_can_be_set_may_act_each_time(tmp_path: Path) -> None:
    body = (
        "if gap:\n    self.light = 1\nself.light = 0\n\n"
        "@light.setter\ndef light(self, value): self.pulse(value)"
    )
    check(tmp_path, body)
    with pytest.raises(PropertyViolated):
        check(tmp_path, body.replace("@light.setter\n", ""))
