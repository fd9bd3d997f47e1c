"""A small pattern matcher whose time is polynomial."""

from __future__ import annotations

from typing import Any


class BadPattern(ValueError):
    """The pattern cannot be read."""


class Parser:
    """Reads a pattern into nested tuples."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        char = self.peek()
        if not char:
            raise BadPattern("unexpected end")
        self.at += 1
        return char

    def either(self) -> tuple[Any, ...]:
        options = [self.sequence()]
        while self.peek() == "|":
            self.take()
            options.append(self.sequence())
        return ("or", tuple(options))

    def sequence(self) -> tuple[Any, ...]:
        parts = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.piece())
        return ("seq", tuple(parts))

    def piece(self) -> tuple[Any, ...]:
        node = self.atom()
        while self.peek() in ("*", "+", "?", "{"):
            char = self.take()
            low, high = {"*": (0, 99), "+": (1, 99), "?": (0, 1)}.get(char, (0, 0))
            if char == "{":
                low, high = self.bounds()
            node = ("rep", node, low, high)
        return node

    def bounds(self) -> tuple[int, int]:
        inner = ""
        while (char := self.take()) != "}":
            inner += char
        numbers = inner.split(",")
        if len(numbers) > 2 or not all(n in map(str, range(21)) for n in numbers):
            raise BadPattern("bad repetition")
        low, high = int(numbers[0]), int(numbers[-1])
        if low > high:
            raise BadPattern("bad repetition")
        return low, high

    def atom(self) -> tuple[Any, ...]:
        char = self.take()
        if char == "(":
            node = self.either()
            if self.take() != ")":
                raise BadPattern("open group")
            return node
        if char == "[":
            return self.members()
        if char in "*+?{})]":
            raise BadPattern(f"stray {char}")
        if char == ".":
            return ("set", True, frozenset())
        return ("set", False, frozenset(self.take() if char == "\\" else char))

    def members(self) -> tuple[Any, ...]:
        negated = self.peek() == "^"
        if negated:
            self.take()
        chars: set[str] = set()
        while (char := self.take()) != "]":
            if char == "\\":
                char = self.take()
            elif self.peek() == "-" and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                self.take()
                last = self.take()
                if not char <= last or ord(last) > 127:
                    raise BadPattern("bad range")
                chars |= {chr(code) for code in range(ord(char), ord(last) + 1)}
            chars.add(char)
        return ("set", negated, frozenset(chars))


def compiled(pattern: str) -> tuple[Any, ...]:
    """The tree of a pattern; BadPattern if it has none."""
    parser = Parser(pattern)
    node = parser.either()
    if parser.peek():
        raise BadPattern("stray )")
    return node


def accepts(tree: tuple[Any, ...], text: str) -> bool:
    """Does the pattern match the whole text?"""
    memo: dict[tuple[int, int], frozenset[int]] = {}

    def ends(node: tuple[Any, ...], start: int) -> frozenset[int]:
        key = (id(node), start)
        if key not in memo:
            memo[key] = frozenset(find(node, start))
        return memo[key]

    def find(node: tuple[Any, ...], start: int) -> set[int]:
        if node[0] == "set":
            return (
                {start + 1} if start < len(text) and (text[start] in node[2]) != node[1] else set()
            )
        if node[0] == "or":
            return {end for option in node[1] for end in ends(option, start)}
        here, found = {start}, set()
        if node[0] == "seq":
            for part in node[1]:
                here = {end for place in here for end in ends(part, place)}
            return here
        for count in range(node[3] + 1):
            if count >= node[2]:
                here = here - found
                found |= here
            here = {end for place in here for end in ends(node[1], place)}
        return found

    return len(text) in ends(tree, 0)
