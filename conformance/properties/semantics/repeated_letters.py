"""Semantics: replies to guesses are right where a letter occurs more than once.

A text names the rule of Mastermind or Wordle. On guesses without repeated letters the replies
follow it; on guesses with repeated letters they must as well.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.guess_marks import (
    letter_counts,
    letter_marks,
    numbers_in,
    sequences_in,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_RULE = re.compile(
    r"\bmaster ?mind\b|\bwordle\b|\bbulls and cows\b|\bas in the board game\b"
    r"|\beach (letter|colou?r|digit|peg|symbol)\b[^.;]{0,60}\b(once|one|at most)\b",
    re.I,
)
"""A sentence that names the rule, or says that a letter of the code answers for one at most."""
_OTHER_RULE = re.compile(r"\b(unlike|other than in|not as in|differs? from)\b", re.I)
_SHORTEST, _LONGEST = 3, 8
_SMALL_ALPHABET = 12
"""Letters of all codes up to which any row of them is tried as a guess."""
_FRESH, _GUESSES, _TASKS = 30, 12, 8
_FEWEST_PLAIN, _FEWEST_VALUES, _FEWEST_REPEATED = 12, 3, 3


class _Reply(NamedTuple):
    """A guess of a task, and what the reply to it holds."""

    episode: Episode
    code: str
    guess: str
    data: dict[str, Any]


class _Told(NamedTuple):
    """What a reply tells of a guess at one place, and what it tells by the rule."""

    reply: _Reply
    told: int | str
    right: int | str


@check("semantic.repeated_letters")
def repeated_letters(context: CheckContext) -> None:
    """Guess codes with and without repeated letters in the first step of several tasks."""
    context.require_capability_absent("stochastic", "replies depend on chance")
    rules = [text for text in task_sentences(context) if _RULE.search(text)]
    if not rules or any(map(_OTHER_RULE.search, rules)):
        raise NotApplicable("no text names the rule by which letters of guesses are marked")
    plain: list[_Reply] = []
    repeated: list[_Reply] = []
    for reply in context.until_budget(_replies(context), least=4 * _FEWEST_PLAIN):
        (plain if len(set(reply.guess)) == len(reply.guess) else repeated).append(reply)
    if len(plain) < _FEWEST_PLAIN or len(repeated) < _FEWEST_REPEATED:
        raise EvidenceMissing("too few guesses with and without repeated letters could be tried")
    told = {**_counts_told(plain, repeated), **_marks_told(plain, repeated)}
    if not told:
        raise NotApplicable("replies do not count or mark the letters of a guess")
    told = {path: found for path, found in told.items() if len(found) >= _FEWEST_REPEATED}
    if not told:
        raise EvidenceMissing("too few guesses with repeated letters have a reply")
    for path, found in told.items():
        wrong = [each for each in found if each.told != each.right]
        if len(wrong) >= _FEWEST_REPEATED:
            first = wrong[0]
            raise PropertyViolated(
                f"{path} tells {first.told} of the guess {first.reply.guess} for "
                f"{first.reply.code}, by the rule it is {first.right}; so on {len(wrong)} of "
                f"{len(found)} guesses with repeated letters, on none of the {len(plain)} others",
                first.reply.episode,
            )


def _counts_told(plain: list[_Reply], repeated: list[_Reply]) -> dict[str, list[_Told]]:
    """What numbers tell of guesses with repeated letters, by their places in the replies.

    Only numbers that are one of the rule's counts in all plain guesses, and not two of them.
    """
    told: dict[str, list[_Told]] = {}
    numbers = [numbers_in(reply.data, reply.guess) for reply in plain]
    rights = [letter_counts(reply.code, reply.guess) for reply in plain]
    for path in sorted(set.intersection(*map(set, numbers))):
        given = [found[path] for found in numbers]
        kinds = [kind for kind in rights[0] if given == [right[kind] for right in rights]]
        if len(kinds) == 1 and len(set(given)) >= _FEWEST_VALUES:
            told[path] = [
                _Told(reply, number, letter_counts(reply.code, reply.guess)[kinds[0]])
                for reply in repeated
                if (number := numbers_in(reply.data, reply.guess).get(path)) is not None
            ]
    return told


def _marks_told(plain: list[_Reply], repeated: list[_Reply]) -> dict[str, list[_Told]]:
    """The same for rows of marks, of which each has one meaning in all plain guesses."""
    repeated_rows = [(reply, sequences_in(reply.data, reply.guess)) for reply in repeated]
    told: dict[str, list[_Told]] = {}
    rows = [sequences_in(reply.data, reply.guess) for reply in plain]
    for path in sorted(set.intersection(*map(set, rows))):
        signs: dict[str, set[str]] = defaultdict(set)
        for reply, row in zip(plain, rows, strict=True):
            for mark, sign in zip(letter_marks(reply.code, reply.guess), row[path], strict=True):
                signs[mark].add(sign)
        used = list(itertools.chain.from_iterable(signs.values()))
        if len(signs) < _FEWEST_VALUES or len(used) != len(signs) or len(set(used)) != len(used):
            continue
        meaning = {mark: next(iter(found_signs)) for mark, found_signs in signs.items()}
        told[path] = [
            _Told(
                reply,
                " ".join(found[path]),
                " ".join(meaning[mark] for mark in letter_marks(reply.code, reply.guess)),
            )
            for reply, found in repeated_rows
            if path in found
        ]
    return told


def _replies(context: CheckContext) -> Iterator[_Reply]:
    """Replies to codes of other tasks, and to rows of their letters, in the first step."""
    solutions = [s for s in context.solutions if s.done and s.total > 0 and s.actions]
    fields = _code_fields(solutions)
    if not fields:
        raise NotApplicable("no solution ends with a short code or word")
    field = fields[0]
    tasks = solutions[:_TASKS]
    known = [str(s.actions[-1][field]) for s in (*solutions, *more_solutions(context, _FRESH))]
    for number in range(_GUESSES):
        for solution in tasks:
            code = str(solution.actions[-1][field])
            guess = _guess(context, known, code, number)
            if guess is None or guess == code:
                continue
            action = {**solution.actions[-1], field: guess}
            if not context.source.valid(action):
                continue
            episode = Episode.of(solution.seed, [action], "a guess", **solution.options)
            data = context.play(episode)[-1].data
            if data is not None:
                yield _Reply(episode, code, guess, shown_to_agent(data))


def _code_fields(solutions: list[Rollout]) -> list[str]:
    """Fields in which the last actions of all solutions have codes of one length, not all alike."""
    last = [solution.actions[-1] for solution in solutions]
    return [
        name
        for name in (last[0] if last else {})
        if all(isinstance(action.get(name), str) and action[name].isalnum() for action in last)
        and len({action[name] for action in last}) > 1
        and len({len(action[name]) for action in last}) == 1
        and _SHORTEST <= len(last[0][name]) <= _LONGEST
    ]


def _guess(context: CheckContext, known: list[str], code: str, number: int) -> str | None:
    """A code of another task, or a row of the letters of all codes; every second with repeats."""
    rng = context.rng(f"guess {code} {number}")
    letters = sorted(set("".join(known)))
    repeats = number % 2 == 1
    if len(letters) <= _SMALL_ALPHABET:
        if not repeats:
            return "".join(rng.sample(letters, len(code))) if len(letters) >= len(code) else None
        few = rng.sample(sorted(set(code)), 1) + rng.sample(letters, len(code) // 2)
        return "".join(rng.choice(few) for _ in code)
    fitting = [word for word in known if (len(set(word)) < len(word)) == repeats and word != code]
    return rng.choice(fitting) if fitting else None
