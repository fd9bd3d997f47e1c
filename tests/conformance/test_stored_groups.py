"""Stored tasks that belong together are not divided between splits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.stored_groups import stored_groups
from tests.conformance.small_environment import Env, Message, small_context, small_schema

ROWS = [
    {"problem": f"P{number}", "question": f"wording {word} of number {number}", "answer": number}
    for number in range(20)
    for word in "abc"
]


class Wordings(Env):
    """Twenty problems in three wordings each."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "integer"})
    told = "The wordings of a problem are in the same split."
    limit = 1

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def reset(self, seed: int | None = None, split: str = "train", **options: Any) -> Message:
        self.split = split
        return super().reset(seed, **options)

    def is_held_out(self, place: int) -> bool:
        return place >= 45

    def begin(self) -> None:
        rows = [r for n, r in enumerate(ROWS) if self.is_held_out(n) == (self.split == "test")]
        self.row = self.rng.choice(rows)

    def show(self) -> Message:
        return {"rules": self.told, "question": f"Answer: {self.row['question']}."}

    def paid(self, action: Message) -> float:
        return float(action["answer"] == self.row["answer"])

    def oracle(self) -> Message:
        return {"answer": self.row["answer"]}


class ByRow(Wordings):
    def is_held_out(self, place: int) -> bool:
        return place % 4 == 0


class NothingSaid(ByRow):
    told = "A quarter is the test split."


def _check(env_class: type[Env], folder: Path, rows: list[dict[str, Any]], name: str) -> None:
    if name.endswith(".csv"):
        lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
        (folder / name).write_text("\n".join(lines))
    elif name.endswith(".jsonl"):
        (folder / name).write_text("\n".join(map(json.dumps, rows)))
    else:
        (folder / name).write_text(json.dumps({"rows": rows}))
    context = small_context(env_class)
    context.subject = replace(context.subject, root=folder)
    stored_groups(context)


@pytest.mark.parametrize("name", ["rows.json", "rows.jsonl", "rows.csv"])
def test_problems_in_both_splits_are_reported(name: str, tmp_path: Path) -> None:
    _check(Wordings, tmp_path, ROWS, name)
    with pytest.raises(PropertyViolated, match=r"'problem'.*also drawn by") as raised:
        _check(ByRow, tmp_path, ROWS, name)
    assert raised.value.episode is not None


def test_the_plural_of_a_field_is_read(tmp_path: Path) -> None:
    class Families(ByRow):
        told = "Whole families are the test split."

    rows = [{**row, "family": row["problem"], "problem": n} for n, row in enumerate(ROWS)]
    with pytest.raises(PropertyViolated, match="'family' that"):
        _check(Families, tmp_path, rows, "rows.json")


def test_without_a_text_or_groups_nothing_is_tried(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="no data file"):
        _check(NothingSaid, tmp_path, ROWS, "rows.json")
    single = [{**row, "problem": str(number)} for number, row in enumerate(ROWS)]
    with pytest.raises(NotApplicable, match="no data file"):
        _check(ByRow, tmp_path, single, "rows.json")


def test_a_file_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotApplicable, match="no data file"):
        _check(ByRow, tmp_path, ROWS[:3], "rows.json")
