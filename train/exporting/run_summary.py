"""The end of a run: `summary.json`, `report.html` and the list of what was written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch

from hallmark_rl.train.exporting.export import ExportCheck
from hallmark_rl.train.metrics.console import RunConsole
from hallmark_rl.train.metrics.evaluation import HeldOut, LevelResult
from hallmark_rl.train.reporting.generations import PAIRS_BYTES, read_pairs, read_samples
from hallmark_rl.train.reporting.page import facts_of, write_report
from hallmark_rl.train.training.callbacks import Monitor
from hallmark_rl.train.training.run_context import RunContext
from hallmark_rl.train.training.step_tasks import StepTasks

HeldOutByLevel = dict[int, HeldOut]


def write_summary(
    context: RunContext,
    console: RunConsole,
    tasks: StepTasks,
    monitor: Monitor,
    results: list[LevelResult],
    before: HeldOutByLevel,
    after: HeldOutByLevel,
    checks: list[ExportCheck],
    cpu_s: float,
) -> dict[str, Any]:
    """Write `report.html` and `summary.json`, and print where everything is.

    Args:
        context: the run; its log has the metrics.
        console: where to print.
        tasks: the curriculum after training.
        monitor: the callback that watched training.
        results: what training changed at each level.
        before: held-out episodes before training.
        after: episodes of the same tasks after training.
        checks: the checks of the exported models.
        cpu_s: CPU time of the run.

    Returns:
        What `summary.json` holds.
    """
    facts = _report_facts(context, tasks, monitor, results, before, after, checks, cpu_s)
    out = context.out
    names = ["summary.json", "metrics.jsonl", "episodes.jsonl", "config.yaml", "tensorboard/"]
    names += [
        f"{when}-{n}{mode}.jsonl"
        for when in ("before", "after")
        for n in context.levels
        for mode in ("", "-greedy")
    ]
    names += [f"{Path(check.path).name}/" for check in checks]
    write_report(out / "report.html", {**facts, "files": names})
    left_out = ("train", "samples", "pairs")
    summary = {name: value for name, value in facts.items() if name not in left_out}
    (out / "summary.json").write_text(json.dumps(summary, indent=1), encoding="utf-8")
    console.print(
        f"waiting for environments: {facts['environment_share']:.1%} of step time (they worked "
        f"{facts['environments_worked_share']:.1%} of it)"
    )
    console.print(f"written to {out}: {', '.join(['report.html', *names])}")
    return summary


def _report_facts(
    context: RunContext,
    tasks: StepTasks,
    monitor: Monitor,
    results: list[LevelResult],
    before: HeldOutByLevel,
    after: HeldOutByLevel,
    checks: list[ExportCheck],
    cpu_s: float,
) -> dict[str, Any]:
    """Everything that the report shows."""
    config, log = context.config, context.log
    rows = log.read("train")
    total_s = max(1e-9, sum(monitor.seconds.values()))
    busy_share = monitor.env_busy_s / total_s
    room = PAIRS_BYTES // (2 * len(context.levels))
    failures = json.dumps(monitor.failures) if monitor.failures else "none"
    parts = ", ".join(f"{part} {s / total_s:.0%}" for part, s in monitor.seconds.items())
    return facts_of(
        environment=config.env,
        policy=config.model.path or "a small model with random weights",
        seed=config.seed,
        steps=rows[-1]["step"] if rows else 0,
        cpu_s=cpu_s,
        threads=torch.get_num_threads(),
        results=[result.to_dict() for result in results],
        curriculum=tasks.curriculum.report(),
        train=rows,
        held_out=log.read("held_out"),
        alarms=log.read("alarm"),
        stopped=monitor.stopped_because,
        exports=checks,
        pairs={n: read_pairs(before[n], after[n], room) for n in context.levels},
        samples=read_samples(log.episodes),
        environment_share=monitor.seconds.get("environment", 0.0) / total_s,
        environments_worked_share=busy_share,
        safeguards={
            "Hallmark": "not required" if config.unproved else "valid when the run started",
            "Check that is not part of the reward": (
                "proof.py's audit"
                if context.env.audit
                else "the environment's success on held-out tasks"
            ),
            "On alarm": config.alarms.action,
            "Failures of the environment": f"{failures} (masked, not scored as zero)",
            "Time of a step": f"{parts} (environment: waiting for environments; they worked "
            f"{busy_share:.0%} of the time, partly while the model did)",
            **{f"Export: {check.kind}": check.sentence() for check in checks},
        },
    )
