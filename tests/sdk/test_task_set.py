from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.sdk.tasks.task_set import TaskError, TaskSet, hold_out

TASKS = TaskSet({"train": {2: ["c", "d"], 1: ["a", "b", "e"]}, "test": {1: ["x"], 2: ["y"]}})


def test_tasks_are_numbered_from_the_easiest_level() -> None:
    assert TASKS.levels == (1, 2)
    assert TASKS.list_splits() == ["train", "test"]
    assert (TASKS.num_tasks("train"), TASKS.num_tasks("train", 2)) == (5, 2)
    assert [TASKS.task("train", i).payload for i in range(5)] == ["a", "b", "e", "c", "d"]
    assert TASKS.task("train", 1, level=2) == TASKS.task("train", 4)
    assert TASKS.get_task("test", 1) == {"id": "test-1", "split": "test", "index": 1, "level": 2}
    assert [task["index"] for task in TASKS.get_task_range("train", 1, -1)] == [1, 2, 3]
    assert len(TASKS.list_tasks("train")) == 5


def test_repr_and_public_do_not_show_the_payload() -> None:
    task = TaskSet({"train": {1: ["swordfish"]}}).task("train", 0)
    assert "swordfish" not in repr(task) + str(task.public())


def test_pick_draws_from_the_easiest_level_by_default() -> None:
    rng = random.Random(0)
    assert {TASKS.pick(rng, "train").payload for _ in range(60)} == {"a", "b", "e"}
    assert {TASKS.pick(rng, "train", 2).payload for _ in range(60)} == {"c", "d"}


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: TASKS.num_tasks("dev"), TaskError, "choose one of"),
        (lambda: TASKS.num_tasks("train", 3), TaskError, r"no level 3: choose one of \[1, 2\]"),
        (lambda: TASKS.get_task("train", 5), TaskError, r"5 is outside 0\.\.4 of train"),
        (lambda: TASKS.get_task("train", -1), IndexError, "outside"),
        (lambda: TASKS.task("train", 2, level=2), TaskError, "level 2"),
        (lambda: TaskSet({}), ValueError, "at least one split"),
        (lambda: TaskSet({"train": {1: []}}), ValueError, "without tasks"),
        (lambda: TaskSet({"a": {1: [1]}, "b": {2: [1]}}), ValueError, "has levels"),
        (lambda: TaskSet({"a": {1: [1, 2]}, "b": {1: [2]}}), ValueError, "'a' and 'b' share"),
        (lambda: TaskSet({"a": {1: [{"x": [1]}]}, "b": {1: [{"x": [1]}]}}), ValueError, "share"),
        (lambda: hold_out(["a", "b", "a"], 1, seed=0), ValueError, "given twice"),
        (lambda: hold_out([[1], [1], [2]], 1, seed=0), ValueError, "given twice"),
        (lambda: hold_out([1, 2], 2, seed=0), ValueError, "cannot hold out 2 of 2"),
    ],
)
def test_errors_name_what_exists(call, error, says) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=says):
        call()


@given(st.lists(st.integers(), min_size=2, max_size=40, unique=True), st.data())
def test_held_out_items_are_not_in_train(items: list[int], data: st.DataObject) -> None:
    count = data.draw(st.integers(1, len(items) - 1))
    train, test = hold_out(items, count, seed=1)
    assert len(test) == count
    assert sorted(train + test) == sorted(items)
    assert (train, test) == hold_out(items, count, seed=1)
