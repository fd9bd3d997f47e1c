"""Run the suite on the bank: ``python -m tests.defects [--chapter NAME] [--only GLOB] [--jobs N]``.

A journal keeps the result of each case. An interrupted run continues where it stopped, two runs can
share the work, and only cases that changed run again.
"""

import fcntl
import fnmatch
import json
import random
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from hallmark_rl.conformance.catalogue import CHAPTERS
from tests.defects import cases, mutants
from tests.defects.prove import ROOT, CaseResult, Settings, case_hash, prove, suite_hash
from tests.defects.score import (
    COLUMNS,
    Score,
    count_chapters,
    count_outcomes,
    failures_of_sound,
    is_as_expected,
    score_case,
)
from tests.defects.warm_process import WarmProcess

KINDS = ("sound", "vacuous", "defect", "mutant")
COLOURS = {
    "caught": "green",
    "quiet": "green",
    "honest": "green",
    "elsewhere": "yellow",
    "known miss": "yellow",
}
console = Console()


class Journal:
    """Results on disk, one JSON line each; several processes may append."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    def read(self) -> dict[str, CaseResult]:
        """Every result by the hash of its case."""
        if not self.path.exists():
            return {}
        results = {}
        for line in self.path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            results[entry["key"]] = CaseResult.from_dict(entry["verdict"])
        return results

    def add(self, key: str, result: CaseResult) -> None:
        """Append one result."""
        with self.path.open("a", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(json.dumps({"key": key, "verdict": result.to_dict()}) + "\n")


def select_cases(
    kinds: list[str], only: str, sample: int, seed: int, chapters: Collection[str] = CHAPTERS
) -> list[cases.Case]:
    """The cases to run. Sound ones come first: what fails on them does not count for a defect.

    Of the defects only those of `chapters`.
    """
    bank = {
        "sound": cases.sound,
        "vacuous": cases.vacuous,
        "defect": cases.defects,
        "mutant": mutants.mutants,
    }
    selected = []
    for kind in KINDS:
        if kind in kinds:
            matching = [case for case in bank[kind]() if fnmatch.fnmatch(case.id, only)]
            if kind == "defect":
                matching = [case for case in matching if case.chapter in chapters]
            if 0 < sample < len(matching) and kind != "sound":
                matching = random.Random(seed).sample(matching, sample)
            selected += matching
    if "sound" not in kinds:  # what fails on the sound original says nothing about a defect
        needed = {case.folder.name for case in selected}
        selected = [case for case in cases.sound() if case.id in needed] + selected
    return selected


def originals_of(
    defects: Iterable[cases.Case], results: Mapping[str, CaseResult]
) -> list[cases.Case]:
    """The sound originals, each to be checked with the properties that failed on its defects."""
    reported: dict[str, set[str]] = {}
    for case in defects:
        if case.id in results and results[case.id].failed:
            reported.setdefault(case.folder.name, set()).update(results[case.id].failed)
    return [
        replace(case, expected=tuple(sorted(reported[case.id])))
        for case in cases.sound()
        if case.id in reported
    ]


def prove_all(
    work: list[tuple[str, cases.Case]],
    settings: Settings,
    jobs: int,
    journal: Journal,
    known: dict[str, set[str]],
) -> dict[str, CaseResult]:
    """Run the suite on each case that the journal lacks, `jobs` at a time.

    `known` holds the failures of each folder's sound original. After an interrupt the results so
    far are returned, by case id.
    """
    done = journal.read()
    pending = [(key, case) for key, case in work if key not in done]
    started: list[WarmProcess] = []
    idle: SimpleQueue[WarmProcess] = SimpleQueue()

    def prove_case(case: cases.Case) -> CaseResult:
        if case.kind in ("sound", "vacuous"):
            return prove(case, settings)
        try:
            process = idle.get_nowait()
        except Empty:
            started.append(process := WarmProcess())
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
        task = progress.add_task("proving", total=len(work), completed=len(work) - len(pending))
        running: dict[Future[CaseResult], str] = {}
        try:
            while pending or running:
                while pending and len(running) < jobs:
                    key, case = pending.pop(0)
                    running[pool.submit(prove_case, case)] = key
                ready, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in ready:
                    key, result = running.pop(future), future.result()
                    done[key] = result
                    journal.add(key, result)
                    progress.update(task, advance=1, description=result.case[:40])
        except KeyboardInterrupt:
            console.print("Interrupted. Run the same command again to continue.")
        finally:
            for process in started:
                process.close()
    return {case.id: done[key] for key, case in work if key in done}


def show(scores: list[Score], details: bool) -> None:
    """Print a table of unexpected outcomes (with `details`, of all), then the counts."""
    table = Table("case", "outcome", "expected one of", "failed", show_lines=details)
    for score in scores:
        if score.outcome in ("caught", "quiet", "honest") and not details:
            continue
        messages = score.result.messages
        failed = [f"{n}: {messages.get(n, '')}" if details else n for n in score.alarms]
        colour = COLOURS.get(score.outcome, "red")
        table.add_row(
            score.case.id,
            f"[{colour}]{score.outcome}[/]",
            "\n".join(score.case.expected),
            score.result.trouble or "\n".join(failed) or score.case.undecidable,
        )
    if table.row_count:
        console.print(table)
    chapters = count_chapters(scores)
    if chapters:
        figures = Table("chapter", *COLUMNS, box=SIMPLE)
        total = sum(chapters.values(), Counter[str]())
        for name, row in [*chapters.items(), ("all", total)]:
            figures.add_row(name, *(str(row[column] or "") for column in COLUMNS))
        console.print(figures)
        console.print("own: reported by the property that the case names first; other: by another")
        console.print("that it names; advice: of these by no MUST; elsewhere: by others only")
    for kind, counts in count_outcomes(scores).items():
        total = sum(counts.values())
        good = sum(counts.get(word, 0) for word in ("caught", "quiet", "honest"))
        listed = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
        words = {"sound": "without a false alarm", "vacuous": "without a vacuous pass"}
        word = words.get(kind, "detected by a property that names them")
        word = "detected" if kind == "mutant" else word
        console.print(f"{kind}: {good} of {total} {word} ({good / total:.0%}): {listed}")


def main(
    kind: Annotated[
        list[str] | None, typer.Option(help="sound, vacuous, defect, mutant; repeatable.")
    ] = None,
    only: Annotated[str, typer.Option(help="Only cases whose id matches this pattern.")] = "*",
    chapter: Annotated[
        list[str] | None, typer.Option(help="Only defects of this chapter; repeatable.")
    ] = None,
    named: Annotated[
        bool, typer.Option(help="Only defects, and only the properties that name them.")
    ] = False,
    sample: Annotated[int, typer.Option(help="Largest number of defects, and of mutants.")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    profile: Annotated[str, typer.Option(help="Profile of the suite.")] = "default",
    black_box: Annotated[bool, typer.Option(help="Ignore the author's evidence.")] = False,
    jobs: Annotated[int, typer.Option(help="Cases to run at a time.")] = 2,
    journal: Annotated[Path, typer.Option(help="File of results.")] = ROOT
    / "out"
    / "defects.jsonl",
    fresh: Annotated[bool, typer.Option(help="Delete earlier results.")] = False,
    details: Annotated[bool, typer.Option(help="Show every case and every message.")] = False,
) -> None:
    """Run the suite on the bank; report what was caught, missed, or a false alarm.

    The exit status is 1 unless each defect is caught by a property that names it, and each sound
    environment is quiet.
    """
    for given, allowed, what in ((kind, KINDS, "kinds"), (chapter, CHAPTERS, "chapters")):
        if unknown := set(given or []) - set(allowed):
            raise typer.BadParameter(
                f"unknown {sorted(unknown)}: the {what} are {', '.join(allowed)}"
            )
    if fresh:
        journal.unlink(missing_ok=True)
    settings = Settings(profile=profile, black_box=black_box, named=named)
    kinds = kind or (["defect"] if chapter or named else list(KINDS))
    selected = select_cases(kinds, only, sample, seed, chapter or CHAPTERS)
    if not selected:
        raise typer.BadParameter(f"no case matches {only!r}")
    suite = suite_hash()

    def prove_kind(chosen: list[cases.Case], known: dict[str, set[str]]) -> dict[str, CaseResult]:
        work = [(case_hash(case, settings, suite), case) for case in chosen]
        return prove_all(work, settings, jobs, Journal(journal), known)

    if named:
        others = [case for case in selected if case.kind == "defect"]
        results = prove_kind(others, {})
        sound = originals_of(others, results)
        results |= prove_kind(sound, {})
        known = failures_of_sound(sound, results)
    else:
        sound = [case for case in selected if case.kind == "sound"]
        others = [case for case in selected if case.kind != "sound"]
        results = prove_kind(sound, {})
        known = failures_of_sound(sound, results)
        results |= prove_kind(others, known)
    selected = sound + others
    scores = [score_case(case, results[case.id], known) for case in selected if case.id in results]
    show(scores, details)
    sys.exit(0 if len(scores) == len(selected) and all(map(is_as_expected, scores)) else 1)


if __name__ == "__main__":
    typer.run(main)
