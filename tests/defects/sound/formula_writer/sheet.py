"""Formulas, and the tasks about them."""

from __future__ import annotations

import ast
import operator
from functools import cache
from random import Random
from typing import NamedTuple

Row = tuple[int, int, int]
SHOWN, HIDDEN = 3, 20
COLUMNS = 400
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


class FormulaError(Exception):
    """The formula has no value."""


class Task(NamedTuple):
    """A column in words and as a formula, with rows to show and rows to check."""

    wanted: str
    formula: str
    shown: list[Row]
    hidden: list[Row]


def parse(text: str) -> ast.expr | None:
    """The expression of a formula, or None if the text is none."""
    text = text.strip()
    if not text.startswith("="):
        return None
    try:
        return ast.parse(text[1:].strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def value(node: ast.expr, row: Row) -> float:
    """The value of an expression in a row."""
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name) if name.upper() in ("A", "B", "C"):
            return row["ABC".index(name.upper())]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -value(inner, row)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            try:
                return OPERATORS[type(op)](value(left, row), value(right, row))
            except (ZeroDivisionError, OverflowError) as error:
                raise FormulaError(str(error)) from error
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATORS:
            return OPERATORS[type(op)](value(left, row), value(right, row))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            if name.upper() == "IF" and len(args) == 3:
                return value(args[1] if value(args[0], row) else args[2], row)
            if name.upper() in ("MIN", "MAX") and args:
                return (min if name.upper() == "MIN" else max)(value(arg, row) for arg in args)
    raise FormulaError("this is not known here")


def passes(task: Task, formula: ast.expr) -> bool:
    """Whether a formula has the right value in every row, shown or hidden."""
    wanted = parse(task.formula)
    assert wanted is not None
    marks = []
    for row in task.shown + task.hidden:
        try:
            result = value(formula, row)
        except FormulaError:
            marks.append(False)
            continue
        marks.append(abs(result - value(wanted, row)) < 1e-6)
    return bool(marks) and all(marks)


def draw(rng: Random, level: int) -> Task:
    """Draw a task."""
    x, y, z = rng.sample("ABC", 3)
    n, m = rng.randrange(3, 10), rng.randrange(20, 40)
    wide, low = rng.randrange(3, 100), rng.randrange(3, 20)
    v, w = sorted((x, y))
    first, second = sorted((y, z))
    easy = [
        (f"{wide} times {x}, plus {y}", f"={wide} * {x} + {y}"),
        (f"{x} less {y}, but never below {low}", f"=MAX({x} - {y}, {low})"),
        (f"the smaller one of {x} and {n} times {y}", f"=MIN({x}, {n} * {y})"),
    ]
    hard = [
        (
            f"{v} plus {w} if {z} is more than {m}, otherwise {n} times {z}",
            f"=IF({z} > {m}, {v} + {w}, {n} * {z})",
        ),
        (
            f"the largest of {x}, {first} and {second}, less {n} if {x} is at least {m}",
            f"=MAX({x}, {first}, {second}) - IF({x} >= {m}, {n}, 0)",
        ),
        (
            f"{x} times {y}, but {m} if {x} equals {y} or is below it, plus {z} in both cases",
            f"=IF({x} <= {y}, {m}, {x} * {y}) + {z}",
        ),
    ]
    wanted, formula = rng.choice(easy if level == 1 else hard)
    rows = [
        (rng.randrange(60), rng.randrange(60), rng.randrange(60)) for _ in range(SHOWN + HIDDEN)
    ]
    equal = rng.randrange(60)
    edge = [(equal, equal, m), (m, equal, equal), (equal, m, equal), (m, m, m)]
    return Task(wanted, formula, rows[:SHOWN], rows[SHOWN:] + edge)


@cache
def columns(level: int) -> list[Task]:
    """The columns of a level; no two of them are described in the same words."""
    rng, found = Random(f"sheet {level}"), {}
    while len(found) < COLUMNS:
        task = draw(rng, level)
        found.setdefault(task.wanted, task)
    return list(found.values())
