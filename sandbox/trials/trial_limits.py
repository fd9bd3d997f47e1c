"""What the scripts of a trial may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrialLimits:
    """Limits of a trial; each holds for one script at a time, but `files_mb`.

    Attributes:
        memory_mb: megabytes of memory that all of its processes use together. The script is ended
            when they use more; measured every 20 ms.
        processes: how many processes and threads it may have at once.
        open_files: how many files each process may have open.
        file_mb: megabytes of the largest file.
        files_mb: megabytes of all files that the trial keeps, beside copies of the task's own.
        output_mb: megabytes that it may write to its standard streams; the last bytes are kept.
    """

    memory_mb: int = 1024
    processes: int = 128
    open_files: int = 512
    file_mb: int = 256
    files_mb: int = 512
    output_mb: int = 64
