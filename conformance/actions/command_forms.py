"""Forms of text commands that an environment's code matches, such as `take ITEM from chest`.

They are read from `match` statements over the words of a command. Commands that are known fill
their places: what one form takes as its item, another one takes as well.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.sdk.subject.description import Subject

_MOST_FORMS, _LONGEST, _MOST_COMMANDS = 60, 8, 120


@dataclass(frozen=True)
class Part:
    """A word of a form: the word itself, or the name of what stands in its place."""

    text: str
    is_place: bool


Form = tuple[Part, ...]


def command_forms(subject: Subject) -> list[Form]:
    """The forms in an environment's own files, each once; places named `_` are left out."""
    patterns = (
        pattern
        for _, _, tree in own_trees(subject)
        for node in ast.walk(tree)
        if isinstance(node, ast.match_case)
        for pattern in _sequences(node.pattern)
    )
    forms = (form for pattern in patterns for form in _forms(pattern))
    return list(dict.fromkeys(itertools.islice(forms, _MOST_FORMS)))


def _sequences(pattern: ast.pattern) -> Iterator[ast.MatchSequence]:
    for inner in pattern.patterns if isinstance(pattern, ast.MatchOr) else [pattern]:
        if isinstance(inner, ast.MatchSequence) and 0 < len(inner.patterns) <= _LONGEST:
            yield inner


def _forms(sequence: ast.MatchSequence) -> Iterator[Form]:
    words = [list(_parts(pattern)) for pattern in sequence.patterns]
    if all(words) and not all(part.is_place for choice in words for part in choice):
        yield from itertools.product(*words)


def _parts(pattern: ast.pattern) -> Iterator[Part]:
    match pattern:
        case ast.MatchValue(value=ast.Constant(value=str(text))) if text and not text.isspace():
            yield Part(text, is_place=False)
        case ast.MatchAs(pattern=None, name=str(name)):
            yield Part(name, is_place=True)
        case ast.MatchAs(pattern=ast.pattern() as inner) | ast.MatchOr(patterns=[inner]):
            yield from _parts(inner)
        case ast.MatchOr(patterns=inner):
            yield from (part for each in inner for part in _parts(each))


def filled_commands(forms: Iterable[Form], known: Iterable[str]) -> list[str]:
    """Commands of all forms that the words of known commands can fill, each once.

    Empty if no known command is of one of the forms: then the code matches something else.
    """
    forms = list(forms)
    values: dict[str, dict[str, None]] = {}
    texts = [text.split() for text in known]
    is_of_a_form = False
    for form, words in itertools.product(forms, texts):
        if _matches(form, words):
            is_of_a_form = True
            for part, word in zip(form, words, strict=True):
                if part.is_place:
                    values.setdefault(part.text, {})[word] = None
    if not is_of_a_form:
        return []
    made = (
        " ".join(words)
        for form in forms
        for words in itertools.product(
            *(values.get(part.text, {}) if part.is_place else [part.text] for part in form)
        )
    )
    return list(dict.fromkeys(itertools.islice(made, _MOST_COMMANDS)))


def _matches(form: Form, words: list[str]) -> bool:
    return len(form) == len(words) and all(
        part.is_place or part.text == word.lower() for part, word in zip(form, words, strict=True)
    )
