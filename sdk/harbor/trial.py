"""Play one trial of a task as Harbor does: the agent's commands, then the verifier, then a reward.

    with open_trial(task) as trial:
        trial.act("echo 42 > answer.txt")
        print(trial.verify().pay)

Everything of the task runs in the namespaces of `sandbox.trials.trial_process`, which keeps the
files of the trial in memory.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import select
import shlex
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hallmark_rl
from hallmark_rl.sandbox.trials.private_root import PROGRAMS
from hallmark_rl.sandbox.trials.trial_limits import TrialLimits
from hallmark_rl.sdk.harbor.harbor_task import PATH, HarborTask
from hallmark_rl.sdk.harbor.reward_files import FILES, Verdict, read_rewards

MOST_SECONDS = 60.0
"""Seconds that a script may take, whatever its task allows."""
_SPARE_SECONDS = 20.0
"""Seconds that the process of the trial may take for an answer, beside those of the script."""
_SHOWN = 600
_OWN = ("tests", "solution", "logs/verifier", "logs/agent", "logs/artifacts", "root", "tmp")
_OF_THE_VERIFIER = ("/tests", "/logs/verifier")
_NOT_COPIED = 213
"""The status of a script that could not copy the tests; the verifier hardly ends with it."""
_UPLOAD = "/.upload"
_COPY = "cp -R -P --preserve=mode,links --remove-destination"
_REMOVE = "rm -f -- /logs/verifier/reward.txt /logs/verifier/reward.json"


class NoPrivateRoot(Exception):
    """This machine gives no namespaces; the text says why."""


class TrialProblem(Exception):
    """The trial cannot be played or go on; the text says why."""


@dataclass(frozen=True)
class Ran:
    """What a script did.

    Attributes:
        status: its exit status; None if it was ended.
        text: the end of what it printed, at most 64 KiB.
        ended: why it was ended, such as "did not end in time"; empty if it ended itself.
    """

    status: int | None
    text: str
    ended: str = ""

    @property
    def output(self) -> str:
        """The last words that it printed, on one line."""
        return " ".join(self.text.split())[-_SHOWN:]

    @property
    def problem(self) -> str:
        """Why it did not end well, as a clause; empty if it did."""
        if self.status is None:
            return f"it {self.ended}: {self.output}"
        return f"it ended with status {self.status}: {self.output}" if self.status else ""


class Trial:
    """A trial in progress. `close` ends it; it is also closed when the object is collected.

    Args:
        task: the task.
        limits: what scripts may use.
        hidden: whether agents neither see nor keep anything at the paths of the verifier, unlike
            in Harbor: the tests then find none of what an agent left there.

    Attributes:
        build_problem: why the image cannot be made; empty if it is made.

    Raises:
        NoPrivateRoot: this machine gives no namespaces.
        TrialProblem: scripts could read the task's own folder.
    """

    def __init__(
        self, task: HarborTask, limits: TrialLimits | None = None, *, hidden: bool = False
    ) -> None:
        self.task, self._hidden = task, hidden
        self._limits = limits or TrialLimits()
        self._programs = sorted({sys.prefix, sys.base_prefix, *_package_folders()})
        _require_unreadable(task.path, self._programs)
        self._count = 0
        self._binds: dict[str, str] = {}
        self._uploads: dict[str, str] = {}
        self._store = tempfile.mkdtemp(prefix="hallmark-harbor-")
        os.chmod(self._store, 0o755)
        paths = [*map(os.path.abspath, sys.path), str(Path(hallmark_rl.__file__).parents[1])]
        self._process = subprocess.Popen(  # with few variables: a script can read them
            [sys.executable, "-S", "-m", "hallmark_rl.sandbox.trials.trial_process"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/", start_new_session=True,
            env={"PATH": PATH, "PYTHONPATH": os.pathsep.join(paths)},
        )  # fmt: skip
        self.close = weakref.finalize(self, _end, self._process, self._store, os.getpid())
        try:
            self._open()
            self.build_problem = self._build()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        parts = ("environment", "tests", "solution")
        own = sum(_size_of(self.task.path / part) for part in parts)
        self._ask(
            store=self._store,
            size=self._limits.files_mb + 1 + (2 * own >> 20),  # copied once more into the trial
            limits=dataclasses.asdict(self._limits),
        )
        for part in parts:
            self._uploads[part] = f"of-{part}"
            self._ask(kind="copy", source=str(self.task.path / part), name=f"of-{part}")
        top, *inner = self.task.workdir.strip("/").split("/")
        for name in (*_OWN, *self.task.folders):
            below = ["/".join(inner[: end + 1]) for end in range(len(inner))]
            self._make_folder(f"/{name}", below if name == top else [])

    def _make_folder(self, seen: str, inner: list[str]) -> None:
        """An empty folder at the path `seen` of the trial; what was there is seen no more."""
        self._count += 1
        self._binds[seen] = str(self._count)
        self._ask(kind="folder", name=self._binds[seen], inner=inner)

    def _build(self) -> str:
        """Copy and run what the image would hold; returns why that is impossible."""
        script = "set -e\n" + "\n".join(map(_build_step, self.task.build))
        if not self.task.build:
            return ""
        variables = self.task.own_variables("environment")
        ran = self._run(script, "/", variables, MOST_SECONDS, "environment")
        return f"its Dockerfile cannot be followed: {ran.problem}" if ran.problem else ""

    def act(self, script: str, seconds: float | None = None) -> Ran:
        """Run commands of an agent in the working folder, in the task's time or in `seconds`."""
        seconds = self.task.seconds("agent", MOST_SECONDS) if seconds is None else seconds
        return self._run(script, self.task.workdir, self.task.own_variables("agent"), seconds)

    def solve(self) -> Ran:
        """Play the reference solution."""
        upload = f"{_COPY} {_UPLOAD}/. /solution/ && chmod +x /solution/solve.sh"
        seconds = self.task.seconds("agent", MOST_SECONDS)
        variables = self.task.own_variables("solution")
        script = f"{upload} && exec /solution/solve.sh"
        return self._run(script, self.task.workdir, variables, seconds, "solution")

    def verify(self, *, remove_former: bool = True) -> Verdict:
        """Copy the tests and run `test.sh`.

        Args:
            remove_former: whether former reward files are removed before, as Harbor 0.25 does.
        """
        if self._hidden:
            for seen in _OF_THE_VERIFIER:
                self._make_folder(seen, [])
        steps = [_REMOVE] * remove_former
        steps += [f"{_COPY} {_UPLOAD}/. /tests/", "chmod +x /tests/test.sh"]
        script = f"({' && '.join(steps)}) || exit {_NOT_COPIED}; exec /tests/test.sh"
        seconds = self.task.seconds("verifier", MOST_SECONDS)
        variables = self.task.own_variables("verifier")
        ran = self._run(script, self.task.workdir, variables, seconds, "tests")
        if ran.status == _NOT_COPIED:
            return Verdict(problem=f"the tests cannot be copied: {ran.output}")
        if ran.status is None:
            return Verdict(problem=f"test.sh: {ran.problem}", output=ran.output)
        texts = self._ask(kind="read", name=self._binds["/logs/verifier"], files=list(FILES))
        read = read_rewards(texts["files"])
        printed = f"; it printed: {ran.output}" if read.missing and ran.output else ""
        return dataclasses.replace(read, problem=read.problem + printed, output=ran.output)

    def files(self) -> dict[str, str]:
        """The regular files in the working folder, by path there, with their first 64 KiB."""
        top = self.task.workdir.strip("/").split("/")[0]
        found = self._ask(kind="files", name=self._binds[f"/{top}"])["files"]
        return {f"/{top}/{path}": text for path, text in found.items()}

    def _run(
        self,
        script: str,
        folder: str,
        variables: Mapping[str, str],
        seconds: float,
        upload: str = "",
    ) -> Ran:
        binds = {**self._binds, **({_UPLOAD: self._uploads[upload]} if upload else {})}
        if self._hidden and upload != "tests":
            binds = {seen: name for seen, name in binds.items() if seen not in _OF_THE_VERIFIER}
        said = self._ask(
            seconds,
            kind="run",
            binds=binds,
            programs=self._programs,
            folder=folder,
            command=["/bin/bash", "-c", script],
            variables={"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", **variables},
            seconds=seconds,
        )
        return Ran(said["status"], said["output"], said["ended"])

    def _ask(self, wait: float = 0.0, /, **request: Any) -> dict[str, Any]:
        """The reply to a request, which must come within `wait` seconds and some to spare."""
        if not self.close.alive:
            raise TrialProblem("the trial is closed")
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        reply: dict[str, Any] = {}
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            line = _line_of(self._process.stdout.fileno(), wait + _SPARE_SECONDS)
            reply = json.loads(line)
        except (OSError, ValueError) as error:
            self.close()
            raise TrialProblem(f"the process of the trial gave no answer: {error}") from None
        except BaseException:
            self.close()  # an answer may come later, which would belong to another question
            raise
        if "refused" in reply:
            self.close()
            raise NoPrivateRoot(" ".join(reply["refused"].split())[:_SHOWN])
        if "failed" in reply:
            raise TrialProblem(reply["failed"])
        return reply


