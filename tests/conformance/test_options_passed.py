"""A function that works by an option of the reset, and is never told it, is reported."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract import options_passed as module
from hallmark_rl.conformance.properties.contract.options_passed import options_passed
from hallmark_rl.conformance.survey.variants import Variant

RULES = 'def choose(hand, style="timid", *, level=1):\n    return hand[0] if style else level\n'
ENV = "from .rules import choose\n\nclass Game:\n    def step(self, card):\n        return {}\n"


@pytest.fixture(autouse=True)
def _variants(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [Variant("mode", {"style": style}) for style in ("timid", "keen")]
    listed += [Variant("level", {"level": level}) for level in (1, 2)]
    monkeypatch.setattr(module, "variants_of", lambda _: SimpleNamespace(listed=listed))


def _check(folder: Path, call: str, rules: str = RULES) -> None:
    (folder / "env.py").write_text(ENV.format(call))
    (folder / "rules.py").write_text(rules)
    subject = SimpleNamespace(root=folder, env_class=None, action_type=None)
    context: Any = SimpleNamespace(subject=subject)
    options_passed(context)


def test_an_option_that_no_call_passes_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"choose \(rules.py:1\) has the option 'style'"):
        _check(tmp_path, "choose(self.hand, level=2)")
    with pytest.raises(PropertyViolated, match=r"'level' of .* it is always 1 there"):
        _check(tmp_path, "choose(self.hand, self.style)")


@pytest.mark.parametrize(
    "call",
    [
        "choose(self.hand, self.style, level=2)",
        "choose(self.hand, style='keen', level=2)",
        "choose(self.hand) or choose(self.hand, self.style, level=self.level)",
        "choose(*self.play)",
        "choose(self.hand, **self.options)",
    ],
)
def test_an_option_that_a_call_passes_is_sound(tmp_path: Path, call: str) -> None:
    _check(tmp_path, call)


@pytest.mark.parametrize(
    ("call", "rules"),
    [
        ("0", RULES),
        ("choose", RULES),
        ("choose(self.hand) or sorted(self.hands, key=choose)", RULES),
        ("choose(self.hand)", RULES.replace("timid", "slow").replace("=1", "=9")),
        ("choose(self.hand)", RULES.replace('"timid"', "None").replace("=1", "=DEFAULT")),
        ("choose(self.hand)", RULES.replace("style", "kind").replace("level", "size")),
        ("choose(self.hand)", f"{RULES}\nclass Other:\n    def choose(self):\n        return 1\n"),
        ("choose(self.hand)", "def choose(hand):\n    return hand[0]\n"),
    ],
)
def test_where_nobody_says_that_the_option_is_meant_nothing_is_said(
    tmp_path: Path, call: str, rules: str
) -> None:
    with pytest.raises(NotApplicable, match="no function that is called"):
        _check(tmp_path, call, rules)


def test_a_function_that_is_called_at_import_cannot_be_told(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="no function that is called"):
        _check(tmp_path, "0", f"{RULES}\nFIRST = choose([1])\n")


def test_the_place_in_a_call_of_a_method_does_not_count_self(tmp_path: Path) -> None:
    rules = "class Rules:\n    def choose(self, hand, style='timid'):\n        return hand\n"
    _check(tmp_path, "self.rules.choose(self.hand, self.style)", rules)
    with pytest.raises(PropertyViolated, match="'style'"):
        _check(tmp_path, "self.rules.choose(self.hand)", rules)


def test_an_option_that_only_the_reset_passes_is_reported(tmp_path: Path) -> None:
    rules = RULES + "\ndef deal(hand, style):\n    return choose(hand, style, level=2)\n"
    with pytest.raises(PropertyViolated, match=r"no call of step\(\) passes it"):
        _check(tmp_path, "choose(self.hand, level=2)", rules)
    _check(tmp_path, "choose(self.hand, self.style, level=2)", rules)
