"""The whole path: attack the sandbox, prove two environments, train, compare, deploy one of them.

    python train/demo.py
    python train/demo.py --out runs/demo --seed 1

With the package installed, `python -m hallmark_rl.train.demo` works from any folder. The
environments are `envs/wordle` and `envs/coding` of the current folder, or else those that ship with
the package; their folders must be writable, because a stamp (`hallmark.json`) is written there.

Each stage is a command that can be typed alone; this file runs it and reads what it writes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

if not __package__ and not sys.flags.safe_path:  # run as a script
    __import__("script_path")

import typer
from rich.console import Console
from rich.table import Table

from hallmark_rl.train.runtime import child_env, env_folder, run_in_fresh_process

ENVIRONMENTS = ("wordle", "coding")
DEPLOYED = "wordle"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A program for the task `add(a, b)`, and what the sandbox must make of it.

    Attributes:
        name: shown as the heading.
        aim: what the program tries.
        policy: the sandbox's language policy, `restricted` or `python`.
        source: the program.
        statuses: the outcomes that are expected.
        solves: whether its answers are right, so that it must be paid.
    """

    name: str
    aim: str
    policy: str
    source: str
    statuses: tuple[str, ...]
    solves: bool = False


ATTEMPTS = (
    Attempt(
        "honest program",
        "the control: it must run and give the right answers",
        "restricted",
        "def add(a, b):\n    return a + b\n",
        ("ok",),
        solves=True,
    ),
    Attempt(
        "always-equal object",
        "an answer that is equal (==) to every expected value",
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
        "no language policy: only the kernel layer stops it",
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


class StageFailed(Exception):
    """A stage of the demonstration did not give the expected result."""


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for everything that is written.")] = Path(
        "runs/demo"
    ),
    seed: Annotated[int, typer.Option(min=0, help="Seed of both training runs.")] = 0,
) -> None:
    """Attack the sandbox, prove and train on both environments, stage one and prove its server."""
    start = time.monotonic()
    out = out.resolve()
    try:
        out.mkdir(parents=True, exist_ok=True)
        run_exploits(out)
        for name in ENVIRONMENTS:
            print_heading(f"prove {name}")
            run_command("-m", "hallmark_rl.conformance.gate", env_folder(name))
        for name in ENVIRONMENTS:
            print_heading(f"train on {name}")
            options = ["--env", env_folder(name), "--out", str(out / name), "--seed", str(seed)]
            options += ["--preset", "demo", "--overwrite"]
            run_command("-m", "hallmark_rl.train.grpo", *options)
        print_comparison(out)
        stage_and_prove(DEPLOYED, out / "staged" / DEPLOYED)
    except KeyboardInterrupt:
        console.print(f"\nInterrupted. What was written is in {out}.")
        raise typer.Exit(130) from None
    except StageFailed as error:
        console.print(f"[bold red]failed[/]: {error}", soft_wrap=True)
        raise typer.Exit(1) from error
    console.print(f"\nDone in {time.monotonic() - start:.0f} s. Written:", highlight=False)
    for name in ENVIRONMENTS:
        console.print(f"  {env_folder(name)}/hallmark.json", highlight=False, soft_wrap=True)
        for file in ("report.html", "summary.json", "before-1.jsonl", "after-1.jsonl", "model"):
            console.print(f"  {out / name / file}", highlight=False, soft_wrap=True)
    console.print(f"  {out / 'staged' / DEPLOYED}", highlight=False, soft_wrap=True)


def stage_and_prove(name: str, folder: Path) -> None:
    """Stage an environment into `folder`, serve it from there, and prove it over its address.

    The server runs with this Python: building it in a new virtual environment, as
    `hallmark stage --try` does, would download every package once more.
    """
    print_heading(f"stage {name}, serve it on localhost, prove it over its address")
    options = [env_folder(name), "--out", str(folder), "--try-here"]
    run_command("-m", "hallmark_rl.conformance.stage", *options)


