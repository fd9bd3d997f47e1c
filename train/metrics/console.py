"""The run's output in the terminal: a progress bar, or lines where stdout is not a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from hallmark_rl.train.metrics.alarms import Alarm
from hallmark_rl.train.metrics.evaluation import LevelResult, Score


class RunConsole:
    """Shows the progress of one stage at a time; messages are printed above the bar.

    Args:
        console: where to print; default: stdout.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console()
        self._bar: Progress | None = None
        self._task: Any = None
        self._next_line = 0  # without a terminal: the step at which the next line is printed

    def mute(self) -> None:
        """Print nothing from now on."""
        self.console = Console(quiet=True)

    def print(self, text: str) -> None:
        """Print a line."""
        self.console.print(text, highlight=False, soft_wrap=True, markup=False)

    def begin(self, title: str, total: int) -> None:
        """Start the bar of a stage with `total` steps."""
        self.end()
        self._next_line = 0
        self._bar = Progress(
            TextColumn(f"[bold]{title}"),
            BarColumn(bar_width=24),
            TextColumn("{task.completed:.0f}/{task.total:.0f}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[facts]}"),
            console=self.console,
            disable=not self.console.is_terminal,
        )
        self._task = self._bar.add_task(title, total=total, facts="")
        self._title, self._total = title, total
        self._bar.start()

    def step(self, done: int, facts: str) -> None:
        """Update the bar; without a terminal, print about ten lines per stage.

        Args:
            done: number of finished steps.
            facts: text to show beside the bar.
        """
        if self._bar is None:
            return
        self._bar.update(self._task, completed=done, facts=facts)
        if not self.console.is_terminal and (done >= self._next_line or done == self._total):
            self.print(f"{self._title} {done}/{self._total}  {facts}")
            self._next_line = done + max(1, self._total // 10)

    def end(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def alarm(self, alarm: Alarm, action: str) -> None:
        """Print an alarm and what is done about it."""
        text = Text.assemble(
            ("ALARM", "bold red"),
            f" {alarm.rule} at step {alarm.step}: {alarm.message} -> {action}",
        )
        self.console.print(text, highlight=False, soft_wrap=True)

    def before_after(self, result: LevelResult) -> None:
        """Print a table of the held-out scores of a level before and after training, and whether
        it became better."""
        before, after = result.before, result.after
        title = f"level {result.level}: {after.episodes} held-out episodes, same tasks each time"
        table = Table(title=title, title_justify="left")
        for name in ("", "before", "after"):
            table.add_column(name, justify="left" if not name else "right")
        table.add_row("success, sampled", success_text(before), success_text(after), style="bold")
        table.add_row(
            "success, greedy",
            success_text(result.greedy_before),
            success_text(result.greedy_after),
            style="bold",
        )
        table.add_row("verified, sampled", f"{before.verified:.1%}", f"{after.verified:.1%}")
        table.add_row(
            "verified, greedy",
            f"{result.greedy_before.verified:.1%}",
            f"{result.greedy_after.verified:.1%}",
        )
        table.add_row("mean return", f"{before.mean_return:.3f}", f"{after.mean_return:.3f}")
        for name in sorted({*before.columns, *after.columns}):
            old, new = before.columns.get(name, 0.0), after.columns.get(name, 0.0)
            table.add_row(column_label(name), f"{old:.3f}", f"{new:.3f}")
        table.add_row("timeouts", f"{before.timeouts:.1%}", f"{after.timeouts:.1%}")
        table.add_row("failed by the environment", str(before.failed), str(after.failed))
        self.console.print(table)
        for comparison in result.comparisons:
            self.print(comparison.sentence())


def column_label(name: str) -> str:
    """How a column of `Score.columns` is shown: it is a sum over the steps of an episode."""
    return f"column {name}, sum per episode"


def success_text(score: Score) -> str:
    """The success rate with its 95% interval."""
    low, high = score.interval
    return f"{score.success:.1%} ({low:.1%} to {high:.1%})"
