"""The stages of a run, in order; each can be taken up again where it was left."""

from __future__ import annotations

import json
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from transformers.utils import logging

from hallmark_rl.train.config import RunConfig, write_config
from hallmark_rl.train.environments.env_source import Refusal
from hallmark_rl.train.environments.rollout_env import Episode
from hallmark_rl.train.exporting.export import Check, export, play_again
from hallmark_rl.train.metrics import report
from hallmark_rl.train.metrics.console import View, percent
from hallmark_rl.train.metrics.evaluation import Score, write_episodes
from hallmark_rl.train.policy.warm_start import warm_up
from hallmark_rl.train.training.callbacks import STATE, Monitor
from hallmark_rl.train.training.context import Session
from hallmark_rl.train.training.trainer import build

WRITTEN = (
    "config.yaml",
    "start",
    "checkpoints",
    "good.pt",
    "metrics.jsonl",
    "episodes.jsonl",
    "tensorboard",
    "before-*.jsonl",
    "after-*.jsonl",
    "model",
    "merged",
    "summary.json",
    "report.html",
)
"""Everything that a run writes."""
EXACT = ("full", "adapter")
REPLAYED = 128


class Interrupted(Exception):
    """The run was asked to stop; what it had is saved."""


def run(config: RunConfig, *, resume: bool = False, view: View | None = None) -> dict[str, Any]:
    """Warm up, measure, train, measure again, export, report. Returns the summary."""
    view = view or View()
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    if config.threads:
        torch.set_num_threads(config.threads)
    view.say(f"environment {config.env}, seed {config.seed}, everything goes to {config.out}")
    with _terminable():
        try:
            session = Session(config)
            try:
                _open(session.out, config, resume)
                return _stages(session, view, resume)
            finally:
                view.end()
                session.close()
        except KeyboardInterrupt as error:
            raise Interrupted("Interrupted.") from error


