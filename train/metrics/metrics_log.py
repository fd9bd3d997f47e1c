"""What a run writes while it runs: metrics and episodes as JSONL, curves for TensorBoard."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from hallmark_rl.train.environments.rollout_env import Episode
from hallmark_rl.train.metrics.evaluation import episode_record


class Journal:
    """Files in `out`; opened for appending, cut back to a step when a run is resumed."""

    def __init__(self, out: Path) -> None:
        self.metrics = out / "metrics.jsonl"
        self.episodes = out / "episodes.jsonl"
        self._board_dir = out / "tensorboard"
        self._board: Any = None

    def cut_to(self, step: int) -> None:
        """Forget what came after the checkpoint that the run is resumed from."""
        for path in (self.metrics, self.episodes):
            if not path.is_file():
                continue
            kept = []
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    if json.loads(line)["step"] <= step:
                        kept.append(line + "\n")
                except (ValueError, KeyError):
                    continue  # a line that a crash left half written
            path.write_text("".join(kept), encoding="utf-8")

    def metric(self, kind: str, step: int, values: dict[str, Any]) -> None:
        """One line of metrics; its numbers also go to TensorBoard."""
        row = {"kind": kind, "step": step, **_finite(values)}
        with self.metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        for name, value in _flat(values):
            self._writer().add_scalar(f"{kind}/{name}", value, step)

    def episode(self, step: int, episode: Episode) -> None:
        """One line for one sampled episode."""
        with self.episodes.open("a", encoding="utf-8") as file:
            file.write(json.dumps(episode_record(episode, step=step)) + "\n")

    def read(self, kind: str) -> list[dict[str, Any]]:
        """The rows of one kind, oldest first."""
        if not self.metrics.is_file():
            return []
        lines = self.metrics.read_text(encoding="utf-8").splitlines()
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
        return [row for row in rows if row["kind"] == kind]

    def close(self) -> None:
        """Flush TensorBoard's file."""
        if self._board is not None:
            self._board.close()

    def _writer(self) -> Any:
        if self._board is None:
            from torch.utils.tensorboard import SummaryWriter

            self._board = SummaryWriter(str(self._board_dir))
        return self._board


def _finite(values: Any) -> Any:
    if isinstance(values, dict):
        return {key: _finite(value) for key, value in values.items()}
    if isinstance(values, float) and not math.isfinite(values):
        return None
    return values


def _flat(values: dict[str, Any], prefix: str = "") -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    for key, value in values.items():
        if isinstance(value, dict):
            found += _flat(value, f"{prefix}{key}/")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found.append((prefix + key, float(value)))
    return found
