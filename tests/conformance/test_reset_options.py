"""Options of reset: which values are tried, and what of an earlier reset stays."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.reset_options import (
    closed_values,
    numbered_levels,
    reset_options,
)
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.reset.option_effects import options_end
from hallmark_rl.conformance.properties.variants import each_variant, solving
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey
from hallmark_rl.conformance.survey.variants import Variant
from hallmark_rl.sdk.subject.description import Subject


class Levels:
    """The level is declared nowhere; it shows in the state only."""

    stays = False
    level = "low"

    def reset(self, seed: int | None = None, level: str | None = None) -> dict[str, Any]:
        if level not in (None, "low", "top"):
            raise ValueError("level must be one of low, top")
        self.level = level or (self.level if self.stays else "low")
        return {"reward": 0.0, "done": False}

    def step(self, action: dict[str, Any]) -> dict[str, Any]:
        return {"reward": 0.0, "done": False}

    @property
    def state(self) -> dict[str, Any]:
        return {"level": self.level}


class StickyLevels(Levels):
    stays = True


class AnyText:
    """Accepts each text."""

    def reset(self, seed: int | None = None, level: str = "top") -> dict[str, Any]:
        return {"reward": 0.0, "done": False}


class WithOptions:
    """Its options are listed in the class, as those of a `VerifiedEnvironment`."""

    options: ClassVar[dict[str, Any]] = {"piece": "rook"}

    def reset(self, seed: int | None = None, **options: Any) -> dict[str, Any]:
        if {**self.options, **options}["piece"] not in ("rook", "queen"):
            raise ValueError("piece must be rook or queen")
        return {"reward": 0.0, "done": False}


def context(env: type) -> CheckContext:
    subject = Subject("x", "x", make=env, action_type=dict)
    return CheckContext(subject, Survey(pool=[{"a": 1}, {"a": 2}]), PROFILES["quick"])


def test_what_a_refusal_names_is_tried_first() -> None:
    assert reset_options(context(Levels))["level"][:2] == ["low", "top"]


def test_accepted_values_are_listed_where_any_other_is_refused() -> None:
    assert {"level": "top"} in closed_values(context(Levels))
    assert closed_values(context(AnyText)) == []
    found = each_variant.variants_of(context(Levels)).listed
    assert Variant("mode", {"level": "top"}, promised=False, found=True) in found


def test_options_that_the_class_lists_are_tried() -> None:
    assert closed_values(context(WithOptions)) == [{"piece": "queen"}]


def test_an_option_that_stays_in_the_state_is_found() -> None:
    options_end(context(Levels))
    with pytest.raises(PropertyViolated, match=r"level='top'.*state\.level"):
        options_end(context(StickyLevels))


@pytest.mark.parametrize(
    ("solved", "expected"), [(4, None), (2, EvidenceMissing), (0, PropertyViolated)]
)
def test_a_found_value_of_which_seeds_are_not_solved_is_unproved(
    solved: int, expected: type[Exception] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = Variant("mode", {"level": "top"}, promised=False, found=True)
    seeds = list(range(4))
    made: Any = SimpleNamespace(solved=[None], seeds=seeds)
    monkeypatch.setattr(solving, "solution_problem", lambda context, rollout: "")
    monkeypatch.setattr(solving, "oracle_of", lambda context: None)
    monkeypatch.setattr(
        solving, "_solve", lambda context, variant, seed: Rollout(seed, [], [], True)
    )
    monkeypatch.setattr(
        solving, "_problem", lambda context, rollout: "" if rollout.seed < solved else "no"
    )
    monkeypatch.setattr(
        solving, "check_each_variant", lambda context, check, **options: check(variant)
    )
    if expected is None:
        solving.each_is_solved(made)
    else:
        with pytest.raises(expected):
            solving.each_is_solved(made)


class Numbered:
    """Levels 1 to 3; an unknown one is played as the nearest."""

    sizes: ClassVar[tuple[int, ...]] = (3, 5, 8)

    def reset(self, seed: int | None = None, level: int = 1) -> dict[str, Any]:
        level = min(max(level, 1), len(self.sizes))
        return {"size": self.sizes[level - 1], "level": level, "reward": 0.0, "done": False}

    def step(self, action: dict[str, Any]) -> dict[str, Any]:
        return {"reward": 0.0, "done": False}


class Refusing(Numbered):
    """An unknown level is refused."""

    def reset(self, seed: int | None = None, level: int = 2) -> dict[str, Any]:
        if not 1 <= level <= 3:
            raise ValueError(level)
        return super().reset(seed, level)


class Echo(Numbered):
    """The number of the level is shown, and changes nothing."""

    sizes: ClassVar[tuple[int, ...]] = (3,)

    def reset(self, seed: int | None = None, level: int = 1) -> dict[str, Any]:
        return {**super().reset(seed), "level": level}


class NamedOtherwise(Numbered):
    def reset(self, seed: int | None = None, size: int = 1) -> dict[str, Any]:
        return {**super().reset(seed), "size": size}


@pytest.mark.parametrize(
    ("env_class", "levels"),
    [(Numbered, [2, 3]), (Refusing, [3, 1]), (Echo, []), (NamedOtherwise, [])],
)
def test_numbers_of_levels_are_found_by_what_they_show(
    env_class: type[Any], levels: list[int]
) -> None:
    assert numbered_levels(context(env_class)) == [{"level": level} for level in levels]
    found = [v for v in each_variant.variants_of(context(env_class)).listed if v.kind == "level"]
    assert [v.options["level"] for v in found] == levels
    assert all(v.found and not v.promised for v in found)