def run_exploits(out: Path) -> None:
    """Run each attempt with the sandbox's command and compare its answers outside the sandbox.

    Writes its input files into `out`. Raises `StageFailed` if an attempt has another result than
    expected.
    """
    print_heading("three well-known exploits against the sandbox, and an honest program")
    calls = out / "calls.jsonl"
    calls.write_text(CALLS, encoding="utf-8")
    for attempt in ATTEMPTS:
        program = out / "attempt.py"
        program.write_text(attempt.source, encoding="utf-8")
        options = ["--entry", "add", "--calls", str(calls), "--policy", attempt.policy]
        done = run_in_fresh_process(
            "hallmark_rl.sandbox.run", str(program), *options, "--wall", "2", "--json"
        )
        if not done.stdout:
            error = done.stderr.strip()
            raise StageFailed(f"{attempt.name}: python -m hallmark_rl.sandbox.run failed: {error}")
        outcome = json.loads(done.stdout)
        paid = outcome["results"] == ANSWERS
        answers = "; ".join(map(_short_text, outcome["results"])) or _short_text(
            {"error": outcome["error"]}
        )
        console.print(f"[bold]{attempt.name}[/] ({attempt.policy}): {attempt.aim}", soft_wrap=True)
        verdict = "paid" if paid else "not paid"
        console.print(f"  {outcome['status']}: {answers}: {verdict}", highlight=False)
        if paid != attempt.solves or outcome["status"] not in attempt.statuses:
            raise StageFailed(f"{attempt.name}: unexpected result {outcome['status']}: {answers}")
    isolation = outcome["isolation"]
    console.print(f"isolation level in force: {isolation['level']}", highlight=False)


def run_command(*arguments: str) -> None:
    """Run `python ARGUMENTS` in the same terminal, so that Ctrl-C reaches it too.

    Raises `StageFailed` if its exit status is not 0.
    """
    console.print(f"[bold]$ python {' '.join(arguments)}[/]", highlight=False, soft_wrap=True)
    child = subprocess.Popen([sys.executable, *arguments], env=child_env())
    try:
        status = child.wait()
    except KeyboardInterrupt:
        child.wait()
        raise
    if status:
        raise StageFailed(f"python {' '.join(arguments)} ended with exit status {status}")


def print_comparison(out: Path) -> None:
    """Print held-out success with 95% intervals, each column, and whether success changed."""
    print_heading("held-out tasks, never trained on, before and after training")
    table = Table("environment", "level", "value", "before", "after")
    sentences = []
    for name in ENVIRONMENTS:
        summary = json.loads((out / name / "summary.json").read_text(encoding="utf-8"))
        for result in summary["results"]:
            for row in _rows(result):
                table.add_row(name, str(result["level"]), *row)
            table.add_section()
            sentences += [f"{name}: {each['sentence']}" for each in result["comparisons"]]
    console.print(table)
    for sentence in sentences:
        console.print(sentence, highlight=False, soft_wrap=True, markup=False)


def _rows(result: dict[str, Any]) -> list[tuple[str, str, str]]:
    before, after = result["before"], result["after"]
    rows = [
        ("success, sampled", _interval(before), _interval(after)),
        ("success, greedy", _interval(result["greedy_before"]), _interval(result["greedy_after"])),
    ]
    for name, value in after["columns"].items():
        old = before["columns"].get(name, 0.0)
        rows.append((f"{name}, sum per episode", f"{old:.3f}", f"{value:.3f}"))
    return rows


def _interval(score: dict[str, Any]) -> str:
    low, high = score["interval"]
    return f"{score['success']:.1%} [{low:.1%}, {high:.1%}]"


def _short_text(result: dict[str, Any]) -> str:
    if "ok" in result:
        return json.dumps(result["ok"])[:40]
    error = result["error"] or {"type": "no answer"}
    return str(error["type"])


def print_heading(title: str) -> None:
    """Print the heading of a stage."""
    console.rule(f"[bold]{title}", align="left")


if __name__ == "__main__":
    app()
