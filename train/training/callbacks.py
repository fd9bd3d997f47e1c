"""The TRL callback of a run: logs steps, checks alarms, evaluates, stops early, saves its state."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from transformers import TrainerCallback

from hallmark_rl.train.metrics.alarms import (
    Alarm,
    StepFacts,
    check_drop,
    check_gap,
    check_step,
    step_facts,
)
from hallmark_rl.train.metrics.console import RunConsole
from hallmark_rl.train.metrics.evaluation import LevelResult, Measurement
from hallmark_rl.train.metrics.step_metrics import step_metrics
from hallmark_rl.train.metrics.training_audit import TrainingAudit
from hallmark_rl.train.policy.rollout import Rollout
from hallmark_rl.train.training.run_context import RunContext
from hallmark_rl.train.training.step_tasks import StepTasks

STATE_FILE = "run_state.json"
"""The monitor's state, in each checkpoint's folder. It is written last, so a checkpoint without it
is incomplete."""
GOOD_WEIGHTS_FILE = "last_good.pt"
"""The weights of the last evaluation without an alarm, in the run's folder."""


class Monitor(TrainerCallback):  # type: ignore[misc]
    """Watches a training run and controls when it stops.

    Args:
        context: configuration, policy, held-out evaluation and log.
        tasks: the curriculum, which is saved in checkpoints.
        console: shows progress and alarms.

    Attributes:
        trainer: the GRPOTrainer; must be set before training.
        interrupted: whether to save and stop after the current step; see `request_stop`.
        stopped_because: why training stopped early, or None.
        alarms: all alarms, oldest first.
        failures: episodes that the environment failed, by cause.
        seconds: wall time by part of a step: environment (waiting for it), generate, update.
        env_busy_s: seconds that environments worked, whether the model waited or not.
        rollbacks: how often the last good weights were restored.
    """

    def __init__(self, context: RunContext, tasks: StepTasks, console: RunConsole) -> None:
        self.trainer: Any = None
        self.interrupted = False
        self.stopped_because: str | None = None
        self.alarms: list[Alarm] = []
        self.failures: Counter[str] = Counter()
        self.seconds: dict[str, float] = {}
        self.env_busy_s = 0.0
        self.rollbacks = 0
        self._context, self._tasks, self._console = context, tasks, console
        self._config, self._model = context.config, context.policy.model
        self._step_start = 0.0
        self._parts: list[Rollout] = []  # of the current step
        self._facts: list[StepFacts] = []
        self._held_out: dict[int, list[Measurement]] = {}  # by level
        self._stop_signals: list[tuple[float, float]] = []  # entropy and zero-variance share
        self._raised_rules: set[str] = set()  # each rule is reported once
        tests = self._config.grpo.max_steps * len(context.levels)
        self._audit = TrainingAudit(
            context.env.audit, self._config.alarms, tests, context.group.once
        )

    def request_stop(self) -> None:
        """Save and stop after the current step; a second request interrupts at once."""
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    # -- during a step --------------------------------------------------------------------------

    def on_rollout(self, rollout: Rollout) -> None:
        """Take a part of the current step, before the model learns from it."""
        self._parts.append(rollout)
        self.failures.update(e.failure for e in rollout.episodes if e.failure is not None)

    def on_step_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Start the step's clock."""
        self._step_start = time.perf_counter()

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """After an interruption, save and stop; every process does, if one was interrupted."""
        self.interrupted = any(self._context.group.joined([self.interrupted]))
        if self.interrupted:
            control.should_save = control.should_training_stop = True

    def on_log(
        self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **kw: Any
    ) -> None:
        """Log a finished step, check the alarms, evaluate, and decide whether to stop."""
        if not self._parts or logs is None or "loss" not in logs:
            return
        step = int(state.global_step)
        rollout = Rollout.joined(self._parts)
        total_s = time.perf_counter() - self._step_start
        alarms = self._audit.check(step, rollout.episodes)
        row = self._log_step(step, rollout, logs, total_s)
        self._parts.clear()
        alarms += check_step(self._facts, self._config.alarms, self._context.paid_columns())
        if step % self._config.evaluation.every == 0 or step == self._config.grpo.max_steps:
            alarms += self.evaluate(step)
        self._react(alarms, control)
        self._stop_if_stuck(step, row, control)

    def evaluate(self, step: int) -> list[Alarm]:
        """Play held-out tasks of every open level; returns the alarms on them.

        Without an alarm, and if verified success is within 0.1 of its best, the weights are kept
        for a rollback.
        """
        context = self._context
        first = self._config.evaluation.episodes  # different tasks than before and after training
        count = self._config.evaluation.episodes_between
        rows: dict[int, dict[str, Any]] = {}
        alarms: list[Alarm] = []
        good = True
        evaluations = self._config.grpo.max_steps // self._config.evaluation.every + 2
        for level in self._tasks.curriculum.open_levels():
            latest = Measurement.of(step, context.evaluate(level, count, first=first))
            history = self._held_out.setdefault(level, [])
            history.append(latest)
            rows[level] = latest.score.to_dict()
            alarms += check_gap(history, self._config.alarms)
            alarms += check_drop(history, self._config.alarms, evaluations, len(context.levels))
            best = max(old.score.verified for old in history)
            good = good and latest.score.verified >= best - 0.1
        easiest = context.levels[0]
        others = {str(level): row for level, row in rows.items() if level != easiest}
        row = rows[easiest] | ({"levels": others} if others else {})
        context.log.write_metrics("held_out", step, row)
        if good and not alarms and context.group.is_first:
            torch.save(_trainable_weights(self._model), context.out / GOOD_WEIGHTS_FILE)
        return alarms

    def _log_step(
        self, step: int, rollout: Rollout, logs: Mapping[str, Any], total_s: float
    ) -> dict[str, Any]:
        """Log the step's metrics and one episode of each group; returns the metrics."""
        group_size = self._config.grpo.num_generations
        for episode in rollout.episodes[::group_size]:
            self._context.log.write_episode(step, episode)
        self._facts.append(step_facts(step, rollout.episodes))
        row = step_metrics(rollout, logs, group_size, total_s)
        row["failures"] = dict(self.failures)
        row |= self._audit.totals(step)
        for part, seconds in row["seconds"].items():
            self.seconds[part] = self.seconds.get(part, 0.0) + seconds
        self.env_busy_s += rollout.env_busy_s
        self._context.log.write_metrics("train", step, row)
        self._console.step(step, _progress_text(row, self._held_out))
        return row

    # -- alarms and early stopping --------------------------------------------------------------

    def _react(self, alarms: list[Alarm], control: Any) -> None:
        """Report new alarms and do what the configuration asks for."""
        new = [alarm for alarm in alarms if alarm.rule not in self._raised_rules]
        if not new:
            return
        config = self._config.alarms
        stop = config.action == "stop" or (
            config.action == "rollback" and self.rollbacks >= config.rollbacks
        )
        action = config.action + (" and stop" if stop and config.action == "rollback" else "")
        for alarm in new:
            self._raised_rules.add(alarm.rule)
            self._report(alarm, action)
        if config.action == "rollback":
            self._roll_back()
        if stop:
            self.stopped_because = f"alarm: {new[0].message}"
            control.should_training_stop = True

    def report_worse(self, results: list[LevelResult]) -> None:
        """Raise an alarm for each level that the run made significantly worse; too late to act."""
        step = int(self.trainer.state.global_step)
        for result in results:
            sentences = [each.sentence() for each in result.comparisons if each.verdict == "worse"]
            if sentences:
                text = f"level {result.level}: {' '.join(sentences)}"
                self._report(Alarm("worse", step, text), "reported")

    def _report(self, alarm: Alarm, action: str) -> None:
        self.alarms.append(alarm)
        self._console.alarm(alarm, action)
        row = {"rule": alarm.rule, "message": alarm.message, "action": action}
        self._context.log.write_metrics("alarm", alarm.step, row)

    def _roll_back(self) -> None:
        """Restore the last good weights; continue with a lower learning rate and a new optimizer
        state."""
        self.rollbacks += 1
        self._context.group.wait()
        path = self._context.out / GOOD_WEIGHTS_FILE
        if path.is_file():
            self._model.load_state_dict(torch.load(path, weights_only=True), strict=False)
        optimizer, factor = self.trainer.optimizer, self._config.alarms.lr_factor
        optimizer.state.clear()
        for group in optimizer.param_groups:
            group["lr"] *= factor
        schedule = getattr(self.trainer.lr_scheduler, "scheduler", self.trainer.lr_scheduler)
        schedule.base_lrs = [rate * factor for rate in schedule.base_lrs]
        self._facts.clear()
        self._audit.counts.clear()
        self._raised_rules.clear()

    def _stop_if_stuck(self, step: int, row: Mapping[str, Any], control: Any) -> None:
        """Stop when the policy no longer explores or most groups give no gradient."""
        stop = self._config.stop
        self._stop_signals.append((float(row["entropy"] or 0.0), float(row["zero_variance"])))
        recent = self._stop_signals[-stop.window :]
        if self.stopped_because is not None:
            return  # an alarm is the reason
        if step < stop.after or len(recent) < stop.window:
            return
        entropy = sum(value for value, _ in recent) / len(recent)
        flat = sum(share for _, share in recent) / len(recent)
        if entropy < stop.entropy:
            self.stopped_because = f"entropy fell to {entropy:.3f}: the policy no longer explores"
        elif flat > stop.zero_variance:
            self.stopped_because = (
                f"{flat:.0%} of the groups give no gradient: their returns are equal"
            )
        else:
            return
        control.should_training_stop = True

    # -- checkpoints ----------------------------------------------------------------------------

    def on_save(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Write the state that is not TRL's into the new checkpoint."""
        if not self._context.group.is_first:
            return
        path = Path(args.output_dir) / f"checkpoint-{state.global_step}" / STATE_FILE
        saved = {
            "curriculum": self._tasks.state_dict(),
            "facts": [vars(facts) for facts in self._facts],
            "held_out": {
                level: [measured.to_dict() for measured in history]
                for level, history in self._held_out.items()
            },
            "stop_signals": self._stop_signals,
            "alarms": [vars(alarm) for alarm in self.alarms],
            "failures": self.failures,
            "seconds": self.seconds,
            "env_busy_s": self.env_busy_s,
            "rollbacks": self.rollbacks,
            "raised_rules": sorted(self._raised_rules),
            "audited": self._audit.counts,
        }
        path.write_text(json.dumps(saved), encoding="utf-8")

    def resume(self, checkpoint: Path) -> None:
        """Restore what `on_save` wrote into a checkpoint."""
        saved = json.loads((checkpoint / STATE_FILE).read_text(encoding="utf-8"))
        self._tasks.load_state_dict(saved["curriculum"])
        self._facts = [StepFacts(**facts) for facts in saved["facts"]]
        self._held_out = {
            int(level): [Measurement.from_dict(measured) for measured in history]
            for level, history in saved["held_out"].items()
        }
        self._stop_signals = [(entropy, flat) for entropy, flat in saved["stop_signals"]]
        self.alarms = [Alarm(**alarm) for alarm in saved["alarms"]]
        self.failures = Counter(saved["failures"])
        self.seconds = dict(saved["seconds"])
        self.env_busy_s = float(saved["env_busy_s"])
        self.rollbacks = int(saved["rollbacks"])
        self._raised_rules = set(saved["raised_rules"])
        self._audit.counts = [(row[0], row[1], row[2], row[3]) for row in saved["audited"]]


def _trainable_weights(model: Any) -> dict[str, torch.Tensor]:
    return {
        name: weight.detach().clone()
        for name, weight in model.named_parameters()
        if weight.requires_grad
    }


def _progress_text(row: Mapping[str, Any], held_out: Mapping[int, list[Measurement]]) -> str:
    """The facts that the console shows beside the progress bar."""
    entropy = row["entropy"]
    train = f"success {row['success']:.0%}, entropy {entropy:.2f}, " if entropy is not None else ""
    latest = [(level, history[-1]) for level, history in held_out.items()]
    scores = "".join(
        f", held-out {measured.score.success:.0%} (level {level}, step {measured.step})"
        for level, measured in latest
    )
    return f"{train}{row['zero_variance_words']}{scores}"
