"""Whether what a run saves can be used: exports reload, and a run resumes where it was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from hallmark_rl.train.exporting.export import ExportCheck
from hallmark_rl.train.gpu_contract.verdicts import Finding

MAX_ENTROPY_DIFFERENCE = 0.05
"""The largest relative difference of the first resumed step's entropy: sampling on a GPU does not
repeat word for word."""


def check_exports(
    checks: Sequence[ExportCheck], control: ExportCheck, *, four_bit: bool
) -> Finding:
    """Whether every export reloads as the trained model.

    Args:
        checks: of the exports of a run.
        control: the same check of the untrained base in an export's place. It must not pass: a
            check that accepts the base would accept an export without the adapter.
        four_bit: whether the base was in 4 bit; then there must be a merge into 16 bit too.
    """
    name = "4-bit exports reload" if four_bit else "exports reload"
    if control.passed:
        return Finding.of(name, False, "the check accepts the base model without the adapter")
    kinds = [check.kind for check in checks]
    if four_bit and not any(kind.startswith("merged") for kind in kinds):
        return Finding.unchecked(
            name, f"no merge was exported, only {', '.join(kinds) or 'nothing'}"
        )
    if not checks:
        return Finding.unchecked(name, "nothing was exported")
    return Finding.of(
        name,
        all(check.passed for check in checks),
        "; ".join(check.sentence() for check in checks),
    )


def check_resume(whole: Path, resumed: Path, step: int) -> Finding:
    """Whether a run that was resumed after `step` went on as the one that was not interrupted.

    Args:
        whole: folder of a run without interruption.
        resumed: folder of the run that was resumed.
        step: after how many steps.
    """
    name = "resume"
    expected, found = ({row["step"]: row for row in train_rows(out)} for out in (whole, resumed))
    if found.keys() != expected.keys():
        missing = sorted(expected.keys() - found.keys())
        return Finding.of(name, False, f"steps {missing} are missing after the resume")
    old, new = expected[step + 1]["entropy"], found[step + 1]["entropy"]
    if abs(new - old) > MAX_ENTROPY_DIFFERENCE * max(abs(old), 1e-9):
        detail = f"entropy at step {step + 1} is {new:.3f} instead of {old:.3f}: other weights"
        return Finding.of(name, False, detail)
    if expected[step + 1]["levels"] != found[step + 1]["levels"]:
        return Finding.of(name, False, f"other levels at step {step + 1}")
    last = max(expected)
    updates = optimizer_steps(resumed / "checkpoints" / f"checkpoint-{last}")
    wanted = optimizer_steps(whole / "checkpoints" / f"checkpoint-{last}")
    if updates != wanted:
        detail = f"the optimizer counts {updates} updates instead of {wanted}: its state was lost"
        return Finding.of(name, False, detail)
    return Finding.of(name, True, f"after step {step}: entropy {new:.3f}, was {old:.3f}")


def train_rows(out: Path) -> list[dict[str, Any]]:
    """The metrics of a run's training steps."""
    lines = (out / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["kind"] == "train"]


def optimizer_steps(checkpoint: Path) -> int:
    """How many updates the optimizer of a checkpoint has made; 0 if it has no state."""
    path = checkpoint / "optimizer.pt"
    if not path.is_file():
        return 0
    state = torch.load(path, weights_only=True, map_location="cpu")["state"]
    return max((int(each.get("step", 0)) for each in state.values()), default=0)
