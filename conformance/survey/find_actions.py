"""Find actions that an environment accepts, by playing and by reading what it says about itself.

Used where few actions drawn from the schema are accepted. Candidates are made from a vocabulary:
words of the environment's files (`actions.source_words`), of its observations and of its refusals.
Each response adds words, so that a refusal which lists the valid commands, or an id that only a
later observation shows, leads to the next candidates.
"""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.actions.board_squares import example_moves, moves_like
from hallmark_rl.conformance.actions.json_schema import pattern_examples
from hallmark_rl.conformance.actions.source_words import SourceWords
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import texts_in
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.stopwatch import Stopwatch
from hallmark_rl.conformance.survey.learned_words import LearnedWords, reworded
from hallmark_rl.conformance.survey.nonsense import NonsenseEffect, without_sent_texts
from hallmark_rl.conformance.survey.survey_data import FIRST_SEED, Survey

_MOST_STEPS = 3000
_SECONDS = 4.0
_ENOUGH = 16
_MOST_ALIKE, _FEW = 2, 4
"""Accepted actions with equal replies: `There is no way.` may be said of any word. More of them are
taken if there are only few others."""
_MOST_NEW = 6
"""Words that a reply shows for the first time and that are tried in commands right after it."""
_PASSES = 3
_MOST_OBJECTS = 12
_MOST_MOVES = 400
_LONGEST_OPENING = 3
_LONGEST_WALK = 8


