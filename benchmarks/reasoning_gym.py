"""Prove all data sets of reasoning-gym, and print the tables of docs/reasoning-gym.md.

    pip install "hallmark-rl[openenv,conformance,reasoning-gym]"
    python benchmarks/reasoning_gym.py prove out/reasoning-gym      # resumes where it stopped
    python benchmarks/reasoning_gym.py table out/reasoning-gym
    python benchmarks/reasoning_gym.py sample out/reasoning-gym     # 60 findings, seeded

`hallmark prove 'reasoning_gym:*'` does the same with a full report for each data set. Here the
suite and the library are loaded once, and each data set is proved in a fork, with less CPU time.
Findings are made by the same calls.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.core.atomic_files import replace_text
from hallmark_rl.conformance.prove_scorer import prove_scorer
from hallmark_rl.conformance.scorers.adapters import reasoning_gym_tasks

LIMIT = 1200.0
"""Seconds after which the proof of one data set is ended."""
FINDINGS = ("broken", "suspicion", "should", "flaky")
SAMPLE, SEED = 60, 20261123


def main() -> None:
    """Run the step that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("step", choices=["prove", "table", "sample"])
    parser.add_argument("out", type=Path, help="folder with a report for each data set")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--profile", default="quick")
    options = parser.parse_args()
    if options.step == "prove":
        options.out.mkdir(parents=True, exist_ok=True)
        prove_all(options.out, options.profile, options.workers)
    elif options.step == "table":
        print_table(read(options.out))
    else:
        print_sample(read(options.out))


def prove_all(out: Path, profile: str, workers: int) -> None:
    """Prove the data sets that have no report yet; one that ends or hangs costs only its own."""
    names = reasoning_gym_tasks.load("*", {})[1]["names"]  # imports the library, for all forks
    left = [name for name in names if not (out / f"{name}.json").exists()]
    context = multiprocessing.get_context("fork")
    running: dict[str, tuple[Any, float]] = {}
    while left or running:
        while left and len(running) < workers:
            name = left.pop(0)
            process = context.Process(target=prove, args=(name, profile, out))
            process.start()
            running[name] = process, time.monotonic()
        time.sleep(0.2)
        for name, (process, began) in list(running.items()):
            late = time.monotonic() - began > LIMIT
            if process.is_alive() and not late:
                continue
            process.kill()
            process.join()
            del running[name]
            path = out / f"{name}.json"
            if not path.exists():
                problem = f"the proof did not end within {LIMIT:.0f} s" if late else "it crashed"
                replace_text(path, json.dumps({"problem": problem}))
            done = len(names) - len(left) - len(running)
            print(f"{name}: {time.monotonic() - began:.0f} s ({done} of {len(names)})", flush=True)


def prove(name: str, profile: str, out: Path) -> None:
    """Prove one data set, which this process makes and scores in forks, and write its report."""
    try:
        score, facts = reasoning_gym_tasks.load(name, {})
        report = prove_scorer(score, facts["tasks"], declared=facts["declared"], profile=profile)
        record = report.to_dict()
    except (ValueError, SystemExit) as error:
        record = {"problem": str(error)}
    replace_text(out / f"{name}.json", json.dumps(record))


def read(out: Path) -> dict[str, dict[str, Any]]:
    """The reports by data set."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(out.glob("*.json"))}


def findings(reports: dict[str, dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Every finding with the name of its data set."""
    rows = [(name, row) for name, report in reports.items() for row in report.get("rows", [])]
    return [(name, row) for name, row in rows if row["verdict"] in FINDINGS]


def print_table(reports: dict[str, dict[str, Any]]) -> None:
    """A line for each data set: what it pays, by property; then the number by property."""
    found = findings(reports)
    print("| data set | findings |\n|---|---|")
    for name, report in reports.items():
        texts = [_short(row) for other, row in found if other == name]
        unproved = any(row["verdict"] == "unproved" for row in report.get("rows", []))
        rest = "no right answer to compare with" if unproved else "none"
        print(f"| {name} | {', '.join(texts) or report.get('problem', rest)} |")
    counts = Counter(row["id"] for _, row in found)
    print("\n| property | data sets |\n|---|---|")
    for name, count in counts.most_common():
        print(f"| `{name}` | {count} |")


def _short(row: dict[str, Any]) -> str:
    """The property of a finding and what was paid."""
    paid = re.search(r"\bearns ([\d.]+)", row["message"])
    return f"{row['id'].partition('.')[2]}{f' {float(paid[1]):.2g}' if paid else ''}"


def print_sample(reports: dict[str, dict[str, Any]]) -> None:
    """A random sample of the findings, each with lines that make the call again."""
    found = sorted(findings(reports), key=lambda item: _draw(item[0], item[1]["id"]))
    for name, row in found[:SAMPLE]:
        print(f"# {name}, {row['id']}: {row['message']}\n{row['script']}")


def _draw(name: str, property_id: str) -> str:
    """The place of a finding in the sample: it does not depend on the other findings."""
    return hashlib.sha256(f"{SEED} {name} {property_id}".encode()).hexdigest()


if __name__ == "__main__":
    main()
