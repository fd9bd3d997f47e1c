"""The exercises: what cells must hold, in words and as formulas."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

ROWS = {1: 3, 2: 5, 3: 8}
LINES = {1: 5, 2: 5, 3: 7}
FIRST = (
    ("A times B", "A{r}*B{r}"),
    ("A plus B", "A{r}+B{r}"),
    ("A less B", "A{r}-B{r}"),
    ("{k} times the sum of A and B", "{k}*(A{r}+B{r})"),
    ("A times B, plus {k}", "A{r}*B{r}+{k}"),
)
SECOND = (
    ("C less {k}", "C{r}-{k}"),
    ("C plus A", "C{r}+A{r}"),
    ("{k} times C, less B", "{k}*C{r}-B{r}"),
)


@dataclass(frozen=True)
class Exercise:
    """The words of the task, the right formula of each cell, and lines that solve it."""

    task: list[str]
    wanted: dict[str, str]
    plan: list[str]


def write(rng: Random, level: int) -> Exercise:
    """An exercise of a level."""
    rows = ROWS[level]
    task, wanted, plan = [], {}, []
    columns = [("C", rng.choice(FIRST))] + ([("D", rng.choice(SECOND))] if level == 3 else [])
    for column, (words, formula) in columns:
        factor = rng.randrange(2, 10)
        task.append(f"{column}1 to {column}{rows}: {words.format(k=factor)}, each in its row")
        for row in range(1, rows + 1):
            wanted[f"{column}{row}"] = formula.format(k=factor, r=row)
        plan += [f"SET {column}1 ={wanted[f'{column}1']}", f"FILL {column}1 {rows}"]
    if level > 1:
        last, cell = columns[-1][0], "E1"
        task.append(f"{cell}: the sum of {last}1 to {last}{rows}")
        wanted[cell] = f"SUM({last}1:{last}{rows})"
        plan.append(f"SET {cell} ={wanted[cell]}")
    return Exercise(task, wanted, [*plan, "DONE"])


def numbers(rng: Random, level: int) -> dict[str, int]:
    """Numbers for columns A and B."""
    return {
        f"{column}{row}": rng.randrange(2, 60)
        for column in "AB"
        for row in range(1, ROWS[level] + 1)
    }
