"""A run from start to end: warm start, measure, train, measure again, export, report.

Every finished stage is on disk, so an interrupted run can be resumed.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import torch
from transformers.utils import logging

from hallmark_rl.train.config import RunConfig, RunRefused, write_config
from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.exporting.export import ExportCheck, check_episodes, export
from hallmark_rl.train.exporting.run_summary import HeldOutByLevel, write_summary
from hallmark_rl.train.metrics.console import RunConsole, success_text
from hallmark_rl.train.metrics.evaluation import HeldOut, LevelResult, Score, write_episodes
from hallmark_rl.train.policy.warm_start import demonstrated_levels, warm_start
from hallmark_rl.train.runtime import on_stop_signal, sigterm_as_ctrl_c
from hallmark_rl.train.training.callbacks import GOOD_WEIGHTS_FILE, STATE_FILE, Monitor
from hallmark_rl.train.training.run_context import RunContext
from hallmark_rl.train.training.step_tasks import StepTasks
from hallmark_rl.train.training.trainer import build_trainer

OUTPUTS = (
    "config.yaml",
    "start",
    "checkpoints",
    GOOD_WEIGHTS_FILE,
    "metrics.jsonl",
    "episodes.jsonl",
    "tensorboard",
    "trackio",
    "before-*.jsonl",
    "after-*.jsonl",
    "model",
    "merged",
    "summary.json",
    "report.html",
)
"""Names of everything that a run writes into its folder; a new run deletes them."""
EXACT_KINDS = ("full", "adapter")
"""Exports whose episodes must be repeated word for word by the reloaded model."""
REPLAYED_EPISODES = 128


class Interrupted(Exception):
    """The run was asked to stop; it can be resumed."""


def run(
    config: RunConfig, *, resume: bool = False, console: RunConsole | None = None
) -> dict[str, Any]:
    """Run all stages.

    Args:
        config: settings of the run.
        resume: continue the run in `config.out` from its last checkpoint.
        console: where progress is shown; default: stdout.

    Returns:
        What is written to `summary.json`; nothing in all but the first process of a run.

    Raises:
        RunRefused: the run cannot start, or its environment fails.
        SubjectError: the environment cannot be loaded.
        WorkerDied: a process that ran the environment died.
        Interrupted: Ctrl-C or SIGTERM.
    """
    console = console or RunConsole()
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    if config.threads:
        torch.set_num_threads(config.threads)
    console.print(f"environment {config.env}, seed {config.seed}, output folder {config.out}")
    with sigterm_as_ctrl_c():
        try:
            context = RunContext(config)
            try:
                if context.group.is_first:
                    _prepare_folder(context.out, context.config, resume)
                else:
                    console.mute()
                return _run_stages(context, console, resume)
            finally:
                console.end()
                context.close()
        except KeyboardInterrupt as error:
            raise Interrupted("Interrupted.") from error


def _prepare_folder(out: Path, config: RunConfig, resume: bool) -> None:
    """Delete an earlier run's files from `out`, unless it is resumed."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        if not resume:
            for name in OUTPUTS:
                for path in out.glob(name):
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
            write_config(config, out / "config.yaml")
    except OSError as error:
        raise RunRefused(
            f"cannot write to {out}: {error.strerror}; choose another --out"
        ) from error


def _run_stages(context: RunContext, console: RunConsole, resume: bool) -> dict[str, Any]:
    cpu_start = time.process_time()
    start_policy(context, console, resume)
    before = _measure(context, console, "before")
    _require_sound_environment(context, before)
    for level, played in before.items():
        console.print(
            f"level {level} before: held-out success {success_text(Score.of(played.sampled))} "
            f"sampled, {success_text(Score.of(played.greedy))} greedy"
        )
    tasks = StepTasks(context.levels, context.config.seed, context.config.grpo.num_generations)
    monitor = train(context, tasks, console, resume)
    after = _measure(context, console, "after")
    if not context.group.is_first:
        context.pool.close()  # a server could not give its sessions to the check of the exports
        context.group.wait()
        return {}
    results = [LevelResult.of(level, before[level], after[level]) for level in context.levels]
    for result in results:
        console.before_after(result)
    monitor.report_worse(results)
    checks = _export(context, console, after[context.levels[0]].sampled)
    cpu_s = time.process_time() - cpu_start
    summary = write_summary(context, console, tasks, monitor, results, before, after, checks, cpu_s)
    context.group.wait()
    return summary


def _require_sound_environment(context: RunContext, before: HeldOutByLevel) -> None:
    """Refuse an environment that fails most episodes or has no column of `reward_weights`."""
    for level, played in before.items():
        episodes = played.sampled
        score = Score.of(episodes)
        if score.failed > score.episodes:
            causes = sorted({episode.failure for episode in episodes if episode.failure})
            detail = next((f"; for example, {e.detail}" for e in episodes if e.detail), "")
            raise RunRefused(
                f"the environment failed {score.failed} of {len(episodes)} episodes of level "
                f"{level} ({', '.join(causes)}){detail}: fix it before training on it"
            )
    paid = set(context.config.grpo.reward_weights or ())
    columns = {name for each in before.values() for e in each.sampled for name in e.columns}
    if paid - columns:
        raise RunRefused(
            f"reward_weights pays {', '.join(sorted(paid - columns))}, which no episode has: "
            f"its columns are {', '.join(sorted(columns))}"
        )


