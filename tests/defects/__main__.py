"""Prove the whole bank: ``python -m tests.defects [--only GLOB] [--kind ...] [--jobs N]``.

What has been proved is kept in a journal, so that an interrupted run goes on where it stopped, two
runs can share the work, and only what changed is proved again.
"""

import fcntl
import fnmatch
import json
import random
import sys
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.defects import cases, mutants
from tests.defects.prove import ROOT, Settings, Verdict, case_hash, prove, suite_hash
from tests.defects.score import Score, judge, noise, tally
from tests.defects.warm import Warm

KINDS = ("sound", "defect", "mutant")
COLOURS = {"caught": "green", "quiet": "green", "elsewhere": "yellow", "known miss": "yellow"}
console = Console()


class Journal:
    """Verdicts on disk, one JSON line each; several processes may append."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    def read(self) -> dict[str, Verdict]:
        """Every verdict by the hash of its case."""
        if not self.path.exists():
            return {}
        found = {}
        for line in self.path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            found[entry["key"]] = Verdict.from_dict(entry["verdict"])
        return found

    def add(self, key: str, verdict: Verdict) -> None:
        """Append one verdict."""
        with self.path.open("a", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(json.dumps({"key": key, "verdict": verdict.to_dict()}) + "\n")


def chosen(kinds: list[str], only: str, sample: int, seed: int) -> list[cases.Case]:
    """The cases asked for; sound ones first, because they say what is noise."""
    bank = {"sound": cases.sound, "defect": cases.defects, "mutant": mutants.mutants}
    picked = []
    for kind in KINDS:
        if kind in kinds:
            some = [case for case in bank[kind]() if fnmatch.fnmatch(case.id, only)]
            if 0 < sample < len(some) and kind != "sound":
                some = random.Random(seed).sample(some, sample)
            picked += some
    if "sound" not in kinds:  # what fails on the sound original says nothing about a defect
        needed = {case.folder.name for case in picked}
        picked = [case for case in cases.sound() if case.id in needed] + picked
    return picked


def prove_all(
    work: list[tuple[str, cases.Case]],
    settings: Settings,
    jobs: int,
    journal: Journal,
    known: dict[str, set[str]],
) -> dict[str, Verdict]:
    """Prove what is not in the journal yet, several at a time; an interrupt keeps what is done."""
    done = journal.read()
    open_work = [(key, case) for key, case in work if key not in done]
    started: list[Warm] = []
    idle: SimpleQueue[Warm] = SimpleQueue()

    def work_on(case: cases.Case) -> Verdict:
        if case.kind == "sound":
            return prove(case, settings)
        try:
            process = idle.get_nowait()
        except Empty:
            started.append(process := Warm())
        try:
            return prove(case, settings, process, known.get(case.folder.name, set()))
        finally:
            idle.put(process)

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as progress, ThreadPoolExecutor(jobs) as pool:
        task = progress.add_task("proving", total=len(work), completed=len(work) - len(open_work))
        waiting: dict[Future[Verdict], str] = {}
        try:
            while open_work or waiting:
                while open_work and len(waiting) < jobs:
                    key, case = open_work.pop(0)
                    waiting[pool.submit(work_on, case)] = key
                ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in ready:
                    key, verdict = waiting.pop(future), future.result()
                    done[key] = verdict
                    journal.add(key, verdict)
                    progress.update(task, advance=1, description=verdict.case[:40])
        except KeyboardInterrupt:
            console.print("Interrupted: the same command goes on from here.")
        finally:
            for process in started:
                process.close()
    return {case.id: done[key] for key, case in work if key in done}


def show(scores: list[Score], details: bool) -> None:
    """Print what needs a look, then the figures."""
    table = Table("case", "outcome", "expected one of", "failed", show_lines=details)
    for score in scores:
        if score.outcome in ("caught", "quiet") and not details:
            continue
        told = [f"{n}: {score.verdict.messages.get(n, '')}" if details else n for n in score.alarms]
        colour = COLOURS.get(score.outcome, "red")
        table.add_row(
            score.case.id,
            f"[{colour}]{score.outcome}[/]",
            "\n".join(score.case.expected),
            score.verdict.trouble or "\n".join(told) or score.case.undecidable,
        )
    if table.row_count:
        console.print(table)
    for kind, counts in tally(scores).items():
        total = sum(counts.values())
        good = counts.get("caught", 0) + counts.get("elsewhere", 0) + counts.get("quiet", 0)
        listed = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
        word = "without a false alarm" if kind == "sound" else "noticed"
        console.print(f"{kind}: {good} of {total} {word} ({good / total:.0%}): {listed}")


def main(
    kind: Annotated[
        list[str] | None, typer.Option(help="sound, defect, mutant; repeatable.")
    ] = None,
    only: Annotated[str, typer.Option(help="Only ids that match this pattern.")] = "*",
    sample: Annotated[int, typer.Option(help="At most so many defects and mutants.")] = 0,
    seed: Annotated[int, typer.Option(help="Draws the sample.")] = 0,
    profile: Annotated[str, typer.Option(help="The suite's profile.")] = "default",
    black_box: Annotated[bool, typer.Option(help="Without the author's evidence.")] = False,
    jobs: Annotated[int, typer.Option(help="Cases at a time.")] = 2,
    journal: Annotated[Path, typer.Option(help="Where verdicts are kept.")] = ROOT
    / "out"
    / "defects.jsonl",
    fresh: Annotated[bool, typer.Option(help="Forget earlier verdicts.")] = False,
    details: Annotated[bool, typer.Option(help="Show every case and every message.")] = False,
) -> None:
    """Prove the bank and say what was caught, what was missed and what was a false alarm."""
    unknown = set(kind or []) - set(KINDS)
    if unknown:
        raise typer.BadParameter(f"{sorted(unknown)}: kinds are {', '.join(KINDS)}")
    if fresh:
        journal.unlink(missing_ok=True)
    settings = Settings(profile=profile, black_box=black_box)
    picked = chosen(kind or list(KINDS), only, sample, seed)
    if not picked:
        raise typer.BadParameter(f"no case is called {only!r}")
    suite = suite_hash()
    work = [(case_hash(case, settings, suite), case) for case in picked]
    sound = [(key, case) for key, case in work if case.kind == "sound"]
    verdicts = prove_all(sound, settings, jobs, Journal(journal), {})
    known = noise(picked, verdicts)
    others = [(key, case) for key, case in work if case.kind != "sound"]
    verdicts |= prove_all(others, settings, jobs, Journal(journal), known)
    scores = [judge(case, verdicts[case.id], known) for _, case in work if case.id in verdicts]
    show(scores, details)
    wrong = [s for s in scores if s.outcome in ("false alarm", "trouble")]
    defects = [s for s in scores if s.case.kind == "defect"]
    missed = [s for s in defects if s.outcome in ("missed", "known miss")]
    too_many = len(missed) > 0.05 * len(defects)
    sys.exit(1 if wrong or too_many or len(scores) < len(work) else 0)


if __name__ == "__main__":
    typer.run(main)
