"""Watches a training run from TRL's callbacks: journal, alarms, early stop, interruption."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import torch
from transformers import TrainerCallback

from hallmark_rl.sdk.tasks.curriculum import Curriculum
from hallmark_rl.train.metrics.alarms import Alarm, StepFacts, check_gap, check_step, step_facts
from hallmark_rl.train.metrics.console import View
from hallmark_rl.train.metrics.evaluation import Score
from hallmark_rl.train.policy.rollout import Rollout
from hallmark_rl.train.training.context import Session

STATE = "session.json"
_GOOD = "good.pt"


class Monitor(TrainerCallback):  # type: ignore[misc]
    """Everything that is looked at while the policy trains."""

    def __init__(self, session: Session, view: View) -> None:
        self.session, self.view = session, view
        self.interrupted = False
        self.stopped_because: str | None = None
        self.alarms: list[Alarm] = []
        self.failures: Counter[str] = Counter()
        self.seconds: dict[str, float] = {}
        self.worked_s = 0.0
        self.rollbacks = 0
        self.trainer: Any = None
        self._facts: list[StepFacts] = []
        self._parts: list[Rollout] = []
        self._held: dict[int, list[tuple[int, Score]]] = {}
        self._signals: list[tuple[float, float]] = []
        self._began = 0.0
        self._told: set[str] = set()

    # -- what is seen ---------------------------------------------------------------------------

    def saw(self, rollout: Rollout) -> None:
        """A part of the step that is being trained on."""
        self._parts.append(rollout)
        for episode in rollout.episodes:
            if episode.failure is None:
                self.session.curriculum.record(episode.task.level, bool(episode.success))
            else:
                self.failures[episode.failure] += 1

    def on_step_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Start the step's clock."""
        self._began = time.perf_counter()

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Leave in order when asked to: save, then stop."""
        if self.interrupted:
            control.should_save = control.should_training_stop = True

    def on_log(
        self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **kw: Any
    ) -> None:
        """Note a finished step, look for alarms, evaluate, decide whether to go on."""
        if not self._parts or logs is None or "loss" not in logs:
            return
        step = int(state.global_step)
        row = self._row(step, Rollout.joined(self._parts), logs)
        self._parts.clear()
        self.session.journal.metric("train", step, row)
        self.view.step(step, _short(row, self._held))
        found = check_step(self._facts, self.session.config.alarms, self.session.paid_columns())
        if step % self.session.config.evaluation.every == 0:
            found += self.evaluate(step)
        self._act(found, control)
        self._maybe_stop(step, row, control)

    def evaluate(self, step: int) -> list[Alarm]:
        """Play held-out tasks of every open level; keep the weights if nothing looks wrong."""
        session = self.session
        first = session.config.evaluation.episodes  # not the tasks of the final comparison
        count = session.config.evaluation.episodes_between
        rows: dict[int, dict[str, Any]] = {}
        found: list[Alarm] = []
        good = True
        for level in session.curriculum.open_levels():
            score = Score.of(session.evaluate(level, count, first=first))
            history = self._held.setdefault(level, [])
            history.append((step, score))
            rows[level] = score.to_dict()
            found += check_gap(history, session.config.alarms)
            good = good and score.verified >= max(s.verified for _, s in history) - 0.1
        further = {str(level): row for level, row in rows.items() if level != session.levels[0]}
        row = rows[session.levels[0]] | ({"levels": further} if further else {})
        session.journal.metric("held_out", step, row)
        if good and not found:
            torch.save(_trainable(session.model), session.out / _GOOD)
        return found

    def _row(self, step: int, rollout: Rollout, logs: dict[str, Any]) -> dict[str, Any]:
        session, episodes = self.session, rollout.episodes
        total = time.perf_counter() - self._began
        for episode in episodes[:: session.config.grpo.num_generations]:
            session.journal.episode(step, episode)
        self._facts.append(step_facts(step, episodes))
        score = Score.of(episodes)
        spent = {
            "environment": rollout.environment_s,
            "generate": rollout.generate_s,
            "update": max(0.0, total - rollout.environment_s - rollout.generate_s),
        }
        for part, seconds in spent.items():
            self.seconds[part] = self.seconds.get(part, 0.0) + seconds
        self.worked_s += rollout.busy_s
        tokens = sum(sum(row.own) for row in rollout.rows)
        zero, words = zero_variance(episodes, session.config.grpo.num_generations)
        return {
            "success": score.success,
            "return": score.paid,
            "columns": score.columns,
            "timeouts": score.timeouts,
            "errors": sum(any(t.error for t in e.turns) for e in episodes) / len(episodes),
            "failed": score.failed,
            "failures": dict(self.failures),
            "zero_variance": zero,
            "zero_variance_words": words,
            "entropy": logs.get("entropy"),
            "loss": logs.get("loss"),
            "grad_norm": logs.get("grad_norm"),
            "learning_rate": logs.get("learning_rate"),
            "completion_tokens": tokens / len(episodes),
            "tokens_per_s": tokens / max(total, 1e-9),
            "seconds": spent,
            "environments_worked_s": rollout.busy_s,
            "levels": dict(Counter(str(episode.task.level) for episode in episodes)),
        }

    # -- what is done about it ------------------------------------------------------------------

    def _act(self, found: list[Alarm], control: Any) -> None:
        fresh = [alarm for alarm in found if alarm.rule not in self._told]
        if not fresh:
            return
        alarms = self.session.config.alarms
        stop = alarms.action == "stop" or (
            alarms.action == "rollback" and self.rollbacks >= alarms.rollbacks
        )
        did = alarms.action + (" and stop" if stop and alarms.action == "rollback" else "")
        for alarm in fresh:
            self._told.add(alarm.rule)
            self.alarms.append(alarm)
            self.view.alarm(alarm, did)
            self.session.journal.metric(
                "alarm", alarm.step, {"rule": alarm.rule, "message": alarm.message, "did": did}
            )
        if alarms.action == "rollback":
            self._roll_back()
        if stop:
            self.stopped_because = f"alarm: {fresh[0].message}"
            control.should_training_stop = True

    def _roll_back(self) -> None:
        """Back to the last good weights, on with a lower learning rate and a fresh optimiser."""
        self.rollbacks += 1
        restore(self.session.model, self.session.out / _GOOD)
        optimiser, factor = self.trainer.optimizer, self.session.config.alarms.lr_factor
        optimiser.state.clear()
        for group in optimiser.param_groups:
            group["lr"] *= factor
        schedule = getattr(self.trainer.lr_scheduler, "scheduler", self.trainer.lr_scheduler)
        schedule.base_lrs = [rate * factor for rate in schedule.base_lrs]
        self._facts.clear()
        self._held = {level: history[:1] for level, history in self._held.items()}
        self._told.clear()

    def _maybe_stop(self, step: int, row: dict[str, Any], control: Any) -> None:
        stop = self.session.config.stop
        self._signals.append((float(row["entropy"] or 0.0), float(row["zero_variance"])))
        recent = self._signals[-stop.window :]
        if step < stop.after or len(recent) < stop.window:
            return
        entropy = sum(one for one, _ in recent) / len(recent)
        flat = sum(two for _, two in recent) / len(recent)
        if entropy < stop.entropy:
            self.stopped_because = f"entropy fell to {entropy:.3f}: nothing is explored any more"
        elif flat > stop.zero_variance:
            self.stopped_because = f"{flat:.0%} of the groups teach nothing: no variance left"
        else:
            return
        control.should_training_stop = True

    # -- interruption and resume ----------------------------------------------------------------

    def on_save(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Put what the trainer does not know next to its checkpoint."""
        place = Path(args.output_dir) / f"checkpoint-{state.global_step}" / STATE
        kept = {
            "curriculum": self.session.undrawn or self.session.curriculum.state_dict(),
            "facts": [vars(facts) for facts in self._facts],
            "held": {
                level: [[step, score.to_dict()] for step, score in history]
                for level, history in self._held.items()
            },
            "signals": self._signals,
            "alarms": [vars(alarm) for alarm in self.alarms],
            "failures": self.failures,
            "seconds": self.seconds,
            "worked_s": self.worked_s,
            "rollbacks": self.rollbacks,
            "told": sorted(self._told),
        }
        place.write_text(json.dumps(kept), encoding="utf-8")

    def resume(self, checkpoint: Path) -> None:
        """Take up what `on_save` put there."""
        kept = json.loads((checkpoint / STATE).read_text(encoding="utf-8"))
        self.session.curriculum = Curriculum.from_state(kept["curriculum"])
        self._facts = [StepFacts(**facts) for facts in kept["facts"]]
        self._held = {
            int(level): [(step, Score(**score)) for step, score in history]
            for level, history in kept["held"].items()
        }
        self._signals = [(entropy, flat) for entropy, flat in kept["signals"]]
        self.alarms = [Alarm(**alarm) for alarm in kept["alarms"]]
        self.failures = Counter(kept["failures"])
        self.seconds = dict(kept["seconds"])
        self.worked_s = float(kept["worked_s"])
        self.rollbacks = int(kept["rollbacks"])
        self._told = set(kept["told"])


