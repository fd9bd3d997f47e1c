"""An option that is left out has the value that a text calls its default."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reset.stated_defaults import stated_defaults
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TERRAIN = '`reset(seed, terrain="plain"|"rough"|"steep")`'


class Field(Env):
    """Count the rocks of a field; an option says how many there are."""

    schema: ClassVar[dict[str, Any]] = small_schema(rocks={"type": "integer"})
    default: Any = "plain"
    name = "terrain"

    def begin(self) -> None:
        self.chosen = self.options.get(self.name, self.default)
        more = {"plain": 0, "rough": 4, "steep": 9}.get(self.chosen, self.chosen)
        self.rocks = [self.rng.randint(1, 9) for _ in range(3 + more)]

    def show(self) -> Message:
        return {"rocks": self.rocks, self.name: self.chosen}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["rocks"] == len(self.rocks))

    def oracle(self) -> Message:
        return {"rocks": len(self.rocks)}


class Rough(Field):
    default = "rough"


class Named(Field):
    """The option changes nothing but its own name."""

    def begin(self) -> None:
        super().begin()
        self.rocks = self.rocks[:3]


class NamedRough(Named):
    default = "rough"


class Counted(Field):
    name, default = "hives", 3


class OneMore(Counted):
    default = 4


class Refusing(Rough):
    def begin(self) -> None:
        if "terrain" in self.options:
            raise ValueError("there is no such option")
        super().begin()


def _check(env_class: type[Env], folder: Path, text: str) -> None:
    (folder / "README.md").write_text(f"# Field\n\n{text}\n", encoding="utf-8")
    context = small_context(env_class)
    subject = replace(context.subject, root=folder)
    stated_defaults(CheckContext(subject, context.survey, context.profile))


SAID = (
    f"{TERRAIN}, plain by default.",
    f"{TERRAIN}: plain is the default.",
    f"{TERRAIN}; `plain` (the default) has no rocks, `rough` has four.",
    f"{TERRAIN}: plain (no rocks, default) or rough.",
    f"{TERRAIN}. The default is `plain`.",
    f"{TERRAIN}. Plain (default): no rocks.",
    f'{TERRAIN}; terrain defaults to "plain".',
)


@pytest.mark.parametrize("text", SAID)
def test_another_default_is_reported(text: str, tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"those of reset\(terrain='rough'\) on 6 seeds"):
        _check(Rough, tmp_path, text)
    _check(Field, tmp_path, text)


@pytest.mark.parametrize(
    "text", ["3 hives by default", "three by default", "default: 3", "2 to 4, by default 3"]
)
def test_numbers_are_read_as_well(text: str, tmp_path: Path) -> None:
    told = f"**Options.** `reset(seed, hives=2|4)`: {text}."
    with pytest.raises(PropertyViolated, match=r"reset\(hives=4\)"):
        _check(OneMore, tmp_path, told)
    _check(Counted, tmp_path, told)


def test_a_name_without_an_effect_is_no_other_default(tmp_path: Path) -> None:
    _check(NamedRough, tmp_path, SAID[0])


@pytest.mark.parametrize(
    "text",
    [
        f"{TERRAIN}: the seed chooses by default.",
        f"{TERRAIN}; plain has no rocks, and by default there is fog.",
        f"{TERRAIN}, plain by default in training, rough by default in the test.",
        "Plain by default.",
    ],
)
def test_other_sentences_state_no_default(text: str, tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        _check(Rough, tmp_path, text)


def test_values_that_are_refused_show_nothing(tmp_path: Path) -> None:
    with pytest.raises(EvidenceMissing, match="refuses the values"):
        _check(Refusing, tmp_path, SAID[0])
