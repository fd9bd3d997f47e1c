"""A small dialect of regular expressions, matched in polynomial time.

A node is a function from a set of positions in the text to the set of positions after it.
"""

from __future__ import annotations

import string
from collections.abc import Callable

Node = Callable[[str, frozenset[int]], frozenset[int]]
_DIGITS = set(string.digits)
_WORD = set(string.ascii_letters + string.digits + "_")
MAX_REPEAT = 20
_MAX_DEPTH = 12


class BadPattern(ValueError):
    """The pattern is not of the dialect."""


def fullmatch(pattern: str, text: str) -> bool:
    """Whether the whole text matches."""
    return len(text) in compile_pattern(pattern)(text, frozenset({0}))


def compile_pattern(pattern: str) -> Node:
    """Read a pattern; raises `BadPattern`."""
    node, end = _alternatives(pattern, 0, 0)
    if end != len(pattern):
        raise BadPattern(f"unexpected {pattern[end]!r} at {end}")
    return node


def _alternatives(p: str, i: int, depth: int) -> tuple[Node, int]:
    if depth > _MAX_DEPTH:
        raise BadPattern("groups are nested too deeply")
    first, i = _sequence(p, i, depth)
    nodes = [first]
    while i < len(p) and p[i] == "|":
        node, i = _sequence(p, i + 1, depth)
        nodes.append(node)
    return (lambda text, at: frozenset().union(*(n(text, at) for n in nodes))), i


def _sequence(p: str, i: int, depth: int) -> tuple[Node, int]:
    nodes: list[Node] = []
    while i < len(p) and p[i] not in "|)":
        node, i = _atom(p, i, depth)
        if i < len(p) and p[i] in "*+?{":
            low, high, i = _bounds(p, i)
            node = _repeat(node, low, high)
        nodes.append(node)

    def run(text: str, at: frozenset[int]) -> frozenset[int]:
        for node in nodes:
            at = node(text, at) if at else at
        return at

    return run, i


def _bounds(p: str, i: int) -> tuple[int, int | None, int]:
    if p[i] in "*+?":
        low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}[p[i]]
        return low, high, i + 1
    end = p.find("}", i)
    low_text, comma, high_text = p[i + 1 : max(end, i)].partition(",")
    texts = [low_text, high_text] if comma else [low_text, low_text]
    if end < 0 or not all(t.isascii() and t.isdigit() and int(t[:4]) <= MAX_REPEAT for t in texts):
        raise BadPattern(f"wrong repetition at {i}")
    return int(texts[0]), int(texts[1]), end + 1


def _repeat(node: Node, low: int, high: int | None) -> Node:
    def run(text: str, at: frozenset[int]) -> frozenset[int]:
        for _ in range(low):
            at = node(text, at)
        reached, rounds = at, 0
        while at and (high is None or rounds < high - low):
            at = node(text, at) - reached
            reached, rounds = reached | at, rounds + 1
        return reached

    return run


def _once(node: Node) -> Node:
    """The same node, evaluated once for each position: nested repetitions stay cheap."""
    known: dict[tuple[str, int], frozenset[int]] = {}

    def run(text: str, at: frozenset[int]) -> frozenset[int]:
        for k in at:
            if (text, k) not in known:
                known[text, k] = node(text, frozenset({k}))
        return frozenset().union(*(known[text, k] for k in at))

    return run


def _one(allowed: set[str] | None, negated: bool = False) -> Node:
    def run(text: str, at: frozenset[int]) -> frozenset[int]:
        return frozenset(
            k + 1
            for k in at
            if k < len(text) and (allowed is None or (text[k] in allowed) != negated)
        )

    return run


def _atom(p: str, i: int, depth: int) -> tuple[Node, int]:
    char = p[i]
    if char == "(":
        node, i = _alternatives(p, i + (3 if p[i + 1 : i + 3] == "?:" else 1), depth + 1)
        if i >= len(p):
            raise BadPattern("a group is not closed")
        return _once(node), i + 1
    if char == "[":
        return _char_class(p, i + 1)
    if char == ".":
        return _one(None), i + 1
    if char == "\\":
        return _one(_escaped(p, i + 1)), i + 2
    if char in "*+?{}]^$":
        raise BadPattern(f"unexpected {char!r} at {i}")
    return _one({char}), i + 1


def _escaped(p: str, i: int) -> set[str]:
    if i >= len(p) or (p[i].isalnum() and p[i] not in "dw"):
        raise BadPattern(f"unknown escape at {i}")
    return {"d": _DIGITS, "w": _WORD}.get(p[i], {p[i]})


def _char_class(p: str, i: int) -> tuple[Node, int]:
    negated = p[i : i + 1] == "^"
    i += negated
    allowed: set[str] = set()
    while i < len(p) and p[i] != "]":
        if p[i] == "\\":
            allowed |= _escaped(p, i + 1)
            i += 2
        elif p[i + 1 : i + 2] == "-" and p[i + 2 : i + 3] not in ("]", ""):
            if ord(p[i + 2]) - ord(p[i]) not in range(128):
                raise BadPattern(f"wrong range at {i}")
            allowed |= {chr(c) for c in range(ord(p[i]), ord(p[i + 2]) + 1)}
            i += 3
        else:
            allowed.add(p[i])
            i += 1
    if i >= len(p) or not allowed:
        raise BadPattern("a class is empty or not closed")
    return _one(allowed, negated), i + 1
