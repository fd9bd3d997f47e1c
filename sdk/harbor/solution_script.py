"""The reference solution of a task as one script, which an agent could run."""

from __future__ import annotations

import base64
import gzip
import io
import shlex
import tarfile

from hallmark_rl.sdk.harbor.harbor_task import HarborTask


def solution_script(task: HarborTask) -> str:
    """A script that writes the solution's files to `/solution` and runs `solve.sh`.

    Raises:
        OSError: a file cannot be read.
    """
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in task.each_file("solution"):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            entry.mode = (task.path / "solution" / name).stat().st_mode & 0o777
            archive.addfile(entry, io.BytesIO(content))
    text = base64.b64encode(gzip.compress(packed.getvalue(), mtime=0)).decode()
    variables = "".join(
        f"export {name}={shlex.quote(value)}\n"
        for name, value in task.part_variables("solution").items()
    )
    return (
        f"{variables}base64 -d <<'END' | tar -xz --no-same-owner -C /solution\n{text}\nEND\n"
        "chmod +x /solution/solve.sh\n/solution/solve.sh"
    )
