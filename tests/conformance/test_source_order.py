"""The order of a table in the source must not tell the right option."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.source_order import source_order
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = tuple(
    f"{first}{last}"
    for first in ("olen", "redli", "caly", "ortho", "endo", "favo", "mono", "cya")
    for last in ("arca", "mene", "ceras")
)
AS_LINES = 'TABLE = """\n' + "\n".join(f"{name} 12 round" for name in NAMES) + '\n"""\n'
AS_ROWS = f"TABLE = {[(name.title(), 12) for name in NAMES]!r}\n"
AS_ENUM = "class Species(Enum):\n" + "".join(f"    N{i} = {n!r}\n" for i, n in enumerate(NAMES))


class Tray(Env):
    """Name the find: one of five cards, whose species follow each other in a table."""

    schema: ClassVar[dict[str, Any]] = small_schema(species={"type": "string"})
    limit = 1
    task = "Which card fits?"

    def begin(self) -> None:
        self.right = self.rng.randrange(len(NAMES))
        below = self.below()
        tray = [NAMES[(self.right + step - below) % len(NAMES)] for step in range(5)]
        self.cards = [f"{name} (12 Ma)" for name in self.rng.sample(tray, 5)]

    def below(self) -> int:
        return self.rng.randrange(5)

    def show(self) -> Message:
        return {"task": self.task, "cards": self.cards}

    def paid(self, action: Message) -> float:
        return float(action["species"] == NAMES[self.right])

    def oracle(self) -> Message:
        return {"species": NAMES[self.right]}


class InTheMiddle(Tray):
    def below(self) -> int:
        return 2


class First(Tray):
    def below(self) -> int:
        return 0


class AskedForMiddle(InTheMiddle):
    task = "Which card is of the median age?"


class AskedForNext(First):
    task = "Which species follows the find? Say the next one."


class AllPaid(InTheMiddle):
    """Any name is paid."""

    def paid(self, action: Message) -> float:
        return 1.0


class MostlyOne(InTheMiddle):
    """One species is right in most tasks: another bias."""

    def begin(self) -> None:
        super().begin()
        if self.rng.random() < 0.65:
            others = self.rng.sample(range(10), 2) + self.rng.sample(range(11, 24), 2)
            self.right = 10
            self.cards = [f"{NAMES[i]} (12 Ma)" for i in self.rng.sample([10, *others], 5)]


class AtOneOrThree(InTheMiddle):
    """The whole table is shown, so that a place in it is an answer."""

    def begin(self) -> None:
        self.right = self.rng.choice([1, 3])
        self.cards = [f"{name} (12 Ma)" for name in self.rng.sample(NAMES[:5], 5)]


def _context(env: type[Env], folder: Path, source: str, readme: str = "") -> CheckContext:
    (folder / "table.py").write_text(source, encoding="utf-8")
    (folder / "README.md").write_text(readme, encoding="utf-8")
    context = small_context(env)
    subject = dataclasses.replace(context.subject, root=folder)
    return CheckContext(subject, context.survey, context.profile)


@pytest.mark.parametrize("source", [AS_LINES, AS_ROWS, AS_ENUM])
def test_the_middle_of_a_table_is_reported(tmp_path: Path, source: str) -> None:
    source_order(_context(Tray, tmp_path, source))
    with pytest.raises(PropertyViolated, match="the middle one of the options cards is right in"):
        source_order(_context(InTheMiddle, tmp_path, source))


def test_the_first_of_a_table_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match="number 1 of the options cards is right in"):
        source_order(_context(First, tmp_path, AS_LINES))
    readme = "The answer is the oldest of the species."
    source_order(_context(First, tmp_path, AS_LINES, readme))


@pytest.mark.parametrize("env", [AskedForMiddle, AskedForNext, AllPaid, MostlyOne])
def test_what_is_asked_for_and_what_does_not_matter_pass(tmp_path: Path, env: type[Env]) -> None:
    source_order(_context(env, tmp_path, AS_LINES))


def test_options_of_no_table_are_not_ranked(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="no options are shown"):
        source_order(_context(InTheMiddle, tmp_path, "TABLE = ()\n"))
    with pytest.raises(NotApplicable, match="too few different options"):
        source_order(_context(AtOneOrThree, tmp_path, AS_LINES))
