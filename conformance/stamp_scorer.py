"""What the stamp of an answer scorer covers, for `hallmark gate scorer:... --tasks FILE`."""

from __future__ import annotations

import os
from pathlib import Path

from hallmark_rl.conformance.core.subject_name import subject_name
from hallmark_rl.conformance.scorers.scorer_process import ScorerFailed, ScorerProcess, find_scorer
from hallmark_rl.conformance.stamp_subject import StampSubject
from hallmark_rl.sdk.hallmark import FILE, hash_of_files, read_hallmark


def scorer_to_stamp(spec: str, tasks: Path, proof: Path | None) -> StampSubject:
    """A scorer with its tasks and declarations; the stamp belongs beside the tasks.

    Args:
        spec: `scorer:module:function`.
        tasks: the file of its tasks.
        proof: a file of declarations.

    Raises:
        ValueError: the scorer cannot be loaded, or the folder has the stamp of something else.
    """
    folder = tasks.resolve().parent
    try:
        former = read_hallmark(folder)
        names = _files(spec, tasks, proof, folder)
    except (OSError, ScorerFailed) as error:
        raise ValueError(str(error)) from error
    if former is not None and former.subject != spec:
        owner = former.subject or "an environment"
        raise ValueError(f"{folder / FILE} is the stamp of {owner}: move the tasks")
    name = subject_name(spec)
    return StampSubject(spec, folder, name, lambda: hash_of_files(folder, names), tuple(names))


def _files(spec: str, tasks: Path, proof: Path | None, folder: Path) -> list[str]:
    """The files of a scorer, its tasks and declarations, relative to the folder of the stamp."""
    process = ScorerProcess(find_scorer(spec))
    process.close()
    paths = [*map(Path, process.facts.get("files", ())), tasks, *([proof] if proof else [])]
    return sorted({os.path.relpath(path.resolve(), folder) for path in paths})
