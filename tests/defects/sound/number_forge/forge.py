"""Tables of numbers, and expressions over them."""

from __future__ import annotations

import ast
import operator
import re
import zlib
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import NamedTuple

HIGHEST = 12
TARGETS = range(13, 151)
TEXT = re.compile(r"[0-9+\-*/() ]+")
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class Table(NamedTuple):
    """The numbers on the table and the number to reach."""

    numbers: tuple[int, ...]
    target: int


class Expression(NamedTuple):
    """The value of an expression (None after a division by zero), and the numbers in it."""

    value: Fraction | None
    used: tuple[int, ...]


def read(text: str) -> Expression | None:
    """The expression in a text, or None if there is none."""
    if not TEXT.fullmatch(text):
        return None
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        used: list[int] = []
        value = _value(tree, used)
    except ZeroDivisionError:
        return Expression(None, ())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return Expression(value, tuple(used))


def _value(node: ast.expr, used: list[int]) -> Fraction:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        used.append(node.value)
        return Fraction(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        left, right = _value(node.left, used), _value(node.right, used)
        return OPERATORS[type(node.op)](left, right)
    raise ValueError("not an expression of numbers")


def allowed(table: Table, used: tuple[int, ...]) -> bool:
    """Whether the table has the numbers that an expression uses."""
    return Counter(used) <= Counter(table.numbers)


def solve(numbers: tuple[int, ...], target: int) -> str | None:
    """An expression for the target, by joining two numbers at a time."""

    def join(parts: list[tuple[int, str]]) -> str | None:
        for value, text in parts:
            if value == target:
                return text
        for i, j in permutations(range(len(parts)), 2):
            (a, left), (b, right) = parts[i], parts[j]
            rest = [part for k, part in enumerate(parts) if k not in (i, j)]
            results = []
            if i < j:
                results += [(a + b, "+"), (a * b, "*")]
            if a > b:
                results.append((a - b, "-"))
            if b > 1 and a % b == 0:
                results.append((a // b, "/"))
            for value, sign in results:
                found = join([*rest, (value, f"({left} {sign} {right})")])
                if found is not None:
                    return found
        return None

    return join([(number, str(number)) for number in numbers])


def held_out(table: Table) -> bool:
    """Whether a table belongs to the test split."""
    return zlib.crc32(repr(tuple(table)).encode()) % 4 == 0


def draw(rng: Random, count: int, *, test: bool) -> Table:
    """A table of a split whose target can be reached, but not with two numbers."""
    while True:
        numbers = tuple(sorted(rng.randint(1, HIGHEST) for _ in range(count)))
        target = rng.choice(TARGETS)
        if held_out(Table(numbers, target)) != test:
            continue
        if any(solve(pair, target) for pair in combinations(numbers, 2)):
            continue
        if solve(numbers, target):
            return Table(numbers, target)
