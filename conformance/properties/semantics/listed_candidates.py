"""Semantics: an answer that lists many candidates is not accepted."""

from __future__ import annotations

import re
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import (
    last_response,
    more_solutions,
    oracle_margin,
    play,
)
from hallmark_rl.conformance.checking.probes.denied_answers import marked_answer
from hallmark_rl.conformance.checking.probes.near_misses import short_text_field
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import free_text, task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.labelled_lines import (
    require_single_labelled_line,
)
from hallmark_rl.conformance.properties.semantics.listed_last_words import (
    NONSENSE,
    require_single_last_words,
)
from hallmark_rl.conformance.properties.semantics.longer_passages import (
    require_no_longer_passages,
)
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_COUNT = 200
_MOST_COLUMNS = 6
_LONGEST_NAME = 2
"""Words of an answer that "not" denies; before a sentence it says nothing clear."""
_FRESH = 6
"""Further seeds on which a suspicion is confirmed."""
_FEWEST = 3
"""Seeds that a confirmation needs; a form of listing must be accepted on more than half of them."""
_LEFT_OUT = re.compile(
    r"\b(line|order|item|entry|entries|instruction|command|row|trade)s?\b.*"
    r"\b(left out|ignored|skipped|discarded|passed over)\b|\bothers (still )?count\b",
    re.I,
)
"""A sentence by which a part of a list does nothing where it cannot be carried out."""
_NAME = re.compile(r"[\w-]+( [\w-]+){0,3}")
"""An item that only names something: nothing in it can be carried out."""
_ONLY_VALUE = {
    re.compile(r"\D*\d[\d.,]*\D*"): re.compile(
        r"\b(exactly|only|just) (one|a single) number|\bthe only number|\btext with (one|a) number",
        re.I,
    ),
    re.compile(r"\W*[A-Za-z]\W*"): re.compile(
        r"\b(one|a single|the only) (capital |upper-?case |single )?letter\b", re.I
    ),
}
"""Answers that are a number or a letter, and sentences by which it is read, whatever stands beside
it."""
_LAST_COUNTS = re.compile(
    r"\b(the|your|its) last (\w+ )?(line|answer|number|one|tag|block|letter|word|value|match)\b"
    r".*\b(counts?|judged|graded|scored|read|taken|used|decides|parsed)\b"
    r"|\b(whose|the) last line (is|holds|contains|says|must be)\b",
    re.I,
)
"""A sentence by which the last of several answers is the one that is read."""
_FIRST_COUNTS = re.compile(
    r"\b(words?|text|anything|everything|whatever|units?)\b[^.;]{0,20}\b(after|behind|follow\w*)\b"
    r"[^.;]{0,40}\b(not (be )?read|ignored|skipped|dropped|(does|do) not (matter|count))\b"
    r"|\b(only )?the first (number|word|line|value|answer)( of [^.;]{0,30})? "
    r"(counts|is (read|taken|used|judged|graded))\b|\bonly the first (number|word|line|value)\b",
    re.I,
)
"""A sentence by which what stands after the answer is not read."""
_QUERY = re.compile(r"\s*(select|with)\b", re.I)


@check("semantic.listed_candidates")
def listed_candidates(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "single returns depend on chance")
    require_single_last_words(context)
    tried = _require_no_united_row(context) | _require_no_superset(context)
    tried |= require_single_labelled_line(context) | require_no_longer_passages(context)
    suspected: dict[str, None] = {}
    sentences = task_sentences(context)
    for solution in context.until_budget(context.solutions[:4], least=2):
        if short_text_field(context, solution) is None:
            if tried:
                break
            raise NotApplicable("the answer is neither one short text nor a list without an order")
        listings = _listings(context, solution, sentences)
        if listings is None:
            raise NotApplicable("the solutions have fewer than three different answers")
        for name, action in listings.items():
            rollout = _accepted(context, solution, action)
            suspected |= {name: None} if rollout else {}
    unconfirmed = [name for name in suspected if not _can_confirm(context, name, sentences)]
    if unconfirmed:
        raise EvidenceMissing(
            f"{unconfirmed[0]} scores like the answer, but fewer than {_FEWEST} seeds can be tried"
        )