def _open(out: Path, config: RunConfig, resume: bool) -> None:
    """A folder that holds this run and no other."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        if not resume:
            for name in WRITTEN:
                for path in out.glob(name):
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
            write_config(config, out / "config.yaml")
    except OSError as error:
        raise Refusal(f"cannot write to {out}: {error.strerror}; choose another --out") from error


def _stages(session: Session, view: View, resume: bool) -> dict[str, Any]:
    cpu = time.process_time()
    start_policy(session, view, resume)
    before = _measure(session, view, "before")
    for level, episodes in before.items():
        score = Score.of(episodes)
        if score.failed > score.episodes:
            causes = sorted({episode.failure for episode in episodes if episode.failure})
            raise Refusal(
                f"the environment failed {score.failed} of {len(episodes)} episodes of level "
                f"{level} ({', '.join(causes)}): mend it before a model is trained on it"
            )
        view.say(f"level {level} before: held-out success {percent(score)}")
    paid = set(session.config.grpo.reward_weights or ())
    known = {name for episodes in before.values() for e in episodes for name in e.columns}
    if paid - known:
        raise Refusal(
            f"reward_weights pays {', '.join(sorted(paid - known))}, which no episode has: "
            f"its columns are {', '.join(sorted(known))}"
        )
    monitor = train(session, view, resume)
    after = _measure(session, view, "after")
    results = [(n, Score.of(before[n]), Score.of(after[n])) for n in session.levels]
    for level, old, new in results:
        view.before_after(level, old, new)
    checks = _export(session, view, after[session.levels[0]])
    return _write(session, view, monitor, results, before, after, checks, cpu)


def start_policy(session: Session, view: View, resume: bool) -> None:
    """Make the policy and warm it up, or load what an earlier attempt had made."""
    if resume and (session.start / "done").is_file():
        session.load_policy(session.start)
        return
    session.make_policy()
    size = sum(weight.numel() for weight in session.model.parameters())
    view.say(f"policy: {size:,} parameters, {session.sampling.max_turn_tokens} tokens a turn")
    config = session.config.warmup
    shown = session.levels_shown()
    if config.steps and shown:
        view.begin("warm start", config.steps)
        warm_up(
            session.model,
            session.dialogue,
            session.text,
            config,
            levels=shown,
            seed=session.config.seed,
            on_step=lambda step, loss: view.step(step, f"loss {loss:.3f}"),
        )
        view.end()
    session.save_policy()
    (session.start / "done").touch()


def train(session: Session, view: View, resume: bool) -> Monitor:
    """GRPO, from the last checkpoint if there is one to resume from."""
    monitor = Monitor(session, view)
    trainer = build(session, monitor)
    checkpoint = _last_checkpoint(session.out / "checkpoints") if resume else None
    session.journal.cut_to(int(checkpoint.name.split("-")[1]) if checkpoint else -1)
    if checkpoint is not None:
        monitor.resume(checkpoint)
        view.say(f"resuming from {checkpoint.name}")
    else:
        monitor.evaluate(0)
    view.begin("GRPO", session.config.grpo.max_steps)
    with _stopping(monitor):
        trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    view.end()
    if monitor.interrupted:
        raise Interrupted(f"Interrupted at step {trainer.state.global_step}; saved.")
    if monitor.stopped_because:
        view.say(f"stopped at step {trainer.state.global_step}: {monitor.stopped_because}")
    return monitor


def _measure(session: Session, view: View, when: str) -> dict[int, list[Episode]]:
    """Held-out episodes of every level, written to `<when>-<level>.jsonl`."""
    count = session.config.evaluation.episodes
    found: dict[int, list[Episode]] = {}
    for level in session.levels:
        view.begin(f"held-out, {when}, level {level}", count)
        found[level] = session.evaluate(level, count, on_done=lambda done: view.step(done, ""))
        view.end()
        write_episodes(session.out / f"{when}-{level}.jsonl", found[level])
    return found


def _export(session: Session, view: View, episodes: list[Episode]) -> list[Check]:
    """Write the policy; each file set must come back equal in a fresh process."""
    config, some = session.config, episodes[:REPLAYED]
    turn = next(turn for episode in episodes for turn in episode.turns)
    (shown,), (said,) = (
        session.dialogue.openings([turn.shown]),
        session.dialogue.spoken([turn.said]),
    )
    written = export(session.model, session.tokenizer, session.out, config.merge, shown + said)
    checks = [
        play_again(one, session.out, some, exact=one.kind in EXACT and not config.gpu)
        for one in written
    ]
    for one in checks:
        view.say(one.sentence())
        if not one.passed:
            view.say(f"the last checkpoint is kept in {session.out / 'checkpoints'}")
    return checks


def _write(
    session: Session,
    view: View,
    monitor: Monitor,
    results: list[tuple[int, Score, Score]],
    before: dict[int, list[Episode]],
    after: dict[int, list[Episode]],
    checks: list[Check],
    cpu: float,
) -> dict[str, Any]:
    rows = session.journal.read("train")
    seconds = monitor.seconds
    total = max(1e-9, sum(seconds.values()))
    share = seconds.get("environment", 0.0) / total
    first = session.levels[0]
    pairs = report.pairs(before[first], after[first])
    audit = "proof.py's audit" if session.audit else "the environment's success on held-out tasks"
    facts = report.facts_of(
        environment=session.config.env,
        policy=session.config.model.path or "a tiny model made from nothing",
        seed=session.config.seed,
        steps=rows[-1]["step"] if rows else 0,
        cpu_s=time.process_time() - cpu,
        threads=torch.get_num_threads(),
        results=[{"level": n, "before": old, "after": new} for n, old, new in results],
        curriculum=session.curriculum.report(),
        train=rows,
        held_out=session.journal.read("held_out"),
        alarms=session.journal.read("alarm"),
        stopped=monitor.stopped_because,
        exports=checks,
        pairs=pairs,
        samples=report.samples(session.out / "episodes.jsonl"),
        environment_share=share,
        environments_worked_share=monitor.worked_s / total,
        safeguards={
            "Hallmark": "not asked for" if session.config.unproved else "fresh when the run began",
            "Verdict that is not paid": audit,
            "On alarm": session.config.alarms.action,
            "Failures of the environment": (
                json.dumps(monitor.failures) if monitor.failures else "none"
            )
            + " (masked, not scored as zero)",
            "Time of a step": ", ".join(f"{k} {v / total:.0%}" for k, v in seconds.items())
            + " (environment: the wait for it; it worked beside the model for as long as "
            f"{monitor.worked_s / total:.0%} of the time)",
            **{f"Export: {check.kind}": check.sentence() for check in checks},
        },
    )
    report.write_report(session.out / "report.html", facts)
    kept = {name: facts[name] for name in facts if name not in ("train", "samples", "pairs")}
    (session.out / "summary.json").write_text(json.dumps(kept, indent=1), encoding="utf-8")
    names = ["report.html", "summary.json", "metrics.jsonl", "episodes.jsonl", "tensorboard"]
    names += [f"{when}-{n}.jsonl" for when in ("before", "after") for n in session.levels]
    names += [Path(check.path).name for check in checks]
    view.say(
        f"waiting for environments: {share:.1%} of step time (they worked "
        f"{monitor.worked_s / total:.1%} of it); written to {session.out}: "
    )
    view.say("  " + ", ".join(names))
    return kept


def _last_checkpoint(folder: Path) -> Path | None:
    """The newest checkpoint that was written to its end."""
    found = [path for path in folder.glob("checkpoint-*") if (path / STATE).is_file()]
    return max(found, key=lambda path: int(path.name.split("-")[1]), default=None)


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM ends a run like Ctrl-C does."""

    def end(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    kept = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, kept)


@contextmanager
def _stopping(monitor: Monitor) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the run after the step in progress; a second one ends it at once."""

    def ask(number: int, frame: Any) -> None:
        if monitor.interrupted:
            raise KeyboardInterrupt
        monitor.interrupted = True

    kept = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
