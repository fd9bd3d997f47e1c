"""The whole path in one command: attack the sandbox, prove two environments, train, compare.

    python train/demo.py
    python train/demo.py --out runs/demo --seed 1

Each stage is a command that can be typed alone; this file types them and reads what they write.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENTS = ("envs/wordle", "envs/coding")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A program, the two calls it is given, and what it must come to."""

    name: str
    hope: str
    policy: str
    source: str
    statuses: tuple[str, ...]
    solves: bool = False


ATTEMPTS = (
    Attempt(
        "honest program",
        "the control: it must run and be right",
        "restricted",
        "def add(a, b):\n    return a + b\n",
        ("ok",),
        solves=True,
    ),
    Attempt(
        "always-equal object",
        "an answer whose == says yes to every expected value",
        "python",
        "class Yes(int):\n    def __eq__(self, other):\n        return True\n\n\n"
        "def add(a, b):\n    return Yes()\n",
        ("ok",),
    ),
    Attempt(
        "walk to the subclasses of object",
        "reach the os module from an empty tuple",
        "restricted",
        "def add(a, b):\n    return ().__class__.__base__.__subclasses__()\n",
        ("forbidden",),
    ),
    Attempt(
        "theft of a host file, then a fork bomb",
        "no language wall at all: only the kernel is in the way",
        "python",
        "import os\n\n\ndef add(a, b):\n    try:\n        return open('/etc/passwd').read()\n"
        "    except OSError:\n        while True:\n            os.fork()\n",
        ("ok", "error", "crash", "timeout"),
    ),
)
CALLS = "[2, 3]\n[-1, 1]\n"
ANSWERS = [{"ok": 5}, {"ok": 0}]

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
console = Console()


class Failed(Exception):
    """A stage did not come to what it must."""


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Where everything is written.")] = Path("runs/demo"),
    seed: Annotated[int, typer.Option(min=0, help="Seed of both trainings.")] = 0,
) -> None:
    """Attack the sandbox, prove both environments, train on both, show before and after."""
    began = time.monotonic()
    out = out.resolve()
    try:
        out.mkdir(parents=True, exist_ok=True)
        attack(out)
        for env in ENVIRONMENTS:
            stage(f"prove {env}")
            command("-m", "hallmark_rl.conformance.gate", env)
        for env in ENVIRONMENTS:
            stage(f"train on {env}")
            place = str(out / Path(env).name)
            command(
                "train/grpo.py", "--env", env, "--out", place, "--seed", str(seed), "--overwrite"
            )
        compare(out)
    except KeyboardInterrupt:
        console.print(f"\nInterrupted. What was written is in {out}.")
        raise typer.Exit(130) from None
    except Failed as error:
        console.print(f"[bold red]failed[/]: {error}", soft_wrap=True)
        raise typer.Exit(1) from error
    console.print(f"\nDone in {time.monotonic() - began:.0f} s. Written:", highlight=False)
    for env in ENVIRONMENTS:
        console.print(f"  {env}/hallmark.json", highlight=False)
        for name in ("report.html", "summary.json", "before-1.jsonl", "after-1.jsonl", "model"):
            console.print(f"  {out / Path(env).name / name}", highlight=False, soft_wrap=True)


def attack(out: Path) -> None:
    """Run each attempt through `python -m sandbox.run` and compare its answers outside."""
    stage("three well-known exploits against the sandbox, and an honest program beside them")
    calls = out / "calls.jsonl"
    calls.write_text(CALLS, encoding="utf-8")
    for attempt in ATTEMPTS:
        program = out / "attempt.py"
        program.write_text(attempt.source, encoding="utf-8")
        options = ["--entry", "add", "--calls", str(calls), "--policy", attempt.policy]
        ran = subprocess.run(
            [
                sys.executable,
                "-m",
                "hallmark_rl.sandbox.run",
                str(program),
                *options,
                "--wall",
                "2",
                "--json",
            ],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if not ran.stdout:
            raise Failed(f"{attempt.name}: python -m sandbox.run said {ran.stderr.strip()}")
        outcome = json.loads(ran.stdout)
        paid = outcome["results"] == ANSWERS
        answers = "; ".join(map(_short, outcome["results"])) or _short({"error": outcome["error"]})
        console.print(f"[bold]{attempt.name}[/] ({attempt.policy}): {attempt.hope}", soft_wrap=True)
        verdict = "paid" if paid else "not paid"
        console.print(f"  {outcome['status']}: {answers}: {verdict}", highlight=False)
        if paid != attempt.solves or outcome["status"] not in attempt.statuses:
            raise Failed(f"{attempt.name} came to {outcome['status']} with {answers}")
    isolation = outcome["isolation"]
    console.print(f"isolation level in force: {isolation['level']}", highlight=False)


def command(*arguments: str) -> None:
    """A command of this project in the same terminal; a Ctrl-C reaches it too."""
    console.print(f"[bold]$ python {' '.join(arguments)}[/]", highlight=False, soft_wrap=True)
    child = subprocess.Popen([sys.executable, *arguments], cwd=ROOT)
    try:
        status = child.wait()
    except KeyboardInterrupt:
        child.wait()
        raise
    if status:
        raise Failed(f"python {' '.join(arguments)} ended with exit status {status}")


def compare(out: Path) -> None:
    """Held-out success before and after, with 95% intervals, and every column's mean."""
    stage("held-out tasks, never trained on, before and after")
    table = Table("environment", "level", "column", "before", "after")
    for env in ENVIRONMENTS:
        summary = json.loads((out / Path(env).name / "summary.json").read_text(encoding="utf-8"))
        for result in summary["results"]:
            before, after = result["before"], result["after"]
            for row in _rows(before, after):
                table.add_row(env, str(result["level"]), *row)
            table.add_section()
    console.print(table)


def _rows(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str, str, str]]:
    rows = [("success", _interval(before), _interval(after))]
    for name, value in after["columns"].items():
        rows.append((name, f"{before['columns'].get(name, 0.0):.3f}", f"{value:.3f}"))
    return rows


def _interval(score: dict[str, Any]) -> str:
    low, high = score["interval"]
    return f"{score['success']:.1%} [{low:.1%}, {high:.1%}]"


def _short(result: dict[str, Any]) -> str:
    if "ok" in result:
        return json.dumps(result["ok"])[:40]
    error = result["error"] or {"type": "no answer"}
    return str(error["type"])


def stage(title: str) -> None:
    """A heading."""
    console.rule(f"[bold]{title}", align="left")


if __name__ == "__main__":
    app()
