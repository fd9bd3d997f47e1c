"""Plays that are like a solution: moves are added, left out, exchanged, repeated or changed."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.probes.changed_values import Path, with_leaf
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_WORD = re.compile(r"\w+")
_WAYS = ("add", "leave out", "replace", "exchange", "shift", "repeat", "part")
_MOST_CHANGES = 3
_LONGEST_BLOCK = 4
_FEW_MOVES = 12
_MOST_ITEMS = 12


class PlayChanger:
    """Draws changed plays.

    Args:
        own: the moves of the solution that is changed; they are drawn most often.
        others: moves of other solutions, and valid actions.
        rng: decides everything.
    """

    def __init__(self, own: list[Action], others: list[Action], rng: random.Random) -> None:
        self._moves = own * 3 + others
        self._rng = rng
        self._values: dict[Path, dict[str, Any]] = {}
        for action in self._moves:
            for path, value in _parts(action):
                self._values.setdefault(_kind(path), {})[to_json(value)] = value
        values = [value for known in self._values.values() for value in known.values()]
        texts = sorted({value for value in values if isinstance(value, str)})
        self._words = sorted({word for text in texts for word in text.split()}) or ["0"]

    def changed(self, actions: list[Action]) -> list[Action]:
        """A copy of a play with one to three changes."""
        rng, play = self._rng, list(actions)
        for _ in range(rng.randint(1, _MOST_CHANGES)):
            if not play:
                return [self._move()]
            place = rng.randrange(len(play))
            other = rng.randrange(len(play))
            way = rng.choice(_WAYS)
            if way == "add":
                play.insert(place, self._move())
            elif way == "leave out" and len(play) > 1:
                del play[place]
            elif way == "replace":
                play[place] = self._move()
            elif way == "exchange":
                play[place], play[other] = play[other], play[place]
            elif way == "shift":
                play.insert(other, play.pop(place))
            elif way == "repeat":
                block = play[place : place + rng.randint(1, _LONGEST_BLOCK)]
                play[place:place] = block * rng.choice((1, 1, 3))
            else:
                play[place] = self._changed_action(play[place])
        return play

    def done_again(self, actions: list[Action]) -> Iterator[list[Action]]:
        """Copies of a play in which one move comes again after another one about the same thing.

        That may undo it, as to take a thing out again undoes to put it in. Where there are few
        moves, each one is taken to be about the same thing.
        """
        moves = {to_json(move): (move, _words(move)) for move in self._moves}
        for place, action in enumerate(actions):
            own, words = to_json(action), _words(action)
            for text, (move, its_words) in moves.items():
                if text != own and (len(moves) <= _FEW_MOVES or words & its_words):
                    yield [*actions[: place + 1], move, *actions[place:]]

    def _move(self) -> Action:
        move = self._rng.choice(self._moves)
        return self._changed_action(move) if self._rng.random() < 0.5 else move

    def _changed_action(self, action: Action) -> Action:
        """A copy with one scalar or list changed: to a known value of its field, or a near one."""
        parts = list(_parts(action))
        if not parts:
            return action
        path, value = self._rng.choice(parts)
        known = list(self._values[_kind(path)].values()) if _kind(path) in self._values else []
        if isinstance(value, list):
            return with_leaf(action, path, self._changed_list(value, known))
        if known and self._rng.random() < 0.6:
            return with_leaf(action, path, copy.deepcopy(self._rng.choice(known)))
        if isinstance(value, bool):
            return with_leaf(action, path, not value)
        if isinstance(value, int | float):
            return with_leaf(action, path, self._near(value))
        return with_leaf(action, path, self._changed_text(value) if value else value)

    def _changed_list(self, items: list[Any], known: list[Any]) -> list[Any]:
        rng, changed = self._rng, list(items)
        more = copy.deepcopy(rng.choice(known)) if known else []
        way = rng.choice(("again", "leave out", "other", "all", "exchange"))
        if way == "again" and items:
            changed.insert(rng.randint(0, len(items)), copy.deepcopy(rng.choice(items)))
        elif way == "leave out" and items:
            del changed[rng.randrange(len(items))]
        elif way == "other" and isinstance(more, list) and more:
            changed.insert(rng.randint(0, len(items)), rng.choice(more))
        elif way == "all" and isinstance(more, list):
            changed += more
        else:
            rng.shuffle(changed)
        return changed

    def _near(self, value: float) -> float:
        near: list[float] = [value + 1, value - 1, value * 2, -value, value + 10, value * 10, 0]
        near.append(value / 2 if isinstance(value, float) else value // 2)
        return self._rng.choice(near)

    def _changed_text(self, text: str) -> str:
        rng, words = self._rng, text.split(" ")
        numbers = list(_NUMBER.finditer(text))
        way = rng.choice(("number", "number", "replace", "leave out", "add"))
        if way == "number" and numbers:
            found = rng.choice(numbers)
            value = float(found[0]) if "." in found[0] else int(found[0])
            return f"{text[: found.start()]}{self._near(value)}{text[found.end() :]}"
        place = rng.randrange(len(words))
        if way == "leave out" and len(words) > 1:
            del words[place]
        elif way == "add":
            words.insert(place, rng.choice(self._words))
        else:
            words[place] = rng.choice(self._words)
        return " ".join(words)


def _parts(action: Action) -> Iterator[tuple[Path, Any]]:
    """The scalars and lists of an action with their paths; not those under `metadata`."""

    def walk(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from walk(inner, (*path, key))
            return
        yield path, value
        if isinstance(value, list):
            for index, inner in enumerate(value[:_MOST_ITEMS]):
                yield from walk(inner, (*path, index))

    for name, value in action.items():
        if name not in ("metadata", "type"):
            yield from walk(value, (name,))


def _words(action: Action) -> set[str]:
    """The words and numbers in an action."""
    return set(_WORD.findall(" ".join(str(value) for _, value in _parts(action))))


def _kind(path: Path) -> Path:
    """The path without the indices of lists."""
    return tuple(key for key in path if not isinstance(key, int))