def _can_confirm(context: CheckContext, name: str, sentences: list[str]) -> bool:
    """Whether enough seeds can be tried to confirm that a form of listing scores like the answer.

    Raises if it does on most of them, fresh ones included: on one seed a text may be right by
    chance.
    """
    accepted: list[Rollout] = []
    texts: list[Action] = []
    tried = 0
    for solution in [*context.solutions, *more_solutions(context, _FRESH)]:
        action = (_listings(context, solution, sentences) or {}).get(name)
        if action is not None:
            tried += 1
            rollout = _accepted(context, solution, action)
            accepted += [rollout] if rollout else []
            texts += [action] if rollout else []
    if len(accepted) > tried / 2 and tried >= _FEWEST:
        raise PropertyViolated(
            f"on {len(accepted)} of {tried} seeds, {name} scores like the answer: {texts[0]}",
            accepted[0].episode(name),
        )
    return tried >= _FEWEST


def _accepted(context: CheckContext, solution: Rollout, action: Action) -> Rollout | None:
    """The solution with another last action, if that earns as much; else None."""
    rollout = play(context, [*solution.actions[:-1], action], solution.seed)
    less = solution.total - oracle_margin(context)
    return rollout if not rollout.error and rollout.total >= less else None


def _listings(
    context: CheckContext, solution: Rollout, sentences: list[str]
) -> dict[str, Action] | None:
    """Last actions that list candidates, by name; None if other seeds have too few answers."""
    field = short_text_field(context, solution)
    if field is None:
        return None
    answer = str(solution.actions[-1][field])
    other_answers = [
        str(other.actions[-1][field])
        for other in context.solutions
        if other.seed != solution.seed and other.actions[-1].get(field) not in (None, answer)
    ]
    if len(other_answers) < 2:
        return None
    if _accepted(context, solution, {**solution.actions[-1], field: NONSENSE}):
        return {}  # any text is right here, or what is not understood leaves all as it is
    texts = {
        **(
            {}
            if any(map(_LAST_COUNTS.search, sentences))
            else {"many candidates": " ".join([*other_answers, answer])}
        ),
        "many candidates, listed": ", ".join([answer, *other_answers]),
        "many candidates, one a line": "\n".join([other_answers[0], answer, *other_answers[1:]]),
        **_many_numbers(answer),
        "the answer withdrawn": f"{answer} is wrong, my answer is {other_answers[0]}",
    }
    if any(map(_FIRST_COUNTS.search, sentences)):
        texts = {name: text for name, text in texts.items() if not text.startswith(answer)}
    marked = marked_answer(answer)
    if len(marked.answer.split()) <= _LONGEST_NAME and not _is_read_alone(sentences, marked.answer):
        texts["the answer denied"] = marked.with_answer(f"not {marked.answer}")
    for number, text in enumerate(_question_texts(context, solution)):
        if answer.lower() not in text.lower():
            texts[f"text {number} of the question"] = text
    actions = {name: {**solution.actions[-1], field: text} for name, text in texts.items()}
    return {name: action for name, action in actions.items() if context.source.valid(action)}


def _is_read_alone(sentences: list[str], answer: str) -> bool:
    """Whether a text says that a value of this kind is read, whatever stands beside it."""
    if free_text(sentences):
        return True
    said = [sentence for form, sentence in _ONLY_VALUE.items() if form.fullmatch(answer)]
    return any(each.search(text) for text in sentences for each in said)


def _many_numbers(answer: str) -> dict[str, str]:
    """All numbers up to beyond the answer, if that is a small one."""
    if not answer.strip().isdecimal() or int(answer) > _LARGEST_COUNT:
        return {}
    numbers = map(str, range(max(60, int(answer) + 2)))
    return {"many numbers": ", ".join(numbers)}


