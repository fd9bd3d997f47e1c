"""Semantics: where a text says that capitals do not matter, answers in capitals are paid.

A sentence such as "capitals do not matter" or "in upper or lower case" may be about a part of an
answer only, so whole answers, single fields and single words are written in the other case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.actions.written_texts import (
    described_texts,
    readme_texts,
    sentences,
)
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_texts
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_FRESH, _FEWEST = 8, 4
"""Further solutions, and the tasks on which the other case must be refused."""
_CASE = (
    r"(?:(?:small|upper|lower|capital)(?:[- ]?case)?(?: letters)? (?:or|and) )?"
    r"(?:(?:letter )?case(?: of (?:the )?letters)?|(?:upper|lower)[- ]?case(?: letters)?"
    r"|capitals?(?: letters)?)"
)
_IGNORED = re.compile(
    rf"\b{_CASE}\b[^.;:]{{0,60}}?\b(?:(?:does|do) ?(?:not|n't) (?:matter|count)"
    r"|makes? no difference|(?:is|are) (?:ignored|free|fine)|may be used freely)\b"
    r"|\bin (?:upper or lower|lower or upper|either) case\b|\bin capitals or not\b"
    r"|\bin any case of the letters\b",
    re.I,
)
_COMPARED = re.compile(
    r"\bcase[- ]insensitiv\w+|\b(?:regardless of|ignoring) (?:the )?case\b", re.I
)
"""What is also said of data; it counts where the sentence speaks of answers."""
_ANSWERS = re.compile(
    r"\b(?:answers?|guess\w*|repl(?:y|ies)|commands?|actions?|orders?|moves?|messages?|verdicts?"
    r"|spell\w*|right|correct)\b",
    re.I,
)
_CODE = re.compile(r"[(){}\[\]=;<>*+/%&|^~\\]")
"""A text with such signs may be a program or data, in which names have one case."""
_LONGEST = 200


@check("semantic.stated_case")
def stated_case(context: CheckContext) -> None:
    """Write the last actions of solutions in capitals, or in small letters where they have none."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    said = next(filter(_ignores_case, _rules(context)), "")
    if not said:
        raise NotApplicable("no text says that upper and lower case are alike")
    refused: list[Episode] = []
    for solution in [*context.solutions, *more_solutions(context, _FRESH)]:
        changed = list(_in_other_case(context, solution.actions[-1]))
        for action in changed:
            if paid_like(context, solution, [*solution.actions[:-1], action], "other case"):
                return
        if changed:
            actions = [*solution.actions[:-1], changed[0]]
            refused.append(Episode.of(solution.seed, actions, "other case", **solution.options))
    if not refused:
        raise NotApplicable("no solution ends with a text that has another case")
    if len(refused) < _FEWEST:
        raise EvidenceMissing(f"only {len(refused)} solutions could be tried in the other case")
    raise PropertyViolated(
        f"a text says {said[:120]!r}; solutions that end in the other case earn less, on all "
        f"{len(refused)} tasks, such as {refused[0].actions[-1]}",
        refused[0],
    )


def _ignores_case(sentence: str) -> bool:
    """Whether a sentence says that the case of answers does not matter."""
    if _IGNORED.search(sentence):
        return True
    return bool(_COMPARED.search(sentence) and _ANSWERS.search(sentence))


def _rules(context: CheckContext) -> Iterator[str]:
    """Sentences of the README, of field descriptions, and those that are shown with every task.

    A sentence of one task may be about something else, such as what a program is to compare.
    """
    for text in (*readme_texts(context.subject), *described_texts(context.source.schema)):
        yield from sentences(text)
    shown = [
        {said for text in shown_texts(context, solution) for said in sentences(text)}
        for solution in context.solutions[:_FEWEST]
    ]
    yield from sorted(set.intersection(*shown)) if len(shown) > 1 else ()


def _in_other_case(context: CheckContext, action: Action) -> Iterator[Action]:
    """Valid actions with all texts, one text, or one word of a text in the other case."""
    texts = [(path, value) for path, value in leaves(action) if _has_case(path, value)]
    whole = action
    for path, value in texts:
        whole = with_leaf(whole, path, _other_case(value))
    made = [whole]
    for path, value in texts:
        words = value.split()
        forms = [_other_case(value), value[:1].swapcase() + value[1:]]
        forms += [value.replace(word, _other_case(word)) for word in (words[0], words[-1])]
        made += [with_leaf(action, path, form) for form in forms]
    for place, changed in enumerate(made):
        if changed != action and changed not in made[:place] and context.source.valid(changed):
            yield changed


def _has_case(path: Path, value: object) -> bool:
    """Whether a value is a short text with letters, and neither program nor the kind of a tool."""
    return (
        isinstance(value, str)
        and path[0] not in ("type", "tool_name", "metadata")
        and len(value) <= _LONGEST
        and not _CODE.search(value)
        and bool(value.split())
        and value.swapcase() != value
    )


def _other_case(text: str) -> str:
    return text.lower() if text.isupper() else text.upper()
