"""What a run logs: metrics and sampled episodes as JSON lines, for TensorBoard and for Trackio."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.metrics.evaluation import episode_to_dict
from hallmark_rl.train.metrics.trackio_log import TrackioLog


class MetricsLog:
    """Appends to `metrics.jsonl`, `episodes.jsonl` and `tensorboard/` in the folder `out`.

    Nothing is created before the first write.

    Args:
        out: the run's folder.
        trackio: also log to Trackio, in `out/trackio`.
    """

    def __init__(self, out: Path, *, trackio: bool = False) -> None:
        self.metrics = out / "metrics.jsonl"
        self.episodes = out / "episodes.jsonl"
        self._board_dir = out / "tensorboard"
        self._board: Any = None
        self._trackio = TrackioLog(out) if trackio else None

    def truncate_after(self, step: int) -> None:
        """Delete the lines of later steps: a resumed run writes them again."""
        for path in (self.metrics, self.episodes):
            if not path.is_file():
                continue
            kept = []
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    if json.loads(line)["step"] <= step:
                        kept.append(line + "\n")
                except (ValueError, KeyError):
                    continue  # a crash left the line incomplete
            path.write_text("".join(kept), encoding="utf-8")

    def write_metrics(self, kind: str, step: int, values: dict[str, Any]) -> None:
        """Append a line of metrics; numbers also go to TensorBoard and Trackio as
        `KIND/NAME`.

        Args:
            kind: `train`, `held_out` or `alarm`.
            step: number of the step.
            values: JSON data; nested mappings are allowed. Numbers that are not finite become null.
        """
        row = {"kind": kind, "step": step, **_without_nan(values)}
        with self.metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        scalars = {f"{kind}/{name}": value for name, value in _scalars(values)}
        for name, value in scalars.items():
            self._writer().add_scalar(name, value, step)
        if self._trackio is not None and scalars:
            self._trackio.metrics(step, scalars)

    def write_episode(self, step: int, episode: RolloutEpisode) -> None:
        """Append one sampled episode."""
        with self.episodes.open("a", encoding="utf-8") as file:
            file.write(json.dumps(episode_to_dict(episode, step=step)) + "\n")
        if self._trackio is not None:
            self._trackio.episode(step, episode)

    def read(self, kind: str) -> list[dict[str, Any]]:
        """Read the metrics of one kind, oldest first."""
        if not self.metrics.is_file():
            return []
        lines = self.metrics.read_text(encoding="utf-8").splitlines()
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
        return [row for row in rows if row["kind"] == kind]

    def close(self) -> None:
        """Write what TensorBoard and Trackio have buffered."""
        if self._board is not None:
            self._board.close()
        if self._trackio is not None:
            self._trackio.close()

    def _writer(self) -> Any:
        if self._board is None:
            from torch.utils.tensorboard import SummaryWriter

            self._board = SummaryWriter(str(self._board_dir))
        return self._board


def _without_nan(values: Any) -> Any:
    if isinstance(values, dict):
        return {key: _without_nan(value) for key, value in values.items()}
    if isinstance(values, float) and not math.isfinite(values):
        return None
    return values


def _scalars(values: dict[str, Any], prefix: str = "") -> list[tuple[str, float]]:
    """All numbers, with the path of keys as name."""
    scalars: list[tuple[str, float]] = []
    for key, value in values.items():
        if isinstance(value, dict):
            scalars += _scalars(value, f"{prefix}{key}/")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            scalars.append((prefix + key, float(value)))
    return scalars
