"""The recorded episodes of a run, read from its JSON lines while they are being written.

A run writes `episodes.jsonl` (sampled while it trains), `before-N.jsonl` and `after-N.jsonl`
(held-out episodes). Any file of such lines will do. The lines hold what a model wrote: nothing in
them raises.
"""

from __future__ import annotations

import json
import math
import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hallmark_rl.train.reporting.generations import verdict

MAX_LINE_BYTES = 32 * 2**20
_FIRST_TEXT_CHARS = 200
_WRONG_FORM = (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError)


class NoEpisodes(ValueError):
    """There are no recorded episodes in a place; the message says what there is."""


@dataclass(frozen=True)
class EpisodeSummary:
    """One line of the list of episodes.

    Attributes:
        number: the place in the file, from 0.
        step: the training step; None for held-out episodes.
        split, level, seed: the task.
        verdict: how it ended, in the words of the report.
        total: the return.
        columns: each reward column, summed over the steps.
        turns: how many turns it has.
        errors: the different errors of its turns.
        first: the beginning of the model's last answer.
    """

    number: int
    step: int | None
    split: str
    level: int
    seed: int
    verdict: str
    total: float
    columns: dict[str, float]
    turns: int
    errors: list[str]
    first: str


@dataclass(frozen=True)
class EpisodeFilter:
    """Which episodes are wanted; a field that is None or empty selects all.

    Attributes:
        split, level, verdict: exactly this one.
        error: an error that some turn has.
        first_step, last_step: bounds of the training step, included.
        least, most: bounds of the return, included.
        text: a text in an observation or an answer; upper and lower case are the same.
    """

    split: str = ""
    level: int | None = None
    verdict: str = ""
    error: str = ""
    first_step: int | None = None
    last_step: int | None = None
    least: float | None = None
    most: float | None = None
    text: str = ""

    def accepts(self, episode: EpisodeSummary) -> bool:
        """Whether an episode is wanted, as far as its summary tells: `text` is not looked at."""
        step = episode.step
        bounded = self.first_step is not None or self.last_step is not None
        if bounded and step is None:
            return False
        return (
            self.split in ("", episode.split)
            and self.level in (None, episode.level)
            and self.verdict in ("", episode.verdict)
            and (not self.error or self.error in episode.errors)
            and (self.first_step is None or step is None or step >= self.first_step)
            and (self.last_step is None or step is None or step <= self.last_step)
            and (self.least is None or episode.total >= self.least)
            and (self.most is None or episode.total <= self.most)
        )


class EpisodeFile:
    """The episodes of one file. `refresh` reads the lines that were written since.

    Attributes:
        path: the file.
        episodes: the summaries, in the order of the file.
        unreadable: how many lines are no episodes.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._start_over()

    def _start_over(self) -> None:
        self.episodes: list[EpisodeSummary] = []
        self.unreadable = 0
        self._places: list[tuple[int, int]] = []
        self._end = 0

    def refresh(self) -> None:
        """Read what was appended; everything, if the file became shorter.

        Raises:
            OSError: the file cannot be read.
        """
        with self._lock, self.path.open("rb") as file:
            if os.fstat(file.fileno()).st_size < self._end:
                self._start_over()
            file.seek(self._end)
            while line := file.readline(MAX_LINE_BYTES):
                if not line.endswith(b"\n") and len(line) < MAX_LINE_BYTES:
                    break  # it is still being written
                summary = _summary(_parsed(line), len(self.episodes))
                if summary is None:
                    self.unreadable += 1
                else:
                    self.episodes.append(summary)
                    self._places.append((self._end, len(line)))
                self._end = file.tell()

    def select(self, wanted: EpisodeFilter) -> list[EpisodeSummary]:
        """The episodes that a filter accepts."""
        found = [episode for episode in self.episodes if wanted.accepts(episode)]
        if not wanted.text:
            return found
        text = wanted.text.casefold()
        return [each for each in found if text in _texts(self.record(each.number)).casefold()]

    def record(self, number: int) -> dict[str, Any]:
        """The whole record of an episode; empty if the file no longer holds it.

        Raises:
            IndexError: there is no such episode.
        """
        start, length = self._places[number] if number >= 0 else self._places[len(self._places)]
        try:
            with self.path.open("rb") as file:
                file.seek(start)
                record = _parsed(file.read(length))
        except OSError:
            return {}
        return record if _summary(record, number) is not None else {}


def find_episode_files(place: Path) -> list[EpisodeFile]:
    """The files with recorded episodes: `place` itself, or those in the folder `place`.

    Raises:
        NoEpisodes: there are none.
    """
    if place.is_file():
        paths = [place]
    elif place.is_dir():
        paths = sorted(place.glob("*.jsonl"))
    else:
        raise NoEpisodes(f"there is no {place}")
    files = []
    for path in paths:
        file = EpisodeFile(path)
        try:
            file.refresh()
        except OSError as error:
            raise NoEpisodes(f"{path} cannot be read: {error.strerror}") from error
        if file.episodes:
            files.append(file)
    if not files:
        raise NoEpisodes(
            f"{place} holds no recorded episodes: give the folder that `hallmark train --out` "
            "wrote, or one of its files such as after-1.jsonl"
        )
    return sorted(files, key=lambda file: (file.path.name != "episodes.jsonl", file.path.name))


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except _WRONG_FORM:
        return None


def _summary(record: Any, number: int) -> EpisodeSummary | None:
    """The summary of a record of `episode_to_dict`; None for anything else."""
    try:
        task, turns = record["task"], record["turns"]
        step = record.get("step")
        total = float(record["return"])
        errors = {str(turn["error"]) for turn in turns if turn.get("error")}
        last = str(turns[-1]["completion"]) if turns else ""
        return EpisodeSummary(
            number,
            None if step is None else int(step),
            str(task["split"]),
            int(task["level"]),
            int(task["seed"]),
            verdict(record),
            total if math.isfinite(total) else 0.0,
            _numbers(record["columns"]),
            len(turns),
            sorted(errors),
            last[:_FIRST_TEXT_CHARS],
        )
    except _WRONG_FORM:
        return None


def _numbers(columns: Mapping[str, Any]) -> dict[str, float]:
    numbers = {str(name): float(value) for name, value in columns.items()}
    return {name: value for name, value in numbers.items() if math.isfinite(value)}


def _texts(record: Mapping[str, Any]) -> str:
    def parts() -> Iterator[str]:
        for turn in record.get("turns", ()):
            yield str(turn.get("observation", ""))
            yield str(turn.get("completion", ""))

    return "\n".join(parts())
