"""Grades from 0 to 100 by pupil.

`grade(name, points)` records and returns None; points outside 0 to 100 raise ValueError.
`mean(name)` returns the mean rounded down, raising KeyError for a pupil without grades;
`drop_lowest(name)` removes the lowest grade if the pupil has at least two, and returns it,
else -1; `best()` returns the names with the highest mean (rounded down), sorted."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        grade=(
            st.sampled_from("ab"),
            st.one_of(st.integers(60, 64), st.sampled_from([-1, 0, 100, 101])),
        ),
        mean=(st.sampled_from("ab"),),
        drop_lowest=(st.sampled_from("ab"),),
        best=(),
    )


class GradeBook:
    def __init__(self) -> None:
        self.grades: dict[str, list[int]] = {}

    def grade(self, name: str, points: int) -> None:
        if not 0 <= points <= 100:
            raise ValueError("points")
        self.grades.setdefault(name, []).append(points)

    def mean(self, name: str) -> int:
        return sum(self.grades[name]) // len(self.grades[name])

    def drop_lowest(self, name: str) -> int:
        marks = self.grades.get(name, [])
        if len(marks) < 2:
            return -1
        lowest = min(marks)
        marks.remove(lowest)
        return lowest

    def best(self) -> list[str]:
        top = max((self.mean(name) for name in self.grades), default=0)
        return sorted(name for name in self.grades if self.mean(name) == top)


WRONG = {
    "rounds to nearest": (
        "sum(self.grades[name]) // len(self.grades[name])",
        "round(sum(self.grades[name]) / len(self.grades[name]))",
    ),
    "drops the only one": ("len(marks) < 2", "len(marks) < 1"),
    "one best only": (
        "return sorted(",
        "return sorted(list(self.grades)[:0]) or sorted(name for name in self.grades if self.mean(name) == top)[:1] or sorted(",
    ),
}

EQUIVALENT = {
    "top = max((self.mean(name) for name in self.grades), default=1)": "no names, no answer",
    "top = max((self.mean(name) for name in self.grades), default=-1)": "no names, no answer",
}
