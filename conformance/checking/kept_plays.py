"""What checks have played, kept for those that come later: each check has a process of its own."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, TypeGuard

from pydantic import TypeAdapter, ValidationError

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST = 100_000
"""Characters of what one episode gave that are kept for later checks."""
_MOST_MESSAGES, _MOST_SOLUTIONS = 1000, 4000
"""Episodes that are kept."""


@dataclass
class KeptPlays:
    """What episodes gave that were played before.

    The environment ran where they were played, so the data may be anything: it is looked at before
    it is used.

    Attributes:
        messages: messages of episodes that were played in fresh processes, by their calls.
        solutions: episodes of the oracle, by their seed and options; those that did not end, by
            the limit of their steps as well.
    """

    messages: dict[str, Any] = field(default_factory=dict)
    solutions: dict[str, Any] = field(default_factory=dict)

    def added_to(self, earlier: KeptPlays) -> dict[str, Any]:
        """What is not in `earlier`, without what would take much memory."""
        return {
            "messages": _small_news(self.messages, earlier.messages),
            "solutions": _small_news(self.solutions, earlier.solutions),
        }

    def add(self, added: Any) -> None:
        """Keep what a check has added, as far as it has the right form and is not too much."""
        if isinstance(added, dict):
            _merge(self.messages, added.get("messages"), _are_messages, _MOST_MESSAGES)
            _merge(self.solutions, added.get("solutions"), _is_dict, _MOST_SOLUTIONS)

    def solution(
        self,
        seed: int,
        limit: int,
        options: dict[str, Any],
        play: Callable[[list[Response]], Rollout],
        told: list[Response] | None,
    ) -> Rollout:
        """An episode of the oracle: a kept one, or else one that is played, which is then kept.

        Args:
            seed: the seed of the reset.
            limit: the greatest number of steps.
            options: options of the reset beside the seed.
            play: plays it, and appends each response to the given list.
            told: each response is appended to it: those of a kept episode are messages, or kinds
                of errors, alone. None if they are not needed.
        """
        whole, cut = to_json([seed, options]), to_json([seed, options, limit])
        for key in (whole, cut):
            kept = _read(self.solutions.get(key), limit, with_messages=told is not None)
            if kept is not None:
                if told is not None:
                    told += map(_response, kept[1])
                return kept[0]
        responses: list[Response] = []
        rollout = play(responses)
        if not rollout.out_of_time:
            messages = None if told is None else [response.plain() for response in responses]
            data = {"rollout": asdict(rollout), "messages": messages}
            self.solutions[whole if rollout.done else cut] = data
        if told is not None:
            told += responses
        return rollout


def _small_news(played: dict[str, Any], earlier: dict[str, Any]) -> dict[str, Any]:
    news = {key: data for key, data in played.items() if earlier.get(key) is not data}
    return {key: data for key, data in news.items() if _is_small(data)}


def _is_small(data: Any) -> bool:
    """Whether it is plain data that does not take much memory."""
    try:
        return len(json.dumps(data)) <= _LARGEST
    except (TypeError, ValueError, RecursionError):
        return False


def _merge(kept: dict[str, Any], added: Any, has_form: Callable[[Any], bool], most: int) -> None:
    if isinstance(added, dict) and len(kept) + len(added) <= most:
        kept.update((key, data) for key, data in added.items() if has_form(data))


def _is_dict(data: Any) -> bool:
    return isinstance(data, dict)


def _are_messages(data: Any) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(data, list) and all(map(_is_dict, data))


@functools.cache
def _rollouts() -> TypeAdapter[Rollout]:
    return TypeAdapter(Rollout)


def _read(data: Any, limit: int, *, with_messages: bool) -> tuple[Rollout, list[Any]] | None:
    """A kept episode of at most `limit` steps and its messages; None if it is no such one."""
    if not isinstance(data, dict):
        return None
    try:
        rollout = _rollouts().validate_python(data.get("rollout"))
    except ValidationError:
        return None
    messages = data.get("messages")
    if with_messages and not (_are_messages(messages) and len(messages) > len(rollout.actions)):
        return None
    return (rollout, messages or []) if len(rollout.actions) <= limit else None


def _response(message: dict[str, Any]) -> Response:
    """A response from its message, or from the kind of its error."""
    is_error = message.keys() == {"error"}
    return Response(None, str(message["error"])) if is_error else Response(message)
