"""Find an accepted action for each choice of a closed field, for each tool, and for each command.

Drawn actions often reach one command only, such as a list that is always allowed, while a booking
needs a hotel, a room and a number that fit. The values tried for a field come from what messages
show: under the field's name, beside its name in a text, or else anywhere; from actions that were
accepted; and from words of the files.

An action that is accepted may still do nothing: "there is no such folder" changes the message only.
So where no action of a choice changes anything else, one that does is looked for as well.
"""

from __future__ import annotations

import itertools
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from hallmark_rl.conformance.actions.action_source import ActionSource, observation_tokens
from hallmark_rl.conformance.actions.message_words import CONTENT, command_verbs
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.survey.likely_values import (
    NAME,
    QUOTED,
    changes_something,
    fillings,
    stem,
    words_beside,
)
from hallmark_rl.conformance.survey.survey_data import FIRST_SEED, Survey
from hallmark_rl.sdk.common.schema_refs import alternatives, resolve

_MOST_CHOICES = 12
_MOST_VALUES = 20
_MOST_NEAR = 8
"""Values of a field, and those of them that are tried because they stand near its name."""
_TRIES = 400
"""Actions that are tried for one choice."""
_WANTED = 2
_MOST_BEGUN = 4
"""Actions of the pool that are tried for one command."""
_SECONDS = 2.0


def cover_choices(
    survey: Survey,
    source: ActionSource,
    driver: Driver,
    words: Callable[[], Iterable[str]] = tuple,
) -> list[Action]:
    """Accepted actions with choices for which the pool has none; empty without closed fields.

    Args:
        survey: what was measured before.
        source: knows the schema and the tools.
        driver: an open instance.
        words: gives words of the environment's files; called once, where choices are looked for.
    """
    return _Search(survey, source, driver, words).run()


