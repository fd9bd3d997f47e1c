"""Which levels, splits, modes and tasks of an environment are found."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

import pytest

from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.variants import each_variant
from hallmark_rl.conformance.survey.declarations import Declared
from hallmark_rl.conformance.survey.variants import Variant, Variants, find_variants
from hallmark_rl.sdk.subject.description import Subject
from hallmark_rl.sdk.tasks.task_set import TaskSet


class _Typed:
    """Values that the types of `reset` list."""

    def reset(
        self,
        seed: int | None = None,
        mode: Literal["easy", "hard"] = "easy",
        strict: bool = False,
        task_id: str | None = None,
    ) -> None: ...


class _WithTasks:
    """A task set, as in a `VerifiedEnvironment`."""

    tasks = TaskSet({"train": {1: ["a"], 2: ["b", "c"]}, "test": {1: ["d"], 2: ["e"]}})
    options: ClassVar[dict[str, Any]] = {"hints": True}

    def list_splits(self) -> list[str]:
        return self.tasks.list_splits()

    def num_tasks(self, split: str) -> int:
        return self.tasks.num_tasks(split)

    def reset(self, seed: int | None = None, **options: Any) -> None: ...


def _find(env: Any, declared: Declared | None = None, **manifest: Any) -> Variants:
    subject = Subject("x", "x", manifest=manifest)
    return find_variants(subject, declared or Declared(), env, random.Random(0))


def _labels(variants: list[Variant]) -> list[str]:
    return [variant.label for variant in variants]


def test_literals_and_booleans_of_reset_are_modes() -> None:
    assert _labels(_find(_Typed()).listed) == ["mode='hard'", "strict=True"]


def test_literals_for_levels_and_splits_of_reset_are_levels_and_splits() -> None:
    class Choice:
        def reset(
            self,
            seed: int | None = None,
            difficulty: Literal["easy", "hard"] = "easy",
            split: Literal["train", "test"] | None = None,
        ) -> None: ...

    listed = _find(Choice()).listed
    assert [(v.kind, v.label) for v in listed[:4]] == [
        ("level", "difficulty='easy'"),
        ("level", "difficulty='hard'"),
        ("split", "split='train'"),
        ("split", "split='test'"),
    ]
    assert not any(variant.promised for variant in listed)


def test_a_task_set_gives_levels_splits_and_numbered_tasks() -> None:
    found = _find(_WithTasks(), Declared(levels=(1, 2), setups=({"mode": "x"},)))
    assert _labels(found.listed) == [
        "level=1",
        "level=2",
        "split='train'",
        "split='test'",
        "level=1, split='test'",
        "level=2, split='test'",
        "mode='x'",
        "hints=False",
    ]
    assert len(found.tasks) == 5


@pytest.mark.parametrize("tasks", [["a", "b"], [{"id": "a"}, {"id": "b"}], {"a": {}, "b": {}}])
def test_tasks_of_the_manifest_are_selected_by_the_argument_for_tasks(tasks: Any) -> None:
    assert _labels(_find(_Typed(), tasks=tasks).tasks) == ["task_id='a'", "task_id='b'"]
    (reason,) = _find(SimpleNamespace(reset=lambda seed=None: None), tasks=tasks).unreachable
    assert "a, b" in reason


def _context(monkeypatch: pytest.MonkeyPatch, count: int, *, out_of_time: bool = False) -> Any:
    variants = [Variant("level", {"level": level}) for level in range(count)]
    tasks = [Variant("task", {"index": index}) for index in range(500)]
    monkeypatch.setattr(each_variant, "variants_of", lambda context: Variants(variants, tasks))
    return SimpleNamespace(
        profile=SimpleNamespace(name="default", deadline=25.0, budget=1.2),
        rng=random.Random,
        figures={},
        out_of_time=lambda: out_of_time,
    )


def test_every_level_and_a_sample_of_the_tasks_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    context = _context(monkeypatch, 3)
    each_variant.check_each_variant(context, lambda variant: None)
    assert context.figures["played"] == "11 of 503"
    assert context.figures["tasks"] == [8, 500]


def test_one_task_is_played_when_the_levels_used_up_the_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = _context(monkeypatch, 3, out_of_time=True)
    each_variant.check_each_variant(context, lambda variant: None)
    assert context.figures["tasks"] == [1, 500]


def test_a_violation_names_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(variant: Variant) -> None:
        if variant.options.get("level") == 2:
            raise PropertyViolated("it breaks")

    with pytest.raises(PropertyViolated, match=r"with reset\(level=2\): it breaks"):
        each_variant.check_each_variant(_context(monkeypatch, 3), check)


def test_a_level_that_cannot_be_checked_is_unproved(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(variant: Variant) -> None:
        if variant.options.get("level") == 2:
            raise EvidenceMissing("no action is accepted")

    context = _context(monkeypatch, 3)
    with pytest.raises(EvidenceMissing, match="not proved for level=2: no action is accepted"):
        each_variant.check_each_variant(context, check)
    assert context.figures["played"] == "10 of 503"


@pytest.mark.parametrize(
    ("profile", "combinations", "expected"),
    [("quick", True, 1), ("default", True, 2), ("default", False, 1), ("thorough", False, 2)],
)
def test_levels_of_further_splits_are_left_out_of_short_profiles(
    monkeypatch: pytest.MonkeyPatch, profile: str, combinations: bool, expected: int
) -> None:
    context = _context(monkeypatch, 1)
    context.profile.name = profile
    combined = Variant(each_variant.COMBINATION, {"level": 0, "split": "test"})
    each_variant.variants_of(context).listed.append(combined)
    chosen = each_variant.chosen_variants(context, tasks=False, combinations=combinations)
    assert len(chosen) == expected
