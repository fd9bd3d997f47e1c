"""Prove several environments or task sets: in turn, or side by side on a Ray cluster.

Each environment is proved by a suite process of its own, in a folder of its own. On a cluster every
node must find the environments at the same place (or be given addresses of servers); reports and
replays come back to the machine that asked.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hallmark_rl.conformance.core.subject_name import subject_name
from hallmark_rl.conformance.pytest_plugin.options import HEADERS_VARIABLE, SUITE_OPTIONS
from hallmark_rl.conformance.reporting.run_report import versions
from hallmark_rl.conformance.scorers.scorer_spec import LIBRARIES

_RUN = (
    "import sys\n"
    "from hallmark_rl.conformance.suite_process import run_suite\n"
    "sys.exit(run_suite(sys.argv[1], sys.argv[2:]))\n"
)
_RECORD = "proof.json"
"""Beside a report: with which options and versions it was made, and the exit status."""
_VERDICTS = {0: "proved", 1: "broken", 6: "evidence is missing"}


@dataclass(frozen=True)
class Proof:
    """What the suite found about one environment.

    Attributes:
        env: the environment, as it was named.
        status: the exit status of `hallmark prove` for it.
        seconds: how long it took.
        output: what the suite printed.
        reports: the report's files, name -> content.
        replays: the replay files, in folders named after environments.
    """

    env: str
    status: int
    seconds: float
    output: str
    reports: dict[str, bytes]
    replays: dict[str, bytes]


def prove_one(env: str, options: Sequence[str], headers: Sequence[str], folder: str) -> Proof:
    """Prove one environment.

    Args:
        env: folder, `module:Class` or address.
        options: pytest's own, and those of the suite.
        headers: HTTP headers for an address.
        folder: where relative paths start and modules are found; left out if it does not exist.
    """
    variables = dict(os.environ)
    if headers:
        variables[HEADERS_VARIABLE] = json.dumps(list(headers))
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hallmark-prove-") as work:
        report, replays = Path(work, "report"), Path(work, "replays")
        places = [f"{SUITE_OPTIONS['report_dir'].long}={report}"]
        places += [f"{SUITE_OPTIONS['replays'].long}={replays}"]
        done = subprocess.run(
            [sys.executable, "-c", _RUN, env, *options, *places],
            cwd=folder if Path(folder).is_dir() else None,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        return Proof(
            env,
            done.returncode,
            time.monotonic() - started,
            done.stdout,
            _files(report),
            _files(replays),
        )


def prove_many(
    envs: Sequence[str],
    options: Sequence[str],
    *,
    headers: Sequence[str] = (),
    report_dir: Path | None = None,
    replays: Path = Path("replays"),
    ray_address: str | None = None,
    resume: bool = False,
) -> int:
    """Prove environments and print a line for each; returns the highest of their statuses.

    Args:
        envs: folders, `module:Class` or addresses.
        options: pytest's own, and those of the suite, for all of them.
        headers: HTTP headers for addresses.
        report_dir: each report is written in a folder in it; None for `.hallmark`.
        replays: the folder for replay files.
        ray_address: the Ray cluster to use (`auto`, `local` or an address); None for this process.
        resume: leave out what an earlier run with the same options has proved, and count its
            status.

    Raises `ValueError` if two environments would write the same report.
    """
    names = [subject_name(env) for env in envs]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"several environments are called {', '.join(twice)}: prove them apart")
    folders = {env: (report_dir or Path(".hallmark")) / subject_name(env) for env in envs}
    records = {env: {"options": [*options], "versions": _versions(env)} for env in envs}
    done = {env: _status_before(folders[env], records[env]) for env in envs} if resume else {}
    statuses = [status for status in done.values() if status is not None]
    if statuses:
        print(f"{len(statuses)} of {len(envs)} were proved before", flush=True)
    left = [env for env in envs if done.get(env) is None]
    proofs = (
        _in_turn(left, options, headers)
        if ray_address is None
        else _on_cluster(left, options, headers, ray_address)
    )
    for proof in proofs:
        statuses.append(proof.status)
        folder = folders[proof.env]
        _write(folder, proof.reports)
        if proof.reports:
            record = {**records[proof.env], "status": proof.status}
            _write(folder, {_RECORD: json.dumps(record).encode()})
        _write(replays, proof.replays)
        verdict = _VERDICTS.get(proof.status, f"status {proof.status}")
        place = folder if proof.reports else "no report"
        count = f" ({len(statuses)} of {len(envs)})" if len(envs) > 1 else ""
        print(f"{proof.env}: {verdict}, {proof.seconds:.0f} s, {place}{count}", flush=True)
        if proof.status not in _VERDICTS or not proof.reports:
            print(proof.output, file=sys.stderr, flush=True)
    return max(statuses, default=0)


def _versions(env: str) -> dict[str, str]:
    """Versions of what can change a result, with that of the library of a task set."""
    library = LIBRARIES.get(env.partition(":")[0])
    with contextlib.suppress(PackageNotFoundError):
        return {**versions(), library: version(library)} if library else versions()
    return versions()


def _status_before(folder: Path, record: Mapping[str, object]) -> int | None:
    """The exit status of a proof with the same options and versions that ended; None without."""
    try:
        former = json.loads((folder / _RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    status = former.pop("status", None) if isinstance(former, dict) else None
    return int(status) if former == record and status in _VERDICTS else None


def _in_turn(
    envs: Iterable[str], options: Sequence[str], headers: Sequence[str]
) -> Iterator[Proof]:
    for env in envs:
        yield prove_one(env, options, headers, os.getcwd())


def _on_cluster(
    envs: Iterable[str], options: Sequence[str], headers: Sequence[str], address: str
) -> Iterator[Proof]:
    """The proofs as they are done; Ray repeats one whose node dies."""
    import ray

    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, logging_level="error")
    task = ray.remote(num_cpus=1, max_retries=3)(prove_one)
    waiting = [task.remote(_absolute(env), options, headers, os.getcwd()) for env in envs]
    while waiting:
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)


def _absolute(env: str) -> str:
    return str(Path(env).resolve()) if Path(env).is_dir() else env


def _files(folder: Path) -> dict[str, bytes]:
    """The files below a folder, by their path in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def _write(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
