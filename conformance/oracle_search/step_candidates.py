"""Actions to try after a message: commands and fields filled with the names that it shows."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.actions.action_source import (
    ActionSource,
    describe_tokens,
    observation_tokens,
)
from hallmark_rl.conformance.actions.board_squares import example_moves, moves_like
from hallmark_rl.conformance.actions.message_words import fill_template, message_words
from hallmark_rl.conformance.actions.named_lists import named_lists, singular
from hallmark_rl.conformance.actions.source_words import source_words
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, texts_in, to_json
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of
from hallmark_rl.conformance.survey.likely_values import listed_pairs, names_in
from hallmark_rl.sdk.subject.description import Subject

_MOST_NAMES = 16
_MOST_USED = 8
"""Names in the actions before that are offered again, of the last actions first."""
_MOST_TEMPLATES = 16
_MOST_KINDS = 12
_MOST_VERBS = 24
_VERB = re.compile(r"[a-z]{2,12}")
_NAMES_OF_SEVERAL = 6
"""Names that are tried in each of several places of a command."""
_MOST_PLACES = 3
_MOST_LISTED = 80
"""Pairs of a key and an item of its list, such as a line and one of its stops."""
_LONGEST_ITEM = 24
"""Characters of an item that may be a move or a name."""
_MOST_MOVES = 160
_SMALL, _NUMBERS_OF_SEVERAL = 6, 10
_MOST_COMBINED = 80
"""Actions in which all fields are filled at once."""
_MOST_LISTED_WORDS = 8
_MOST_CANDIDATES = 240
_MOST_REFUSED = 20
_FIRST_ACTIONS = 6

_Choice = tuple[Action, tuple[tuple[Slot, Any], ...]]
"""An action, and values to put into some of its slots."""


class StepCandidates:
    """Makes the actions that may follow a message.

    Args:
        source: makes and judges actions.
        subject: the environment, whose texts describe commands.
        actions: actions that are tried after every message.

    Attributes:
        fixed: these actions.
    """

    def __init__(self, source: ActionSource, subject: Subject, actions: list[Action]) -> None:
        self._source = source
        self.fixed = actions
        self._kinds = first_of_each_kind(source, actions)[:_MOST_KINDS]
        described = [word for words in source.tokens.values() for word in words]
        read = source_words(subject)
        commands = [_as_template(pattern) for pattern in read.patterns]
        self._moves = {
            name: example_moves(source.schema, name, [*source.tokens.get(name, ()), *read.words])
            for name in source.text_fields()
        }
        self._named = named_lists(subject)
        self._described = describe_tokens(source.schema)
        self._templates = _templates([*described, *commands, *read.words])
        verbs = [word for word in [*described, *read.words] if _VERB.fullmatch(word)]
        self._verbs = list(dict.fromkeys(verbs))[:_MOST_VERBS]

    def after(self, data: dict[str, Any], played: list[Action]) -> list[Action]:
        """The valid actions to try after a message, the fixed ones first."""
        made: dict[str, Action] = {}
        for choice in self._choices(data, played):
            action = _made(choice)
            key = to_json(action)
            if key not in made and self._source.valid(action):
                made[key] = action
                if len(made) == _MOST_CANDIDATES:
                    break
        return list(made.values())

    def drawn(
        self, rng: random.Random, data: dict[str, Any], played: list[Action]
    ) -> Action | None:
        """A valid action drawn from those to try after a message; None if none was drawn.

        Only what is drawn is made: an episode of drawn actions costs little more than its steps.
        """
        choices = list(itertools.islice(self._choices(data, played), _MOST_CANDIDATES))
        for _ in range(_MOST_REFUSED if choices else 0):
            action = _made(rng.choice(choices))
            if self._source.valid(action):
                return action
        return None

    def few(self, rng: random.Random) -> list[Action]:
        """Two or three of the fixed actions, mostly of the first ones."""
        among = self.fixed[: rng.choice((_FIRST_ACTIONS, len(self.fixed)))]
        return rng.sample(among, min(len(among), rng.choice((2, 3))))

    def _choices(self, data: dict[str, Any], played: list[Action]) -> Iterator[_Choice]:
        """The fixed actions, and the others that a message suggests.

        Names are those that the message shows, and those in actions that were played before: what
        was taken is rarely shown again.
        """
        shown = {k: v for k, v in data.items() if k not in ("reward", "done", "metadata")}
        seen = list(dict.fromkeys([*observation_tokens(shown), *_names(shown)]))[:_MOST_NAMES]
        used = [name for action in reversed(played) for name in _names(action)]
        names = list(dict.fromkeys([*used[:_MOST_USED], *seen]))
        numbers = shown_numbers(shown)
        for action in self.fixed:
            yield action, ()
        listed = list(itertools.islice(listed_pairs(shown), _MOST_LISTED))
        for base in self._kinds:
            slots = [slot for slot in slots_of(self._source, base) if not slot.choices]
            texts = [slot for slot in slots if "string" in slot.kinds]
            for first, second in itertools.combinations(texts, 2):
                for key, item in listed:
                    yield base, ((first, key), (second, item))
            commands = self._commands(names) if len(texts) == 1 else []
            for slot in slots:
                values: list[Any] = []
                if slot in texts:
                    moves = moves_like(self._moves.get(slot.name, ()), texts_in(shown))
                    values += [*commands, *names, *itertools.islice(moves, _MOST_MOVES)]
                values += numbers if slot.kinds & {"integer", "number"} else []
                for value in values:
                    yield base, ((slot, value),)
            yield from self._all_at_once(base, slots, names, numbers)
            for first, second in itertools.combinations(texts, 2):
                for one, other in itertools.permutations(names[:_NAMES_OF_SEVERAL], 2):
                    yield base, ((first, one), (second, other))

    def listed(self, data: dict[str, Any]) -> list[Action]:
        """The valid actions that take an item of a list in a message, such as of legal moves."""
        made: dict[str, Action] = {}
        for items in self._lists(data):
            for base in self._kinds:
                for slot in slots_of(self._source, base):
                    for item in items:
                        action = filled(base, slot, item)
                        if self._source.valid(action):
                            made.setdefault(to_json(action), action)
        return list(itertools.islice(made.values(), _MOST_CANDIDATES))

    @staticmethod
    def _lists(data: dict[str, Any]) -> Iterator[list[Any]]:
        """The lists of different short texts or whole numbers in a message."""
        for path, value in subtrees(data):
            if not isinstance(value, list) or not value or path.startswith("metadata"):
                continue
            is_text = all(isinstance(v, str) and len(v) <= _LONGEST_ITEM for v in value)
            if (is_text or all(type(v) is int for v in value)) and len({*value}) == len(value):
                yield value[:_MOST_LISTED]

    def _all_at_once(
        self, base: Action, slots: list[Slot], names: list[str], numbers: list[int | float]
    ) -> Iterator[_Choice]:
        """All free fields filled together, where a text lists words for one of them.

        The others take names of the message, or small and shown numbers.
        """
        if len(slots) < 2 or not any(self._listed_words(slot) for slot in slots):
            return
        values: list[list[Any]] = []
        for slot in slots:
            if "string" in slot.kinds:
                values.append(self._listed_words(slot) or names[:_NAMES_OF_SEVERAL] or [""])
            elif slot.kinds & {"integer", "number"}:
                values.append(list(dict.fromkeys([*range(_SMALL), *numbers]))[:_NUMBERS_OF_SEVERAL])
            else:
                return
        combined = list(itertools.islice(itertools.product(*values), 10 * _MOST_COMBINED))
        random.Random(len(combined)).shuffle(combined)
        for chosen in combined[:_MOST_COMBINED]:
            yield base, tuple(zip(slots, chosen, strict=True))

    def _listed_words(self, slot: Slot) -> list[str]:
        """The words that a text lists for a text field: for `role` those of ROLES."""
        if "string" not in slot.kinds:
            return []
        listed = [*self._described.get(slot.name, ()), *self._named.get(singular(slot.name), ())]
        words = dict.fromkeys(word for word in listed if 0 < len(word) <= _LONGEST_ITEM)
        return list(words)[:_MOST_LISTED_WORDS]

    def _commands(self, names: list[str]) -> list[str]:
        """Words of the code, and templates filled with names; without any, a word and a name."""
        made: dict[str, None] = dict.fromkeys(self._verbs)
        if not self._templates:
            made |= {f"{verb} {name}": None for verb in self._verbs for name in names}
        for template, places in self._templates:
            for chosen in (
                [[name] for name in names]
                if places == 1
                else itertools.permutations(names[:_NAMES_OF_SEVERAL], places)
            ):
                made.update(dict.fromkeys(fill_template(template, chosen)[:1]))
        return list(made)


def _as_template(pattern: str) -> str:
    """The template for a regular expression such as `take (\\w+)`; empty for another kind."""
    text = re.sub(r"\((\?P<\w+>|\?:)?[^()]*\)[+*?]?", "<word>", pattern.strip("^$"))
    text = re.sub(r"\\s[+*]?", " ", text).strip()
    return "" if re.search(r"[\\\[\](){}+*?|^$]", text) else text


def _templates(words: list[str]) -> list[tuple[str, int]]:
    """Words with placeholders, and the number of these."""
    found: dict[str, int] = {}
    for word in [*words, *(part for text in words for part in message_words(text))]:
        filled_once = fill_template(word, ["\0"])
        places = filled_once[0].count("\0") if filled_once else 0
        if 0 < places <= _MOST_PLACES:
            found.setdefault(word, places)
    return list(found.items())[:_MOST_TEMPLATES]


def _names(value: Any) -> Iterator[str]:
    """Words of the short lines of a message's texts that may be names, those of lists first."""
    texts = texts_in(value)
    lines = [line for text in texts for line in text.splitlines()]
    listed = [line.partition(":")[2] for line in lines if ":" in line]
    for line in [*listed, *lines]:
        yield from names_in(line)


def _made(choice: _Choice) -> Action:
    action, values = choice
    for slot, value in values:
        action = filled(action, slot, value)
    return action


def first_of_each_kind(source: ActionSource, actions: list[Action]) -> list[Action]:
    """The first action for each tool, and for each of the values of fields that have few."""
    found: dict[str, Action] = {}
    for action in actions:
        kinds = [slot for slot in slots_of(source, action) if slot.choices]
        key = to_json([action.get("tool_name"), *(action.get(s.name) for s in kinds)])
        found.setdefault(key, action)
    return list(found.values())


def shown_numbers(value: Any) -> list[int | float]:
    """The numbers in a message, those of the first 20 entries of lists."""
    if isinstance(value, dict):
        return [number for item in value.values() for number in shown_numbers(item)]
    if isinstance(value, list):
        return [number for item in value[:20] for number in shown_numbers(item)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []
