"""Words that may make up an action: what files, messages and refusals name, and texts of them."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from hallmark_rl.conformance.actions.action_source import observation_tokens
from hallmark_rl.conformance.actions.message_words import fill_template, listed_items, message_words
from hallmark_rl.conformance.actions.source_words import SourceWords
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import texts_in

_MOST_COMMAND_VERBS = 6
_MOST_VERBS = 10
_MOST_OBJECTS = 12
_NUMBERS = ("1", "0", "2", "5", "10", "a")
_COMMAND_WORD = re.compile(r"[\w.-]+")
_LONGEST_COMMAND, _MOST_REWORDED = 12, 60
"""Words of a command of which one takes the place of another, and commands that are made so."""
_MOST_VARIED, _MOST_FILLERS = 4, 12


def reworded(text: str) -> Iterator[str]:
    """A command with one of its words in the place of another one, in all ways up to a limit.

    Of `north=wheat, east=beans` another one is `north=beans, east=beans`.
    """
    words = list(_COMMAND_WORD.finditer(text))
    if not 2 <= len(words) <= _LONGEST_COMMAND:
        return
    pairs = itertools.permutations(words, 2)
    made = (f"{text[: a.start()]}{b[0]}{text[a.end() :]}" for a, b in pairs if a[0] != b[0])
    yield from itertools.islice(made, _MOST_REWORDED)


class LearnedWords:
    """The vocabulary of one search, to which each response adds words.

    Args:
        source: what the environment's files say.
        described: descriptions of the action's fields.
        fields: names of the action's text fields.
    """

    def __init__(self, source: SourceWords, described: Iterable[str], fields: list[str]) -> None:
        named = [word for text in described for word in message_words(text)]
        self.vocabulary: dict[str, None] = dict.fromkeys([*source.words, *named])
        self.objects: dict[str, None] = {}
        self.answers: dict[str, Counter[str]] = {}
        self._answer_of: dict[tuple[str, str], str] = {}
        self._source = source
        self._fields = fields

    def learn(self, response: Response, action: Action, reason: str) -> list[str]:
        """Add the words of a response; those of a refusal that is like no other count most.

        Args:
            response: the response to the action.
            action: the action; empty for a reset.
            reason: why the action counts as refused; empty if it was accepted.

        Returns:
            Words of its lists and sentences that no response has shown before.
        """
        texts = [response.message] if response.data is None else texts_in(response.data)
        sent = {value for value in action.values() if isinstance(value, str)}
        for text in texts:
            for word in message_words(text):
                if word not in sent:
                    self.vocabulary.setdefault(word)
        new: list[str] = []
        if response.data is not None:
            for word in observation_tokens(response.data):
                self.vocabulary.setdefault(word)
                self.objects.setdefault(word)
            shown = dict.fromkeys(item for text in texts for item in listed_items(text))
            new = [word for word in shown if word not in self.objects and word not in sent]
            self.objects |= dict.fromkeys(new)
        for name in self._fields:
            value = action.get(name)
            if reason and isinstance(value, str) and value.strip():
                answer = reason.replace(value, "*").replace(value.split()[0], "*")
                self.answers.setdefault(name, Counter())[answer] += 1
                self._answer_of.setdefault((name, value), answer)
        return new

    def new_words(self) -> Iterator[str]:
        """All words, including those that are added while this runs."""
        done = 0
        while done < len(self.vocabulary):
            words = list(itertools.islice(self.vocabulary, done, None))
            done += len(words)
            yield from words

    def verbs(self, name: str, accepted: Iterable[Action]) -> list[str]:
        """Words that may begin a command: first those that got an answer of their own."""
        usual = {answer for answer, _ in self.answers.get(name, Counter()).most_common(1)}
        special = [
            value
            for (field, value), answer in self._answer_of.items()
            if field == name and answer not in usual
        ]
        texts = [v for a in accepted if isinstance(v := a.get(name), str) and v]
        words = [*(t.split()[0] for t in texts if t.split()), *special, *self.vocabulary]
        single = [
            word for word in dict.fromkeys(words) if re.fullmatch(r"[A-Za-z_/!.-]{1,20}", word)
        ]
        return single[:_MOST_VERBS]

    def commands(self, accepted: Iterable[Action]) -> Iterator[str]:
        """A verb, a separator and an object."""
        objects = [word for word in [*self.objects, *self.vocabulary] if len(word) <= 30]
        objects = [*dict.fromkeys(objects)][:_MOST_OBJECTS]
        for name in self._fields:
            for verb, word in itertools.product(
                self.verbs(name, accepted), [*objects, *_NUMBERS[:3]]
            ):
                if verb != word:
                    yield f"{verb} {word}"
        for name in self._fields[:1]:
            for verb, word in itertools.product(
                self.verbs(name, accepted)[:6], [*objects[:4], "1"]
            ):
                for form in ("{}:{}", "{}({})", "{}: {}"):
                    yield form.format(verb, word)

    def commands_with(self, words: list[str], accepted: Iterable[Action]) -> list[str]:
        """Each verb of a command that was accepted, or that a template shows, with each word."""
        texts = [v for a in accepted for v in a.values() if isinstance(v, str)]
        verbs = [text.split()[0] for text in texts if len(text.split()) > 1]
        verbs += [text.split()[0] for text in self.vocabulary if fill_template(text, ["word"])]
        few = itertools.islice(dict.fromkeys(verbs), _MOST_COMMAND_VERBS)
        return [f"{verb} {word}" for verb, word in itertools.product(few, words)]

    def filled_templates(self) -> Iterator[str]:
        """The templates among the words, such as `move <direction>`, with other words in them."""
        fillers = [*list(self.objects)[:8], *_NUMBERS, *list(self.vocabulary)[:12]]
        for template in list(self.vocabulary):
            yield from fill_template(template, fillers)

    def with_other_words(self, accepted: Iterable[Action]) -> Iterator[str]:
        """Accepted commands of three words and more with another word in one place of each."""
        texts = [v for a in accepted for v in a.values() if isinstance(v, str)]
        commands = [text for text in dict.fromkeys(texts) if 3 <= len(text.split()) <= 8]
        fillers = [word for word in [*self.objects, *_NUMBERS] if " " not in word]
        for text in commands[:_MOST_VARIED]:
            words = text.split()
            for place, word in itertools.product(range(1, len(words)), fillers[:_MOST_FILLERS]):
                yield " ".join([*words[:place], word, *words[place + 1 :]])

    def json_texts(self) -> Iterator[str]:
        """JSON objects with the keys that the code reads; none if nothing asks for JSON."""
        asked = any("json" in answer.lower() for c in self.answers.values() for answer in c)
        if not (self._source.reads_json or asked):
            return
        keys = [*self._source.keys, *(w for w in self.vocabulary if w.isidentifier())][:8]
        words = [w for w in self.vocabulary if len(w) <= 20 and not w.startswith("{")][:14]
        values: list[Any] = [*words, 1, 0]
        for key, value in itertools.product(keys, values):
            yield json.dumps({key: value})
        for first, second in itertools.permutations(keys[:4], 2):
            for value, other in itertools.product(words, [1, *words[:6]]):
                yield json.dumps({first: value, second: other})
