"""What the stamp of Harbor tasks covers, for `hallmark gate harbor:PATH`."""

from __future__ import annotations

from pathlib import Path

from hallmark_rl.conformance.core.subject_name import subject_name
from hallmark_rl.conformance.harbor import PREFIX
from hallmark_rl.conformance.stamp_subject import StampSubject, stamp_of_files
from hallmark_rl.sdk.file_hashes import environment_files
from hallmark_rl.sdk.hallmark import FILE
from hallmark_rl.sdk.harbor.harbor_task import find_tasks


def harbor_to_stamp(spec: str) -> StampSubject:
    """The files of all tasks of a folder, in which the stamp is written.

    Args:
        spec: `harbor:PATH`.

    Raises:
        ValueError: there is no task, or the folder has the stamp of something else.
    """
    folder = Path(spec.removeprefix(PREFIX))
    tasks = find_tasks(folder)
    files = [path for task in tasks for path in environment_files(task.path) if path.name != FILE]
    try:
        return stamp_of_files(spec, subject_name(spec), folder.resolve(), files)
    except OSError as error:
        raise ValueError(str(error)) from error