class _Search:
    def __init__(
        self,
        survey: Survey,
        source: ActionSource,
        driver: Driver,
        words: Callable[[], Iterable[str]],
    ) -> None:
        self._survey = survey
        self._source = source
        self._driver = driver
        self._shown: dict[str, dict[str, Any]] = defaultdict(dict)
        self._used: dict[str, dict[str, None]] = defaultdict(dict)
        self._texts: dict[str, None] = {}
        self._words: dict[str, None] = {}
        self._keys: dict[str, dict[str, None]] = defaultdict(dict)
        self._quoted: dict[str, None] = {}
        self._names: dict[str, None] = {}
        self._file_words: tuple[str, ...] = ()
        self._make_file_words = words
        self._changed = False
        self._first = self._last = Response(None)
        self._ends = time.monotonic() + _SECONDS

    def run(self) -> list[Action]:
        choices = list(self._choices())
        if not choices:
            return []
        self._begin()
        accepted: dict[str, list[Action]] = defaultdict(list)
        effective: set[str] = set()

        def note(key: str, actions: list[Action]) -> None:
            for action in actions:
                if key not in effective and self._accepts(action):
                    accepted[key].append(action)
                    effective.update([key] if self._changed else [])

        for key, (_, *of_choice) in choices:
            note(key, of_choice)
        found: list[Action] = []
        for key, (base, *_) in choices:
            if not accepted[key]:
                made = self._first_accepted(base) or self._first_accepted(base)
                found += made
                note(key, made)
        self._file_words = tuple(self._make_file_words())
        for key, (base, *_) in choices:
            if key not in effective:
                found += self._first_accepted(base, accepted[key][:2], changing=True)
        return found

    def _first_accepted(
        self, base: Action, known: Sequence[Action] = (), *, changing: bool = False
    ) -> list[Action]:
        """Accepted copies of an action; a second call uses what refusals have named meanwhile.

        With `changing`, those after which the message differs in more than texts and counters;
        then `known` actions with one field changed are tried first.
        """
        near = (action for each in known for action in self._with_one_change(each))
        tries = itertools.islice(itertools.chain(near, self._candidates(base)), _TRIES)
        accepted = (
            action for action in tries if self._accepts(action) and (self._changed or not changing)
        )
        return list(itertools.islice(accepted, _WANTED))

    def _choices(self) -> Iterator[tuple[str, list[Action]]]:
        """Each choice: its key, and a base for candidates followed by the pool's actions of it."""
        for tool in self._survey.tools:
            called = [a for a in self._survey.pool if a.get("tool_name") == tool["name"]]
            base = {"type": "call_tool", "tool_name": tool["name"], "arguments": {}}
            yield str(tool["name"]), [base, *called]
        smallest = self._source.minimal() or {}
        for name, inner in _fields(self._source.schema) if not self._survey.tools else ():
            values = _closed(self._source.schema, inner)
            for value in values if 1 < len(values) <= _MOST_CHOICES else ():
                chosen = [a for a in self._survey.pool if a.get(name) == value]
                yield to_json([name, value]), [{**smallest, name: value}, *chosen]
            for verb in _verbs(inner):
                begun = [a for a in self._survey.pool if str(a.get(name)).startswith(f"{verb} ")]
                yield to_json([name, verb]), [{**smallest, name: verb}, *begun[:_MOST_BEGUN]]

    # -- playing ------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._first = self._last = self._driver.reset(seed=FIRST_SEED)
        self._learn(self._first)
        for action in self._survey.opening:
            self._last = self._driver.step(action)

    def _accepts(self, action: Action) -> bool:
        """Play an action in the episode in progress, or in a new one after its end."""
        if time.monotonic() > self._ends or not self._source.valid(action):
            return False
        if self._last.done or self._last.data is None:
            self._begin()
        before = self._last
        self._last = self._driver.step(action)
        self._changed = changes_something(before, self._last)
        self._learn(self._last)
        if refusal(self._first, before, self._last, action):
            return False
        for name, value in (action.get("arguments") or action).items():
            if isinstance(value, str) and self._changed:
                self._used[name].setdefault(value)
        return True

    def _learn(self, response: Response) -> None:
        """Keep what a message shows: values by their names, texts, and words for any field."""
        for path, value in subtrees(response.data or {"message": response.message}):
            names = re.findall(r"[A-Za-z_]+", path)
            if isinstance(value, dict):
                group = f"{path.partition('.')[0]} {path.count('.')}"
                for key in value if names else ():
                    self._shown[stem(names[-1])].setdefault(str(key), str(key))
                    self._keys[group].setdefault(str(key))
            elif names and not isinstance(value, list | bool) and value not in (None, ""):
                self._shown[stem(names[-1])].setdefault(to_json(value), value)
            if isinstance(value, str):
                self._texts.setdefault(value)
                self._quoted |= dict.fromkeys(QUOTED.findall(value))
                for word in NAME.findall(value):  # the latest are the likeliest
                    self._names.pop(word, None)
                    self._names[word] = None
        for word in observation_tokens(response.data or {}):
            self._words.setdefault(word)

    # -- candidates ---------------------------------------------------------------------------

    def _candidates(self, base: Action) -> Iterator[Action]:
        """Copies of an action with likely values in its other fields, the likeliest first."""
        tool = next((t for t in self._survey.tools if t["name"] == base.get("tool_name")), None)
        schema = self._source.schema if tool is None else tool.get("input_schema") or {}
        chosen = base if tool is None else {}
        names, offered = [], []
        for name, inner in _fields(schema):
            fixed = name in chosen and bool(_closed(schema, inner))
            if chosen.get(name) in _verbs(inner):
                values: list[Any] = [f"{chosen[name]} {word}" for word in self._objects()]
            else:
                values = [] if fixed else self._values(schema, name, inner)
            if values:
                names.append(name)
                offered.append(values)
        made: set[str] = set()
        for filled in fillings(dict(zip(names, offered, strict=True))):
            key = to_json(filled)
            if key not in made:
                made.add(key)
                yield {**base, **filled} if tool is None else {**base, "arguments": filled}

    def _with_one_change(self, action: Action) -> Iterator[Action]:
        """The action with each likely value in one of its fields."""
        for name, inner in _fields(self._source.schema) if not self._survey.tools else ():
            if not _closed(self._source.schema, inner):
                values = self._values(self._source.schema, name, inner)
                yield from ({**action, name: value} for value in values)

    def _objects(self) -> list[str]:
        """Words that may follow the verb of a command: names, quoted words, words of texts."""
        told = [word for text in self._texts for word in CONTENT.findall(text)]
        groups = [reversed(self._names), self._quoted, dict.fromkeys(told), self._words]
        mixed = (word for turn in itertools.zip_longest(*groups) for word in turn if word)
        return list(dict.fromkeys(mixed))[: 2 * _MOST_VALUES]

    def _values(self, schema: Mapping[str, Any], name: str, inner: Any) -> list[Any]:
        """Likely values of a field; empty if its kind is none of those that are tried."""
        closed = _closed(schema, inner)
        if closed:
            return list(closed)
        kinds = {str(option.get("type")) for option in alternatives(schema, resolve(schema, inner))}
        beside = [word for text in self._texts for word in words_beside(text, name)]
        shown = list(self._shown[stem(name)].values())
        if kinds & {"integer", "number"}:
            numbers = [v for v in shown if isinstance(v, int | float)]
            numbers += [int(word) for word in beside if word.isdecimal()]
            return list(dict.fromkeys([*numbers[:_MOST_NEAR], 1, 2, 0, 5]))
        if "boolean" in kinds:
            return [False, True]
        if "string" in kinds:
            told = self._source.tokens.get(name, ())
            near = [*map(str, shown), *self._used[name], *beside, *told]
            groups = [*self._keys.values(), self._words, self._quoted, reversed(self._names)]
            mixed = itertools.zip_longest(*groups)
            others = [word for pair in mixed for word in pair if word]
            likely = dict.fromkeys([*near[:_MOST_NEAR], *others, *self._file_words])
            return list(likely)[:_MOST_VALUES] or ["1"]
        return []


def _verbs(inner: Any) -> list[str]:
    """The verbs of the commands that a field's description shows, if there are several."""
    verbs = command_verbs(str(inner.get("description", ""))) if isinstance(inner, dict) else []
    return verbs[:_MOST_CHOICES] if len(verbs) > 1 else []


def _fields(schema: Mapping[str, Any]) -> list[tuple[str, Any]]:
    properties = schema.get("properties", {})
    return [(name, inner) for name, inner in properties.items() if name not in ("metadata", "type")]


def _closed(schema: Mapping[str, Any], inner: Any) -> tuple[Any, ...]:
    """The values of a field that takes no others; empty if it takes any."""
    options = alternatives(schema, resolve(schema, inner))
    return tuple(v for o in options for v in o.get("enum", [o["const"]] if "const" in o else []))
