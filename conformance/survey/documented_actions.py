"""Actions that an environment's files describe: listed words, commands with placeholders, examples.

All of them are for environments whose author has written no `actions()`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.actions.named_lists import fill_by_name, singular
from hallmark_rl.conformance.actions.source_words import SourceWords, may_do_harm
from hallmark_rl.conformance.survey.survey_data import Survey

_PLACE = 3
"""Where the pool gets what is described."""
_MOST_EXAMPLES, _MOST_COMMANDS = 6, 12
_MOST_WORDS = 20


def add_listed_words(source: ActionSource, lists: Mapping[str, list[str]]) -> None:
    """Offer each text field the words of the list that is named like it: `city` those of CITIES."""
    for name in source.text_fields():
        listed = lists.get(singular(name), [])[:_MOST_WORDS]
        if listed:
            known = source.tokens.get(name, [])
            source.tokens[name] = [*known, *(word for word in listed if word not in known)]


def add_commands(
    survey: Survey,
    source: ActionSource,
    lists: Mapping[str, list[str]],
    words: Callable[[], SourceWords],
) -> None:
    """Give the pool the commands that are described with placeholders, filled by name."""
    fields = source.text_fields()
    if source.strategy is None and len(fields) == 1 and lists:
        described = [*source.tokens.get(fields[0], ()), *words().words]
        templates = (text for text in dict.fromkeys(described) if not may_do_harm(text))
        filled = [fill_by_name(template, lists) for template in templates]
        in_turn = itertools.chain.from_iterable(itertools.zip_longest(*filled))
        _put(survey, source, fields[0], filter(None, in_turn), _MOST_COMMANDS)


def add_examples(survey: Survey, source: ActionSource, blocks: Callable[[], list[str]]) -> None:
    """Give the pool answers that the documents show as blocks of code.

    Where any text is accepted, texts at random say nothing about the task. For actions of one text
    field.
    """
    fields = source.text_fields()
    if source.strategy is None and len(fields) == 1:
        _put(survey, source, fields[0], blocks(), _MOST_EXAMPLES)


def _put(survey: Survey, source: ActionSource, name: str, texts: Iterable[str], most: int) -> None:
    """Put up to `most` actions with these texts near the beginning of the pool."""
    if not survey.pool:
        return
    made = [{**survey.pool[0], name: text} for text in dict.fromkeys(texts)]
    found = [a for a in made if source.valid(a) and a not in survey.pool][:most]
    survey.pool[_PLACE:_PLACE] = found
    used = [action[name] for action in found]
    source.tokens[name] = list(dict.fromkeys([*used, *source.tokens.get(name, ())]))
