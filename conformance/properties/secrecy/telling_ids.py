"""Secrecy: no id that is shown beside the question stands for the answer.

An id may name a task: then everything else is the same too whenever the id is. It may name a thing
that is shown, such as a customer. What is found here is an id that goes with the answer one to one,
while the tasks with this id differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.probes.answer_patterns import Question
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.asked_questions import asked_questions

_ID_NAME = re.compile(
    r"(^|[._])(u?u?id|ref|reference|record|number|no|nr|code|key|serial|ticket|case|docket|dossier"
    r"|file|hash|etag|checksum|token|tag|batch|barcode|job|claim|invoice|entry|slug)$",
    re.I,
)
_OF_EPISODE = re.compile(r"(^|[._])(episode|session|run|seed)", re.I)
_CONTENT_NAMES = ("code", "key", "number", "no", "nr", "serial", "tag", "token")
"""Ends of names that may also name what a question is about, as in "Which city has this code?"."""
_LONGEST = 40
_FEWEST_ANSWERS = 4
"""Different answers of which each must be seen twice or more."""
_FEWEST_REPEATS = 12
"""Seeds, beyond the first of each answer, on which the id is the known one."""
_MOST_SHARED = 0.1
"""Share of the different answers that may have the id of another one."""
_COMPARED = 6
"""Pairs of episodes with one id that are compared."""

Ids = dict[str, str]


@check("secrecy.telling_ids")
def telling_ids(context: CheckContext) -> None:
    """Compare the ids of first messages with the answers, on many seeds."""
    context.require_deterministic()
    reason = "no id is shown beside the question"
    if not _varying_ids(context):
        raise NotApplicable(reason)
    explored, confirmed = asked_questions(context)
    questions = [*explored, *confirmed]
    tables = [_ids({"shown": q.shown, **q.beside}) for q in questions]
    paths = [path for path in tables[0] if all(path in table for table in tables)]
    for path in paths:
        for field in questions[0].fields:
            answers = [to_json(question.fields[field]) for question in questions]
            ids = [table[path] for table in tables]
            count = _told(ids, answers)
            if not count or _is_asked(context, questions, path, ids):
                continue
            raise PropertyViolated(
                f"on all {len(ids)} seeds, {path.removeprefix('shown.')} is the same whenever the "
                f"right {field!r} is, and another one for another ({count} different answers are "
                f"seen twice or more): {ids[0]!r} goes with {answers[0]}",
                Episode.of(questions[0].seed, [], "opening"),
            )
    if not paths:
        raise NotApplicable(reason)


def _varying_ids(context: CheckContext) -> bool:
    """Whether the first messages of the known solutions show ids that differ."""
    tables = []
    for solution in context.solutions:
        data = context.play(Episode.of(solution.seed, [], "opening"))[0].data or {}
        tables.append(_ids({"shown": shown_to_agent(data), "metadata": data.get("metadata")}))
    return any(len({table.get(path) for table in tables}) > 1 for path in tables[0])


def _ids(message: dict[str, Any]) -> Ids:
    """Values that look like ids and occur once in the message, by their paths."""
    leaves = [(p, v) for p, v in subtrees(message) if not isinstance(v, dict | list | bool)]
    found: Ids = {}
    for path, value in leaves:
        if "[" in path or not _ID_NAME.search(path) or _OF_EPISODE.search(path):
            continue
        text = str(value)
        is_token = isinstance(value, int | str) and re.fullmatch(r"[\w./:#-]*\d[\w./:#-]*", text)
        if is_token and len(text) <= _LONGEST:
            word = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
            if not any(other != path and word.search(str(item)) for other, item in leaves):
                found[path] = text
    return found


def _told(ids: Sequence[str], answers: Sequence[str]) -> int:
    """How many answers seen twice or more have one id each, all their own; 0 if it is not so."""
    by_answer: dict[str, list[str]] = {}
    for each, answer in zip(ids, answers, strict=True):
        by_answer.setdefault(answer, []).append(each)
    seen_again = [held for held in by_answer.values() if len(held) > 1]
    repeats = sum(len(held) - 1 for held in seen_again)
    if len(seen_again) < _FEWEST_ANSWERS or repeats < _FEWEST_REPEATS:
        return 0
    if any(len(set(held)) > 1 for held in seen_again):
        return 0
    different = len({held[0] for held in by_answer.values()})
    return len(seen_again) if different >= (1 - _MOST_SHARED) * len(by_answer) else 0


def _is_asked(
    context: CheckContext, questions: Sequence[Question], path: str, ids: Sequence[str]
) -> bool:
    """Whether the id is part of the question: it names the task, or a thing that is shown."""
    name = re.split(r"[._]", path)[-1].lower()
    texts = (text for _, text in subtrees(questions[0].shown) if isinstance(text, str))
    if name in _CONTENT_NAMES and any(re.search(rf"(?i)\b{name}s?\b", text) for text in texts):
        return True
    return _names_what_is_shown(questions, path, ids) or _names_the_task(context, questions, ids)


def _names_what_is_shown(questions: Sequence[Question], path: str, ids: Sequence[str]) -> bool:
    """Whether another shown value that differs as often is the same whenever the id is."""
    columns: dict[str, list[str]] = {}
    for question in questions:
        for other, value in subtrees(question.shown):
            if (
                other
                and not f"shown.{other}".startswith(path)
                and not path.startswith(f"shown.{other}.")
            ):
                columns.setdefault(other, []).append(to_json(value))
    for column in columns.values():
        if len(column) == len(ids):
            pairs = set(zip(ids, column, strict=True))
            if len(pairs) == len(set(ids)) and 2 * len(set(column)) >= len(set(ids)):
                return True
    return False


def _names_the_task(
    context: CheckContext, questions: Sequence[Question], ids: Sequence[str]
) -> bool:
    """Whether solutions use the id, or episodes with one id mostly show the same throughout."""
    compared = same = 0
    for one, other, value in context.until_budget(_pairs(questions, ids), least=_COMPARED):
        shown = []
        for question in (one, other):
            responses: list[Response] = []
            rollout = oracle_rollout(context, question.seed, 60, responses)
            if value in to_json(rollout.actions):
                return True
            messages = [shown_to_agent(response.data or {}) for response in responses[:-1]]
            shown.append(to_json([{**each, "episode_id": None} for each in messages]))
        compared += 1
        same += shown[0] == shown[1]
    return 2 * same >= compared


def _pairs(
    questions: Sequence[Question], ids: Sequence[str]
) -> Iterator[tuple[Question, Question, str]]:
    """Two questions of each of several ids."""
    first: dict[str, Question] = {}
    done: set[str] = set()
    for question, value in zip(questions, ids, strict=True):
        if value not in first:
            first[value] = question
        elif value not in done and len(done) < _COMPARED:
            done.add(value)
            yield first[value], question, value