def _line_of(stream: int, seconds: float) -> bytes:
    """The line that comes next, without what follows; OSError if none comes in time."""
    ends, text = time.monotonic() + seconds, b""
    while not text.endswith(b"\n"):
        if not select.select([stream], [], [], max(0.0, ends - time.monotonic()))[0]:
            raise TimeoutError("it took too long")
        part = os.read(stream, 1 << 20)
        if not part:
            raise ConnectionError("it has ended")
        text += part
    return text


def _end(process: subprocess.Popen[bytes], store: str, owner: int) -> None:
    """End the process of a trial, whose files go with it; a fork of the owner leaves it alone."""
    if os.getpid() != owner:
        return
    process.kill()  # its scripts have it as a parent, and end with it
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    with contextlib.suppress(OSError):
        os.rmdir(store)


def _require_unreadable(path: Path, programs: list[str]) -> None:
    """Raise `TrialProblem` if a folder lies where every script can read."""
    for folder in (*PROGRAMS, *programs):
        place = Path(folder)
        if path.is_relative_to(place) or path.is_relative_to(place.resolve()):
            raise TrialProblem(
                f"the task lies in {folder}, which its scripts can read: they would see tests and "
                "solution; move it elsewhere"
            )


def _size_of(folder: Path) -> int:
    """Bytes of the files in a folder, each rounded up to a page."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum((path.stat().st_size | 4095) + 1 for path in files)


def _build_step(step: tuple[str, ...]) -> str:
    """A step of the image as a command; a source may be a pattern, a folder's content is copied."""
    if len(step) == 1:
        return f"(\n{step[0]}\n)"
    source, target = step
    sources = f"{_UPLOAD}/{source.lstrip('/')}"
    if not set(source) & set("*?["):
        sources = shlex.quote(sources)
    place = shlex.quote(target)
    return (
        f"mkdir -p {place if target.endswith('/') else f'$(dirname {place})'}\n"
        f"for path in {sources}; do\n"
        f'  if [ -d "$path" ]; then mkdir -p {place}; {_COPY} "$path"/. {place}\n'
        f'  else {_COPY} "$path" {place}; fi\ndone'
    )


def _package_folders() -> list[str]:
    """Where packages lie that are imported from other folders than those of this Python."""
    return [path for path in sys.path if path.endswith("-packages") and os.path.isdir(path)]


@contextlib.contextmanager
def open_trial(task: HarborTask, limits: TrialLimits | None = None) -> Iterator[Trial]:
    """A new trial of a task, which is closed at the end.

    Raises:
        NoPrivateRoot: this machine gives no namespaces.
        TrialProblem: scripts could read the task's own folder.
    """
    trial = Trial(task, limits)
    try:
        yield trial
    finally:
        trial.close()
