"""The texts about a task: what the agent is shown, and what the environment's author wrote."""

from __future__ import annotations

import re
from typing import Any

from hallmark_rl.conformance.actions.written_texts import written_sentences
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import texts_in
from hallmark_rl.conformance.survey.survey_data import Rollout

_FREE_TEXT = re.compile(
    r"\bfree[ -]text\b|\b(text|sentence|message) (that|which) (names|contains|mentions)\b",
    re.I,
)
_SPLIT = re.compile(r"\bsplits?\b|\btrain(?:ing)?\b|\bheld[- ]out\b", re.I)


def shown_to_agent(data: dict[str, Any]) -> dict[str, Any]:
    """The message without metadata, reward and done."""
    return {key: value for key, value in data.items() if key not in ("metadata", "reward", "done")}


def first_message(context: CheckContext, solution: Rollout) -> dict[str, Any]:
    """The first message of a solution's task, as the agent sees it; empty if the reset fails."""
    opening = Episode.of(solution.seed, [], "opening", **solution.options)
    return shown_to_agent(context.play(opening)[0].data or {})


def observation_schema(context: CheckContext) -> dict[str, Any]:
    """The JSON Schema of the observation, as a server publishes it or the model gives it."""
    model: Any = context.subject.observation_type
    if context.survey.observation_schema or not hasattr(model, "model_json_schema"):
        return context.survey.observation_schema
    schema: dict[str, Any] = model.model_json_schema()
    return schema


def shown_texts(context: CheckContext, solution: Rollout) -> list[str]:
    """The texts in the first message of a solution, as the agent sees it."""
    return _texts_of(context, Episode.of(solution.seed, [], "opening", **solution.options))


def task_sentences(context: CheckContext, solution: Rollout | None = None) -> list[str]:
    """The sentences of the first message, of field descriptions, docstrings and the README.

    Args:
        context: the context of the check.
        solution: whose first message is read; without one, that of the first seed.
    """
    opening = Episode.of(context.seeds[0], [], "opening")
    shown = shown_texts(context, solution) if solution else _texts_of(context, opening)
    return written_sentences(context.subject, context.source.schema, shown)


def sentences_on_splits(context: CheckContext) -> list[str]:
    """The sentences of `task_sentences` that speak of splits, training or held-out tasks."""
    return [sentence for sentence in task_sentences(context) if _SPLIT.search(sentence)]


def free_text(sentences: list[str]) -> str:
    """The first sentence by which an answer is read from a text, whatever stands beside it.

    As in "`verdict` is free text that names one of the grades". Empty if there is none.
    """
    return next((sentence for sentence in sentences if _FREE_TEXT.search(sentence)), "")


def _texts_of(context: CheckContext, opening: Episode) -> list[str]:
    data = shown_to_agent(context.play(opening)[0].data or {})
    return texts_in(data)
