"""Code of an environment that no play reaches."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract import code_reached as module
from hallmark_rl.conformance.properties.contract.code_reached import code_reached
from hallmark_rl.conformance.survey.variants import Variant
from tests.conformance.small_environment import small_context

SOURCE = '''
from tests.conformance.small_environment import Env, small_schema


class Doors(Env):
    """Behind one of four doors is a prize; the same door twice in a row costs a fine."""

    schema = small_schema(door={"type": "integer", "minimum": 0, "maximum": 3})

    def begin(self):
        self.prize = self.rng.randrange(4)
        self.last = None

    def paid(self, action):
        door = action["door"]
        if door == self.last:
            return self.fine()
        self.last = door
        if door == self.prize:
            self.over = True
            return 1.0
        return 0.0

    def fine(self):
        return -0.1

    def oracle(self):
        return {"door": self.prize}
'''


def _context(tmp_path: Path, old: str = "", new: str = "") -> CheckContext:
    assert old in SOURCE
    path = tmp_path / "doors.py"
    path.write_text(SOURCE.replace(old, new) if old else SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("doors", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    context = small_context(module.Doors)
    context.subject = replace(context.subject, root=tmp_path)
    return context


def test_code_that_is_reached_is_sound(tmp_path: Path) -> None:
    code_reached(_context(tmp_path))


@pytest.mark.parametrize(
    "text",
    [
        "return 'not this door'",
        "return (f'not door {door}', -0.1)",
        "self.note = 'not this door'\n            return -0.1",
        "self.notes.append('not this door')\n            return -0.1",
        "return self.refused('not this door', cost=0.1)",
    ],
)
def test_a_text_that_is_never_given_is_unproved(text: str, tmp_path: Path) -> None:
    """A refusal may have a rare cause that no play comes upon."""
    old = "        if door == self.last:\n            return self.fine()"
    with pytest.raises(EvidenceMissing, match="no play reached 1 of"):
        code_reached(_context(tmp_path, old, f"        if door == 'last':\n            {text}"))


@pytest.mark.parametrize("fine", ["return -0.1", "raise ValueError", "return None"])
def test_a_condition_that_is_never_true(fine: str, tmp_path: Path) -> None:
    """The door is compared with what is no door; a block that only raises is none to reach."""
    old = "        if door == self.last:\n            return self.fine()"
    new = f"        if door == 'last':\n            {fine}"
    if fine != "return -0.1":
        code_reached(_context(tmp_path, old, new))
        return
    with pytest.raises(PropertyViolated, match=r"doors\.py:17 `return -0\.1`, though .* ran \d+ t"):
        code_reached(_context(tmp_path, old, new))


def test_a_loop_that_draws_again_is_unproved(tmp_path: Path) -> None:
    """The condition that asks for another draw may be rare."""
    old = "        self.last = door\n"
    new = old + "        while self.last == 9:\n            self.begin()\n"
    with pytest.raises(EvidenceMissing, match="no play reached 1 of"):
        code_reached(_context(tmp_path, old, new))


def test_a_server_is_left_out(tmp_path: Path) -> None:
    context = _context(tmp_path)
    context.subject = replace(context.subject, url="http://localhost:1")
    with pytest.raises(NotApplicable):
        code_reached(context)


@pytest.mark.parametrize("are_found", [False, True])
def test_without_the_oracle_it_is_unproved_or_judged_by_solutions_that_were_found(
    *, are_found: bool, tmp_path: Path
) -> None:
    context = _context(tmp_path, "if door == self.last", "if door == 'last'")
    context.subject = replace(context.subject, proof=None)
    if not are_found:
        context.survey.solutions = []
    with pytest.raises(PropertyViolated if are_found else EvidenceMissing, match="no play"):
        code_reached(context)


def test_wrong_answers_on_a_second_seed_of_a_level_are_played_while_a_block_is_missed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    context = _context(tmp_path)
    monkeypatch.setattr(module, "_variants", lambda _: [Variant("level", {"level": 1})])
    few, all_of_them = (
        sum(1 for _ in module._play_oracle(context, lambda misses=misses: misses))
        for misses in (False, True)
    )
    assert few < all_of_them


def test_a_reset_without_a_seed_is_played(tmp_path: Path) -> None:
    old = "    def begin(self):\n"
    new = (
        "    def reset(self, seed=None, **options):\n"
        "        if seed is None:\n            seed = 4\n"
        "        return super().reset(seed, **options)\n\n" + old
    )
    code_reached(_context(tmp_path, old, new))
