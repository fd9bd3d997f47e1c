"""Score saved episodes again: answers with a scorer, texts with an environment."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Protocol

from hallmark_rl.conformance.processes.forking import ForkFailure, stream_from_fork
from hallmark_rl.conformance.scorers.scorer_outcome import Outcome
from hallmark_rl.conformance.scorers.scorer_process import ScorerProcess
from hallmark_rl.conformance.scorers.scorer_spec import Scorer
from hallmark_rl.conformance.scorers.scorer_tasks import Task
from hallmark_rl.conformance.traces.trace_formats import TraceEpisode
from hallmark_rl.sdk.common.errors import is_unparsable
from hallmark_rl.sdk.environment.json_text import json_text_form
from hallmark_rl.sdk.environment.observation_facts import read_observation
from hallmark_rl.sdk.subject.class_folder import text_in_own_module
from hallmark_rl.sdk.subject.description import Subject

_EPISODE_SECONDS = 20.0


@dataclass(frozen=True)
class Rescored:
    """What an episode earns now.

    Attributes:
        pay: the whole score; NaN if there is none.
        columns: the score by column.
        problem: why there is no score; empty if there is one.
        verified: the verdict of the environment's own audit; None if it has none.
    """

    pay: float = math.nan
    columns: Mapping[str, float] = field(default_factory=dict)
    problem: str = ""
    verified: bool | None = None


class Rescorer(Protocol):
    """Scores episodes again; nothing that a scorer or environment does raises."""

    def rescore(self, items: Sequence[tuple[TraceEpisode, Task]]) -> list[Rescored]:
        """The scores of episodes with their tasks, in order."""

    def close(self) -> None:
        """End its processes."""


class ScorerRescoring:
    """Scores answers with a scorer in its process.

    Args:
        scorer: where the scorer is.
        column: the recorded column that the scorer made; empty for the whole pay.

    Raises `ScorerFailed` if it cannot be loaded.
    """

    def __init__(self, scorer: Scorer) -> None:
        self._process = ScorerProcess(scorer)
        self.declared = self._process.facts.get("declared")
        self.files = [str(path) for path in self._process.facts.get("files", ())]

    def rescore(self, items: Sequence[tuple[TraceEpisode, Task]]) -> list[Rescored]:
        """The scores of the answers, in order."""
        return list(map(_from_outcome, self.score([(e.answer, task) for e, task in items])))

    def score(self, calls: Sequence[tuple[str, Task]]) -> list[Outcome]:
        """The outcomes of calls with answers and tasks, in order."""
        return self._process.score(calls) if calls else []

    def close(self) -> None:
        """End the scorer's process."""
        self._process.close()


class EnvironmentRescoring:
    """Plays episodes again in forks: `reset` for the recorded task, then each recorded text.

    Args:
        subject: the environment; it needs a class, not an address.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject

    def rescore(self, items: Sequence[tuple[TraceEpisode, Task]]) -> list[Rescored]:
        """The returns of the episodes, in order."""
        results: list[Rescored] = []
        while len(results) < len(items):
            done = len(results)  # a fork goes on to the first episode that ends or blocks it
            jobs = [
                functools.partial(self._play, episode, number)
                for number, (episode, _) in enumerate(items[done:], done)
            ]
            for played in stream_from_fork(jobs, _EPISODE_SECONDS):
                results.append(_from_played(played, len(results)))
        return results

    def close(self) -> None:
        """Nothing is left open."""

    def _play(self, episode: TraceEpisode, number: int) -> dict[str, Any]:
        """In a fork: the result of an episode with its number, by which it is known again."""
        return {"number": number, **self._outcome(episode)}

    def _outcome(self, episode: TraceEpisode) -> dict[str, Any]:
        """In a fork: the return, columns and audit of an episode, or what went wrong."""
        subject, task = self._subject, dict(episode.assignment)
        if not task:
            return {"problem": "the trace does not say split, level and seed"}
        text = subject.text or text_in_own_module(subject)
        if text is None:
            text = json_text_form(subject.action_type.model_json_schema(), subject.action_type)
        options = {} if task["level"] == 0 else {"split": task["split"], "level": task["level"]}
        total, columns, done = 0.0, dict[str, float](), False
        try:
            env = subject.factory()
            env.reset(seed=task["seed"], **options)
            for completion in episode.texts:
                if done:
                    return {"problem": "the episode is over before its last recorded turn"}
                try:
                    facts = read_observation(env.step(text.parse(completion)))
                except Exception as error:
                    if not is_unparsable(error):
                        raise
                    break
                total += facts.reward
                for name, value in facts.columns.items():
                    columns[name] = columns.get(name, 0.0) + value
                done = facts.done
            audit = getattr(subject.proof, "audit", None)
            verified = None
            if audit is not None and done:
                verified = bool(audit(SimpleNamespace(**task), list(episode.texts)))
        except Exception as error:
            return {"problem": f"it raised {type(error).__name__}: {error}"[:300]}
        return {"pay": total, "columns": columns, "verified": verified}


def _from_outcome(outcome: Outcome) -> Rescored:
    return Rescored(outcome.pay, outcome.columns, outcome.problem)


def _from_played(item: Any, number: int) -> Rescored:
    """What a fork wrote about an episode, which is not to be trusted."""
    if isinstance(item, ForkFailure):
        return Rescored(problem=f"playing it again failed: {item}")
    try:
        if item["number"] != number:
            raise ValueError(number)
        if item.get("problem"):
            return Rescored(problem=str(item["problem"]))
        columns = {str(name): float(value) for name, value in item["columns"].items()}
        verified = item["verified"] if isinstance(item["verified"], bool) else None
        return Rescored(float(item["pay"]), columns, verified=verified)
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
        return Rescored(problem="the environment wrote to the channel of its process")
