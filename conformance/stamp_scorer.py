"""What the stamp of an answer scorer covers, for `hallmark gate scorer:... --tasks FILE`."""

from __future__ import annotations

from pathlib import Path

from hallmark_rl.conformance.core.subject_name import subject_name
from hallmark_rl.conformance.scorers.scorer_process import ScorerFailed, ScorerProcess, find_scorer
from hallmark_rl.conformance.stamp_subject import StampSubject, stamp_of_files


def scorer_to_stamp(spec: str, tasks: Path, proof: Path | None) -> StampSubject:
    """A scorer with its tasks and declarations; the stamp belongs beside the tasks.

    Args:
        spec: `scorer:module:function`.
        tasks: the file of its tasks.
        proof: a file of declarations.

    Raises:
        ValueError: the scorer cannot be loaded, or the folder has the stamp of something else.
    """
    try:
        process = ScorerProcess(find_scorer(spec))
        process.close()
        own = map(Path, process.facts.get("files", ()))
        paths = [*own, tasks, *([proof] if proof else [])]
        return stamp_of_files(spec, subject_name(spec), tasks.resolve().parent, paths)
    except (OSError, ScorerFailed) as error:
        raise ValueError(str(error)) from error
