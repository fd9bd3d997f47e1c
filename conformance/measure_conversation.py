"""`python -m hallmark_rl.conformance.measure_conversation REQUEST RESULT`: for `hallmark wrap`.

It measures an environment of verifiers with a conversation, in a process of its own. The request is
a JSON file with `package`, `args` and `max_steps`; the result is what `measure` returns, or
`{"problem": text}`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.scorers.answer_forms import forms_for, written
from hallmark_rl.conformance.scorers.cheap_answers import BLANKS, CONSTANTS, OFF_TOPIC
from hallmark_rl.conformance.scorers.reference_answers import prompt_of, references_of
from hallmark_rl.conformance.scorers.scorer_declarations import ScorerDeclarations

_MOST_TASKS = 200
"""Tasks whose right answers are tried."""
_CHEAP_TASKS = 8
_SMALL = 1e-6
_DECLARED = ScorerDeclarations()


@dataclass(frozen=True)
class Played:
    """An episode: rewards, their weights and their sum, the number of replies, what was raised."""

    columns: Mapping[str, float]
    weights: Mapping[str, float]
    total: float
    replies: int
    problem: str = ""


def measure(request: Mapping[str, Any]) -> dict[str, Any]:
    """What an environment is made from.

    Returns:
        `conversation`: whether the package exports an environment; the rest is missing if not.
        `tasks`: its rows. `right`: for each task the reply that earns the most if it is given in
        every turn, None unless all tasks have one. `once`: whether it is given in the first turn
        only, because repeating it earns more than the weights of all rewards. `columns`: low, high
        by reward. `maximum`: what an episode can earn. `replies`: how many each episode took, 0 if
        they differ. `notes`: what the author must know.
    """
    from hallmark_rl.sdk.adapters.verifiers_episodes import is_conversation, load_conversations

    package, limit = request["package"], request["max_steps"]
    if not is_conversation(package):
        return {"conversation": False}
    conversations = load_conversations(package, request["args"])
    rows = conversations.rows()
    if not rows:
        raise ValueError("it has no tasks")

    def play(index: int, policy: Callable[[str], str]) -> Played:
        return _play(conversations, index, limit, policy)

    right, solved, once = _right_replies(rows, play)
    cheap = {
        what: [play(index, policy) for index in range(min(len(rows), _CHEAP_TASKS))]
        for what, policy in _cheap_policies()
    }
    every = [*solved, *(item for played in cheap.values() for item in played)]
    rated = [item for item in every if not item.problem]
    if not rated:
        raise ValueError(f"no episode came to its end: {every[0].problem}")
    columns = _ranges(rated)
    maximum = solved[0].total if right else sum(max(0.0, high) for _, high in columns.values())
    return {
        "conversation": True,
        "tasks": rows,
        "right": right,
        "once": once,
        "columns": columns,
        "maximum": maximum,
        "replies": rated[0].replies if len({item.replies for item in rated}) == 1 else 0,
        "notes": list(_notes(right, once, cheap, maximum, limit)),
    }


def _play(conversations: Any, index: int, limit: int, policy: Callable[[str], str]) -> Played:
    """An episode in which each reply follows from the texts of the last messages."""
    from hallmark_rl.sdk.adapters.verifiers_episodes import Conversation

    conversation, replies = Conversation(conversations, index, limit), 0
    try:
        messages = conversation.start()
        while not conversation.done:
            replies += 1
            messages = conversation.reply(policy("\n".join(item.content for item in messages)))
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())[:200]
        return Played({}, {}, 0.0, replies, f"{type(error).__name__}: {text}")
    scores = conversation.scores
    return Played(scores.columns, scores.weights, scores.total, replies)


def _right_replies(
    rows: Sequence[Mapping[str, Any]], play: Callable[[int, Callable[[str], str]], Played]
) -> tuple[list[str] | None, list[Played], bool]:
    """The right answers in the form that earns most; the episodes with them; if given only once."""
    readings = [next(iter(references_of(row, _DECLARED)), None) for row in rows]
    references = [reading for reading in readings if reading is not None]
    if len(references) < len(rows):
        return None, [], False
    forms = forms_for([prompt_of(rows[0], _DECLARED)])
    texts = [written(references[0], form).text for form in forms]
    paid = [play(0, _always(text)) for text in texts]
    best = max(paid, key=lambda item: item.total)
    form = forms[paid.index(best)]
    right = [written(reference, form).text for reference in references]
    alone = play(0, _first(right[0]))
    repeated_pays = best.total > sum(best.weights.values()) + _SMALL
    once = repeated_pays and not alone.problem and alone.total > _SMALL
    policy = _first if once else _always
    played = [play(index, policy(text)) for index, text in enumerate(right[:_MOST_TASKS])]
    most = max(item.total for item in played)
    solved = not any(item.problem or item.total < most - _SMALL for item in played)
    return right if solved and most > _SMALL else None, played, once


def _cheap_policies() -> Iterator[tuple[str, Callable[[str], str]]]:
    """Policies that solve nothing, each with what it is."""
    for text in (*BLANKS.values(), *CONSTANTS[:6], OFF_TOPIC[0]):
        yield f"replies {text!r}" if text else "empty replies", _always(text)
    yield "copies of the last message", lambda seen: seen
    yield "very long replies", _always("word " * 4000)


def _first(text: str) -> Callable[[str], str]:
    """A text as the first reply, and empty ones after it."""
    replies = iter([text])
    return lambda seen: next(replies, "")


def _always(text: str) -> Callable[[str], str]:
    return lambda seen: text


def _ranges(played: Sequence[Played]) -> dict[str, list[float]]:
    """Each reward's range: what was seen, and what a score of 1 would be."""
    ranges: dict[str, list[float]] = {}
    for item in played:
        for name, value in item.columns.items():
            low, high = ranges.get(name, (0.0, 0.0))
            weight = item.weights[name]
            ranges[name] = [min(low, value, weight), max(high, value, weight)]
    return ranges


def _notes(
    right: list[str] | None,
    once: bool,
    cheap: Mapping[str, Sequence[Played]],
    maximum: float,
    limit: int,
) -> Iterator[str]:
    if right is None:
        yield "no reply was found that solves every task: write oracle() in proof.py"
    if once:
        yield "a right reply that is repeated is paid again: the oracle gives it once"
    for what, played in cheap.items():
        problem = next((item.problem for item in played if item.problem), "")
        if problem:
            yield f"with {what} an episode fails ({problem}): a fault of the environment"
        paid = max((item.total for item in played), default=0.0)
        if paid > 0.05 * maximum:
            yield f"{what} earn up to {paid:.4g} of {maximum:.4g}: what is that paid for?"
    if any(item.replies >= limit for played in cheap.values() for item in played):
        yield f"an episode took {limit} replies, which is the limit: --max-steps sets it"


def main(request: Path, result: Path) -> None:
    """Measure, and write the result or the problem as JSON."""
    sys.path.append("")
    try:
        measured = measure(json.loads(request.read_text("utf-8")))
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())[:300]
        measured = {"problem": f"{type(error).__name__}: {text}"}
    result.write_text(json.dumps(measured), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