def start_policy(context: RunContext, console: RunConsole, resume: bool) -> None:
    """Set the context's policy: make it and train it on demonstrations, or, when resuming, load
    the one that was saved."""
    done = context.start / "done"
    if not context.group.is_first:
        context.group.wait()
        context.load_policy(context.start)
        return
    if resume and done.is_file():
        context.group.wait()
        context.load_policy(context.start)
        return
    context.make_policy()
    policy, config = context.policy, context.config.warmup
    size = sum(weight.numel() for weight in policy.model.parameters())
    console.print(
        f"policy: {size:,} parameters, at most {policy.sampling.max_turn_tokens} tokens per turn"
    )
    levels = demonstrated_levels(context.env.text, context.levels)
    if config.steps and levels:
        console.begin("warm start", config.steps)
        warm_start(
            policy.model,
            policy.chat,
            context.env.text,
            config,
            levels=levels,
            seed=context.config.seed,
            on_step=lambda step, loss: console.step(step, f"loss {loss:.3f}"),
        )
        console.end()
    policy.save(context.start)
    done.touch()
    context.group.wait()


def train(context: RunContext, tasks: StepTasks, console: RunConsole, resume: bool) -> Monitor:
    """Train with GRPO, when resuming from the last checkpoint if there is one.

    Returns the callback that watched it. Raises `Interrupted` after Ctrl-C or SIGTERM.
    """
    monitor = Monitor(context, tasks, console)
    trainer = build_trainer(context, tasks, monitor)
    checkpoint = _last_checkpoint(context.out / "checkpoints") if resume else None
    context.log.truncate_after(_step_of(checkpoint) if checkpoint else -1)
    if checkpoint is not None:
        monitor.resume(checkpoint)
        console.print(f"resuming from {checkpoint.name}")
    else:
        monitor.evaluate(0)
    console.begin("GRPO", context.config.grpo.max_steps)
    with on_stop_signal(monitor.request_stop):
        trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    console.end()
    step = trainer.state.global_step
    if monitor.interrupted:
        raise Interrupted(f"Interrupted at step {step}; saved.")
    if monitor.stopped_because:
        console.print(f"stopped at step {step}: {monitor.stopped_because}")
    return monitor


def _measure(context: RunContext, console: RunConsole, when: str) -> HeldOutByLevel:
    """Play held-out episodes of every level, sampled and greedy, and write them to
    `<when>-<level>.jsonl` and `<when>-<level>-greedy.jsonl`."""
    count = context.config.evaluation.episodes
    by_level: HeldOutByLevel = {}
    for level in context.levels:
        played = []
        for mode in ("sampled", "greedy"):
            console.begin(f"held-out, {when}, level {level}, {mode}", count)
            episodes = context.evaluate(
                level, count, greedy=mode == "greedy", on_done=lambda n: console.step(n, "")
            )
            console.end()
            ending = "" if mode == "sampled" else "-greedy"
            if context.group.is_first:
                write_episodes(context.out / f"{when}-{level}{ending}.jsonl", episodes)
            played.append(episodes)
        by_level[level] = HeldOut(*played)
    return by_level


def _export(
    context: RunContext, console: RunConsole, episodes: list[RolloutEpisode]
) -> list[ExportCheck]:
    """Write the policy and check every export in a fresh process.

    `episodes` are those that were measured after training. The environments are closed first: a
    server could not give its sessions to the fresh process otherwise.
    """
    context.pool.close()
    config, policy = context.config, context.policy
    turn = next(turn for episode in episodes for turn in episode.turns)
    (opening,) = policy.chat.encode_openings([turn.observation])
    (completion,) = policy.chat.encode_turns([turn.completion])
    written = export(
        policy.model, policy.tokenizer, context.out, config.merge, opening + completion
    )
    checks = [
        check_episodes(
            check,
            context.out,
            episodes[:REPLAYED_EPISODES],
            exact=check.kind in EXACT_KINDS and not config.gpu,
        )
        if check.error is None
        else check
        for check in written
    ]
    for check in checks:
        console.print(check.sentence())
        if not check.passed:
            console.print(f"the last checkpoint is kept in {context.out / 'checkpoints'}")
    return checks


def _step_of(checkpoint: Path) -> int:
    return int(checkpoint.name.split("-")[1])


def _last_checkpoint(folder: Path) -> Path | None:
    """The newest complete checkpoint."""
    complete = [path for path in folder.glob("checkpoint-*") if (path / STATE_FILE).is_file()]
    return max(complete, key=_step_of, default=None)