def zero_variance(episodes: list[Any], size: int) -> tuple[float, str]:
    """The share of groups that teach nothing, and why, in words."""
    groups = [episodes[at : at + size] for at in range(0, len(episodes), size)]
    flat: Counter[str] = Counter()
    for group in groups:
        totals = [episode.total for episode in group if episode.failure is None]
        if not totals:
            flat["failed by the environment"] += 1
        elif max(totals) - min(totals) < 1e-9:
            wins = all(episode.success for episode in group if episode.failure is None)
            flat["solved by all" if wins else "solved by none"] += 1
    if not flat:
        return 0.0, "every group has something to compare"
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(flat.items()))
    return flat.total() / len(
        groups
    ), f"{flat.total()} of {len(groups)} groups teach nothing: {kinds}"


def restore(model: Any, path: Path) -> None:
    """Put weights that `evaluate` kept back into the model."""
    if path.is_file():
        model.load_state_dict(torch.load(path, weights_only=True), strict=False)


def _trainable(model: Any) -> dict[str, torch.Tensor]:
    return {
        name: weight.detach().clone()
        for name, weight in model.named_parameters()
        if weight.requires_grad
    }


def _short(row: dict[str, Any], held: dict[int, list[tuple[int, Score]]]) -> str:
    entropy = row["entropy"]
    shown = f"success {row['success']:.0%}, entropy {entropy:.2f}, " if entropy is not None else ""
    latest = [(level, *history[-1]) for level, history in held.items()]
    after = "".join(f", held-out {s.success:.0%} (level {n}, step {at})" for n, at, s in latest)
    return f"{shown}{row['zero_variance_words']}{after}"
