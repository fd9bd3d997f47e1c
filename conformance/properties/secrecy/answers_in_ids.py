"""Secrecy: the id of a task does not hold its answer, as `read-train-1594` holds 1594."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_ID_NAME = re.compile(
    r"(^|[._])(u?u?id|ref|reference|record|serial|ticket|case|docket|dossier|file|filename|path|url"
    r"|image|hash|slug|token|batch|barcode|job|task|sample)$",
    re.I,
)
_TOKEN = re.compile(r"[\w./:#-]+")
_OF_EPISODE = re.compile(r"(^|[._])(episode|session|run|seed)", re.I)
_SOLUTIONS = 24
_FEWEST_SEEDS, _FEWEST_ANSWERS = 12, 6
_LEAST_SHARE = 0.9
"""Share of the seeds on which the id must hold the answer, and nothing else may show it."""
_LONGEST = 60
"""Characters of an id, and of an answer."""

Found = tuple[str, str, int]
"""The place of an id, the field of the answer, and the part of the id that is the answer."""


@check("secrecy.answers_in_ids")
def answers_in_ids(context: CheckContext) -> None:
    """Compare each part of the shown ids with the answers, on many seeds."""
    examples: list[tuple[dict[str, Any], dict[str, str]]] = []
    solutions = [*context.solutions, *more_solutions(context, _SOLUTIONS)]
    for solution in context.until_budget(solutions, least=_FEWEST_SEEDS):
        opening = Episode.of(solution.seed, [], "opening", **solution.options)
        examples.append((context.play(opening)[0].data or {}, _answers(solution)))
    if not any(_ids(data) for data, _ in examples):
        raise NotApplicable("no id is shown beside the question")
    if len(examples) < _FEWEST_SEEDS:
        raise NotApplicable(f"fewer than {_FEWEST_SEEDS} seeds are solved")
    told: dict[Found, set[str]] = {}
    counts: dict[Found, int] = {}
    for data, answers in examples:
        for found, answer in _matches(data, answers):
            told.setdefault(found, set()).add(answer)
            counts[found] = counts.get(found, 0) + 1
    for found, different in told.items():
        often = counts[found] >= _LEAST_SHARE * len(examples)
        if often and len(different) >= _FEWEST_ANSWERS and not _is_asked(context, found[0]):
            data, answers = examples[0]
            raise PropertyViolated(
                f"on {counts[found]} of {len(examples)} seeds a part of {found[0]} is the right "
                f"{found[1]!r}, which nothing else shows: {_ids(data).get(found[0])!r} with "
                f"{answers.get(found[1])!r}",
                Episode.of(solutions[0].seed, [], "opening"),
            )


def _answers(solution: Rollout) -> dict[str, str]:
    """The short values of a solution's last action, as they are compared."""
    last = {key: value for key, value in solution.actions[-1].items() if key != "metadata"}
    return {
        path: _plain(str(value))
        for path, value in subtrees(last)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip()
    }


def _ids(data: dict[str, Any]) -> dict[str, str]:
    """The texts without blanks of a message in fields that are named like an id, by their paths."""
    return {
        path: value
        for path, value in subtrees({**data, "reward": None, "done": None})
        if isinstance(value, str)
        and len(value) <= _LONGEST
        and _TOKEN.fullmatch(value)
        and "[" not in path
        and _ID_NAME.search(path)
        and not _OF_EPISODE.search(path)
    }


def _matches(data: dict[str, Any], answers: dict[str, str]) -> Iterator[tuple[Found, str]]:
    """The parts of a message's ids that are an answer which nothing else of the message shows."""
    ids = _ids(data)
    others = [
        str(value)
        for path, value in subtrees(data)
        if path not in ids and isinstance(value, str | int | float)
    ]
    shown = {_plain(word) for text in others for word in re.findall(r"\w+", text)}
    for field, answer in answers.items():
        if len(answer) > _LONGEST or answer in shown or any(answer in o.lower() for o in others):
            continue
        for path, value in ids.items():
            for place, part in enumerate(re.split(r"[^0-9A-Za-z]+", value)):
                if _plain(part) == answer:
                    yield (path, field, place), answer


def _plain(text: str) -> str:
    """A text in lower case; a number without zeros before it."""
    return re.sub(r"^0+(?=\d)", "", text.strip().lower())


def _is_asked(context: CheckContext, path: str) -> bool:
    """Whether a text asks for what the id holds: its field is named in a sentence with a question.

    As in "Which year does the file name give?".
    """
    name = re.split(r"[._]", path)[-1].lower()
    asked = re.compile(rf"\b{name}\b.*\?|\b(from|in|of) (the|its) [`\w ]*{name}\b", re.I)
    return any(asked.search(text) for text in task_sentences(context))