class ActionFinder:
    """One search. `accepted` holds the actions found, `opening` those that must come first.

    Args:
        survey: what was measured before; its pool is tried first.
        source: makes actions for the schema; gets the texts that were accepted.
        driver: an open instance.
        words: what the environment's files say.
        nonsense: what words that mean nothing do; None if that is not known.
    """

    def __init__(
        self,
        survey: Survey,
        source: ActionSource,
        driver: Driver,
        words: SourceWords,
        nonsense: NonsenseEffect | None = None,
    ) -> None:
        self.accepted: dict[str, Action] = {}
        self.opening: list[Action] = []
        self._alike: dict[str, Action] = {}
        self._at_once: list[tuple[list[Action], Action]] = []
        self._rng = random.Random("walks of a search for actions")
        self._replies: Counter[str] = Counter()
        self._contexts: dict[str, list[Action]] = {}
        self._survey = survey
        self._source = source
        self._driver = driver
        self._files = words
        self._nonsense = nonsense
        self._fields = source.text_fields()
        described = survey.schema.get("properties", {}).values()
        texts = [str(field.get("description", "")) for field in described]
        self._words = LearnedWords(words, texts, self._fields)
        self._steps = self._episodes = 0
        self._stopwatch = Stopwatch()
        self._played: list[Action] = []
        self._response: Response | None = None
        self._first = Response(None)

    def search(self) -> None:
        """Try candidates until enough are accepted or the budget is used up."""
        for _ in range(_PASSES):
            for action in self._candidates():
                if self._is_over():
                    break
                self._try(action)
                while self._at_once and not self._is_over():
                    path, command = self._at_once.pop(0)
                    self._go_back(path)
                    self._try(command)
        if len(self.accepted) < _FEW:
            missing = _ENOUGH - len(self.accepted)
            every = max(1, len(self._alike) // missing)  # from early candidates to late ones
            self.accepted |= dict(itertools.islice(self._alike.items(), 0, missing * every, every))
        self._find_opening()

    def _is_over(self) -> bool:
        spent = self._steps >= _MOST_STEPS or self._stopwatch.seconds > _SECONDS
        return spent or len(self.accepted) >= _ENOUGH

    # -- playing ------------------------------------------------------------------------------

    def _try(self, action: Action) -> bool:
        """Play an action in the episode in progress; a new one begins when that is over."""
        known = repr(action) in self.accepted or repr(action) in self._alike
        if known or not self._source.valid(action):
            return False
        if self._response is None or self._response.done or self._response.data is None:
            self._begin()
        before = self._response or self._first
        after = self._response = self._driver.step(action)
        self._steps += 1
        reason = refusal(self._first, before, after, action)
        if reason:
            self._learn(after, action, reason)
            return False
        shown = content_without_counters(after.data or {})
        key, replies = repr(action), {shown, without_sent_texts(shown, action)}
        self._replies.update(replies)
        told = shown != content_without_counters(before.data or {})
        told &= self._nonsense is None or not self._nonsense.explains(before, after, action)
        is_new = told and all(self._replies[reply] <= _MOST_ALIKE for reply in replies)
        (self.accepted if is_new else self._alike)[key] = action
        self._contexts[key] = list(self._played)
        self._played.append(action)
        self._learn(after, action, reason)
        return True

    def _begin(self) -> None:
        self._first = self._response = self._driver.reset(seed=FIRST_SEED)
        self._played = []
        self._learn(self._first, {}, "")
        for action in self._head():
            before, self._response = self._response, self._driver.step(action)
            self._steps += 1
            self._played.append(action)
            if self._response.done or self._response.data is None:
                return
            self._learn(
                self._response, action, refusal(self._first, before, self._response, action)
            )
            if self._at_once:
                return

    def _go_back(self, path: list[Action]) -> None:
        """Repeat the accepted actions that led to where a reply showed new words."""
        if self._played == path and self._response and not self._response.done:
            return
        self._response, self._played = self._driver.reset(seed=FIRST_SEED), []
        for action in path:
            self._response = self._driver.step(action)
            self._steps += 1
            self._played.append(action)

    def _head(self) -> list[Action]:
        """The actions with which the next episode begins: in two of three, some accepted before.

        What they make possible is then found, for instance by a command that must come first, or
        in a place where they lead. Of several, the first that shows new words is the last.
        """
        self._episodes += 1
        known = list(self.accepted.values())
        third, rest = divmod(self._episodes, 3)
        if not known or not rest:
            return []
        return (
            [known[third % len(known)]] if rest == 1 else self._rng.choices(known, k=_LONGEST_WALK)
        )

    def _learn(self, response: Response, action: Action, reason: str) -> None:
        """Add the words of a response, and commands with those that it shows for the first time."""
        new = self._words.learn(response, action, reason)
        if response.data is not None and not reason and len(self._fields) == 1:
            texts = self._words.commands_with(new[:_MOST_NEW], list(self.accepted.values()))
            path = list(self._played)
            self._at_once += [(path, command) for command in self._in_each_field(texts)]

    # -- candidates ---------------------------------------------------------------------------

    def _candidates(self) -> Iterator[Action]:
        """Candidates, the likeliest first. Words that are learned meanwhile are used as well."""
        yield from self._survey.pool
        yield from self._examples()
        yield from self._moves()
        yield from self._in_each_field(self._words.new_words())
        for pattern in self._files.patterns:
            yield from self._in_each_field(pattern_examples(pattern))
        yield from self._in_each_field(self._words.filled_templates())
        yield from self._in_each_field(self._words.commands(self.accepted.values()))
        yield from self._reworded()
        yield from self._in_each_field(self._words.with_other_words(self.accepted.values()))
        yield from self._in_each_field(self._words.json_texts())
        yield from self._pairs_of_fields()
        yield from self._drawn()

    def _moves(self) -> Iterator[Action]:
        """Moves on a board like those that a field's description or the files name."""
        base, shown = self._source.minimal() or {}, texts_in(self._first.data or {})
        for name in self._fields:
            words = [*self._source.tokens.get(name, ()), *self._files.words]
            moves = moves_like(example_moves(self._survey.schema, name, words), shown)
            yield from ({**base, name: text} for text in itertools.islice(moves, _MOST_MOVES))

    def _reworded(self) -> Iterator[Action]:
        """Accepted actions in whose texts one word takes the place of another one."""
        for action, name in itertools.product(list(self.accepted.values()), self._fields):
            for text in reworded(str(action.get(name, ""))):
                yield {**action, name: text}

    def _examples(self) -> Iterator[Action]:
        """Examples from the files: as an action, or as the JSON in a text field."""
        names = set(self._survey.schema.get("properties", {}))
        for example in self._files.examples:
            if set(example) <= names:
                yield example
            else:
                yield from self._in_each_field([json.dumps(example)])

    def _in_each_field(self, texts: Iterable[str]) -> Iterator[Action]:
        """A text in each text field; the other fields as in an accepted or the least action."""
        for text in texts:
            bases = [*list(self.accepted.values())[-1:], self._source.minimal() or {}]
            for name, base in itertools.product(self._fields, bases):
                yield {**base, name: text}
            for tool in self._survey.tools:
                yield from _tool_calls(tool, text)

    def _pairs_of_fields(self) -> Iterator[Action]:
        base = self._source.minimal() or {}
        for first, second in itertools.permutations(self._fields, 2):
            objects = [*self._words.objects, *self._words.vocabulary][:_MOST_OBJECTS]
            for verb, word in itertools.product(
                self._words.verbs(first, self.accepted.values()), objects
            ):
                yield {**base, first: verb, second: word}

    def _drawn(self) -> Iterator[Action]:
        """Actions drawn from the schema with the vocabulary as likely texts."""
        source, vocabulary = copy.copy(self._source), list(self._words.vocabulary)
        source.tokens = {
            name: [*self._words.verbs(name, self.accepted.values()), *vocabulary][:60]
            for name in self._fields
        }
        source.tokens |= {"": vocabulary[:60]}
        yield from source.sample(120, seed=2)

    # -- what must come first -----------------------------------------------------------------

    def _find_opening(self) -> None:
        """Find the shortest list of actions after which most of the accepted ones are accepted."""
        if not self.accepted or self._stopwatch.seconds > 2 * _SECONDS:
            return
        actions = list(self.accepted.values())[:_ENOUGH]
        best = self._count_after([], actions)
        while len(self.opening) < _LONGEST_OPENING and best < len(actions):
            earlier = [a for context in self._contexts.values() for a in context]
            firsts = list({repr(a): a for a in earlier}.values())[:6]
            counted = [(self._count_after([*self.opening, a], actions), a) for a in firsts]
            most, first = max(counted, key=lambda item: item[0], default=(0, {}))
            if most <= best + 1:
                return
            best = most
            self.opening.append(first)

    def _count_after(self, opening: list[Action], actions: list[Action]) -> int:
        """How many of the actions are accepted directly after these; the opening does not end."""
        count = 0
        for action in actions:
            first = before = self._driver.reset(seed=FIRST_SEED)
            for step in opening:
                before = self._driver.step(step)
                if before.done or before.data is None:
                    return 0
            count += not refusal(first, before, self._driver.step(action), action)
        return count


def _tool_calls(tool: dict[str, Any], text: str) -> Iterator[Action]:
    """A call of a tool with the text in each of its text arguments."""
    properties = (tool.get("input_schema") or {}).get("properties", {})
    names = [key for key, value in properties.items() if value.get("type") == "string"]
    if names:
        arguments = dict.fromkeys(names, text)
        yield {"type": "call_tool", "tool_name": tool["name"], "arguments": arguments}
