"""Live curves and episodes in Trackio's dashboard, where Trackio is installed.

    trackio show --project hallmark        # with TRACKIO_DIR=RUN_FOLDER/trackio

Everything stays on this machine, in the run's folder. What goes wrong in Trackio never ends a run.
"""

from __future__ import annotations

import importlib.util
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hallmark_rl.train.environments.rollout_env import RolloutEpisode

PROJECT = "hallmark"


def is_installed() -> bool:
    """Whether Trackio can be imported."""
    return importlib.util.find_spec("trackio") is not None


class TrackioLog:
    """One run of the project `hallmark`, in the folder `out/trackio` unless TRACKIO_DIR is set.

    Nothing is created before the first write.
    """

    def __init__(self, out: Path) -> None:
        self._out = out
        self._run: Any = None
        self._broken = False

    def metrics(self, step: int, values: Mapping[str, float]) -> None:
        """Log numbers by name."""
        self._log(step, lambda trackio: dict(values))

    def episode(self, step: int, episode: RolloutEpisode) -> None:
        """Log an episode as a trace: observations as the user's messages, completions as the
        assistant's."""
        messages = []
        for turn in episode.turns:
            messages.append({"role": "user", "content": turn.observation})
            messages.append({"role": "assistant", "content": turn.completion})
        metadata = {
            "split": episode.task.split,
            "level": episode.task.level,
            "seed": episode.task.seed,
            "return": episode.total,
            "success": episode.success,
            "verified": episode.verified,
            "status": "error" if episode.failure else "ok",
            "failure": episode.detail or episode.failure or "",
            **{f"column {name}": value for name, value in episode.columns.items()},
        }
        self._log(step, lambda trackio: {"episode": trackio.Trace(messages, metadata=metadata)})

    def close(self) -> None:
        """Finish the run."""
        if self._run is not None:
            try:
                self._run.finish()
            except Exception as error:
                self._give_up(error)
            self._run = None

    def _log(self, step: int, make: Any) -> None:
        if self._broken:
            return
        try:
            os.environ.setdefault("TRACKIO_DIR", str(self._out.resolve() / "trackio"))
            import trackio

            if self._run is None:
                self._run = trackio.init(
                    project=PROJECT,
                    name=self._out.resolve().name,
                    resume="allow",
                    embed=False,
                    auto_log_gpu=False,
                    auto_log_cpu=False,
                )
            self._run.log(make(trackio), step=step)
        except Exception as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        self._broken = True
        warnings.warn(f"Trackio is not used: {type(error).__name__}: {error}", stacklevel=3)
