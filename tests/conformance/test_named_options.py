"""An option that the texts name and that changes nothing is reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reset.named_options import named_options
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Walks(Env):
    """Add the counts of some walks; an option says how many walks there are."""

    schema: ClassVar[dict[str, Any]] = small_schema(total={"type": "integer"})

    def begin(self) -> None:
        self.walks = self.options.get("walks", 3)
        self.counts = [self.rng.randint(1, 9) for _ in range(self.number())]

    def number(self) -> int:
        return int(self.walks)

    def show(self) -> Message:
        return {"counts": self.counts, "walks": self.walks}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["total"] == sum(self.counts))

    def oracle(self) -> Message:
        return {"total": sum(self.counts)}


class Named(Walks):
    """The field of the walks has the option's name."""

    def show(self) -> Message:
        return {"walks": {f"walk {n}": count for n, count in enumerate(self.counts)}}


class AlwaysThree(Walks):
    def number(self) -> int:
        return 3


class Refusing(Walks):
    def begin(self) -> None:
        if "walks" in self.options:
            raise ValueError("there is no such option")
        super().begin()


class OtherPay(AlwaysThree):
    """Only the pay of the oracle tells of the option."""

    def paid(self, action: Message) -> float:
        return super().paid(action) * (2.0 if self.walks == 5 else 1.0)


class OtherFee(AlwaysThree):
    """A total that is one too large costs a fee, but not with five walks."""

    def paid(self, action: Message) -> float:
        paid = super().paid(action)
        return -1.0 if action["total"] == sum(self.counts) + 1 and self.walks != 5 else paid


class OtherLevel(AlwaysThree):
    """The option sets the number of walks at the second level only."""

    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}

    def number(self) -> int:
        return int(self.walks) if self.options.get("level", 1) == 2 else 3


def _check(env_class: type[Env], folder: Path, text: str) -> None:
    (folder / "README.md").write_text(f"# Walks\n\n{text}\n")
    context = small_context(env_class)
    subject = replace(context.subject, root=folder)
    named_options(CheckContext(subject, context.survey, context.profile))


TEXT = "`reset(walks=5)` sets how many walks there were, by default 3."


@pytest.mark.parametrize("env_class", [Walks, Named, OtherPay, OtherFee, OtherLevel])
def test_an_option_with_an_effect_is_sound(env_class: type[Env], tmp_path: Path) -> None:
    _check(env_class, tmp_path, TEXT)


def test_an_option_without_effect_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"reset\(walks=...\) changes nothing with 5, 6, 4"):
        _check(AlwaysThree, tmp_path, TEXT)


def test_an_option_that_is_refused_is_not_judged(tmp_path: Path) -> None:
    with pytest.raises(EvidenceMissing, match="refuses the values"):
        _check(Refusing, tmp_path, TEXT)


@pytest.mark.parametrize(
    "text", ["Count birds.", "`reset(seed=5, level=2)` begins.", "Use walks=5.", "reset(walks)"]
)
def test_other_texts_name_no_option(text: str, tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="names an option"):
        _check(AlwaysThree, tmp_path, text)