def _require_no_united_row(context: CheckContext) -> bool:
    """Raise if queries that return one more row, of constants, score like the right queries.

    Returns whether the answers are queries.
    """
    accepted: list[Rollout] = []
    tried = False
    for solution in context.until_budget(context.solutions[:6], least=3):
        last = solution.actions[-1]
        queries = {k: v for k, v in last.items() if isinstance(v, str) and _QUERY.match(v)}
        for field, query in queries.items():
            for columns in range(1, _MOST_COLUMNS + 1):
                row = ", ".join(["7"] * columns)
                whole = f"SELECT * FROM ({query.strip().rstrip(';')}) AS own"
                action = {**last, field: f"{whole} UNION ALL SELECT {row}"}
                if not context.source.valid(action):
                    break
                tried = True
                rollout = play(context, [*solution.actions[:-1], action], solution.seed)
                if not rollout.error and rollout.total >= solution.total - oracle_margin(context):
                    accepted.append(rollout)
                    break
    if len(accepted) >= 3:
        text = f"on {len(accepted)} seeds, a query with one row too many scores like the right one"
        raise PropertyViolated(text, accepted[0].episode("a row too many"))
    return tried


def _require_no_superset(context: CheckContext) -> bool:
    """Raise if lists with the items of other solutions beside the right ones score like the answer.

    Only lists without an order are tried: the right items in reverse score the same, and score less
    without one of them. Returns whether there were such lists.
    """
    tried: list[Rollout] = []
    accepted: list[Rollout] = []
    for solution in context.until_budget(context.solutions, least=3):
        for field, items in solution.actions[-1].items():
            others = _items_of_others(context, solution, field)
            if not isinstance(items, list) or not items or not others:
                continue
            is_name = all(isinstance(item, str) and _NAME.fullmatch(item) for item in items)
            if not is_name and any(map(_LEFT_OUT.search, task_sentences(context))):
                continue  # those that cannot be carried out, or have another form, do nothing
            less = solution.total - oracle_margin(context)
            reversed_ = _with_items(context, solution, field, items[::-1])
            shorter = _with_items(context, solution, field, items[:-1])
            mixed = None
            while mixed is None and others:  # the model may limit the length of the list
                mixed = _with_items(context, solution, field, [*others, *items])
                others = others[: len(others) // 2]
            if mixed is None or shorter is None or shorter.total >= less:
                continue
            if len(items) > 1 and (reversed_ is None or reversed_.total < less):
                continue
            tried.append(mixed)
            accepted += [mixed] if mixed.total >= less else []
    if len(accepted) >= 3 and len(accepted) == len(tried):
        text = f"on {len(tried)} seeds, a list of everything scores like the right items"
        raise PropertyViolated(text, accepted[0].episode("every candidate"))
    return bool(tried)


def _items_of_others(context: CheckContext, solution: Rollout, field: str) -> list[Any]:
    """Items of other solutions' lists in a field that this solution's list does not have."""
    own = solution.actions[-1].get(field)
    items: dict[str, Any] = {}
    for other in context.solutions:
        listed = other.actions[-1].get(field)
        if isinstance(listed, list) and isinstance(own, list):
            items |= {to_json(item): item for item in listed if item not in own}
    if not items:
        return []
    shown = to_json(_opening(context, solution.seed))
    if not all(_is_passage(item, shown) for item in own or ()):
        return list(items.values())
    return [item for item in items.values() if _is_passage(item, shown)]  # others are ignored


def _is_passage(item: Any, shown: str) -> bool:
    return isinstance(item, str) and to_json(item)[1:-1] in shown


def _with_items(
    context: CheckContext, solution: Rollout, field: str, items: list[Any]
) -> Rollout | None:
    """The solution with another list in its last action; None if the model refuses the list."""
    action = {**solution.actions[-1], field: items}
    if not context.source.valid(action):
        return None
    rollout = play(context, [*solution.actions[:-1], action], solution.seed)
    return None if rollout.error else rollout


def _opening(context: CheckContext, seed: int | None) -> dict[str, Any]:
    response = last_response(context, seed, [])
    return (response and response.data) or {}


def _question_texts(context: CheckContext, solution: Rollout) -> list[str]:
    """The first observation's texts and the arithmetic expressions in them."""
    opening = _opening(context, solution.seed)
    texts = [value for value in opening.values() if isinstance(value, str) and value]
    arithmetic = [
        match for text in texts for match in re.findall(r"[\d(][\d\s+*/().-]+\d\)?", text)
    ]
    return [text for text in [*texts, *arithmetic] if 2 < len(text) <= 300][:6]
