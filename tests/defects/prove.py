"""Run the conformance suite on one case, in a separate process, and read its results."""

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.catalogue.scheduling import CROSS_PROCESS
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.pytest_plugin.suite_run import select
from tests.defects.cases import Case
from tests.defects.warm_process import WarmProcess

ROOT = Path(__file__).resolve().parents[2]
SUITE = (ROOT / "conformance", ROOT / "sdk")


@dataclass(frozen=True)
class CaseResult:
    """The suite's result on one environment.

    Attributes:
        case: the id of the case.
        failed: ids of the properties that failed.
        passed: number of properties that passed.
        held: ids of the properties that passed, of a run of the whole suite.
        skipped: number of properties that were unproved or excluded.
        seconds: duration of the run.
        trouble: why there is no result; empty if there is one.
        messages: the messages of the failed properties.
    """

    case: str
    failed: tuple[str, ...] = ()
    passed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    trouble: str = ""
    messages: dict[str, str] = field(default_factory=dict)
    held: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for the journal."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "CaseResult":
        """The inverse of ``to_dict``."""
        ids = {name: tuple(data.get(name, ())) for name in ("failed", "held")}
        return cls(**{**data, **ids})


@dataclass(frozen=True)
class Settings:
    """How to run the suite.

    Attributes:
        profile: the suite's profile.
        black_box: whether to ignore the author's evidence.
        named: whether to check on a defect only the properties that name it, and on its sound
            original only those that failed on its defects.
        limit_s: time limit of one case.
    """

    profile: str = "default"
    black_box: bool = False
    named: bool = False
    limit_s: float = 600.0


def suite_hash() -> str:
    """A hash of the suite's and the SDK's code and data."""
    digest = hashlib.sha256()
    for path in sorted(p for folder in SUITE for p in folder.rglob("*") if p.is_file()):
        if path.suffix in (".py", ".toml"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def case_hash(case: Case, settings: Settings, suite: str) -> str:
    """A hash of the case, the settings and the suite."""
    digest = hashlib.sha256(f"{suite}{settings}{case}".encode())
    for path in sorted(case.folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def prove(
    case: Case, settings: Settings, warm: WarmProcess | None = None, known: Collection[str] = ()
) -> CaseResult:
    """Run the suite on a case.

    On a sound or vacuous case all properties are checked, on a mutant all until one fails that is
    not in `known` (the failures of the sound original). On a defect the expected ones are, at first
    in the warm process, which does not search for solutions: if the first expected one does not
    fail there, a new process checks them. If none fails there, the whole suite runs, unless
    `settings.named`.
    """
    if case.kind in ("sound", "vacuous"):
        named = settings.named and case.kind == "sound"
        return _run_suite(case, settings, case.expected if named else ())
    if case.kind == "mutant" or case.expected[0] not in CROSS_PROCESS:
        with contextlib.ExitStack() as stack:
            process = warm or stack.enter_context(contextlib.closing(WarmProcess()))
            result = prove_in_warm_process(case, settings, process, known)
        if case.kind == "mutant" or case.expected[0] in result.failed:
            return result
    result = _run_suite(case, settings, case.expected)
    if settings.named or set(result.failed) & (set(case.expected) - set(known)):
        return result
    return _run_suite(case, settings, ())


def prove_in_warm_process(
    case: Case, settings: Settings, warm: WarmProcess, known: Collection[str]
) -> CaseResult:
    """Check the expected properties (of a mutant, all) until one fails that is not in `known`.

    On a defect the run goes on after failed advice: the next one may be a MUST.
    """
    began = time.monotonic()
    profile = PROFILES[settings.profile]
    every = [
        name
        for name, entry in catalogue().items()
        if select(entry, profile, black_box=settings.black_box)
    ]
    ids = [name for name in case.expected or sorted(every, key=_priority) if name in every]
    last = [name for name in ids if not case.expected or catalogue()[name].level == "MUST"]
    with tempfile.TemporaryDirectory(prefix="hallmark-defect-") as name:
        work = Path(name)
        (work / "tmp").mkdir()
        answer = warm.check(
            {
                "folder": str(case.build(work / "subject")),
                "subject": case.subject,
                "env_args": {key: json.loads(value) for key, value in case.env_args.items()},
                "profile": settings.profile,
                "ids": [name for name in ids if name not in CROSS_PROCESS],
                "known": sorted(known),
                "last": last,
                "tmp": str(work / "tmp"),
                "limit_s": settings.limit_s,
            }
        )
    findings = {k: v for k, v in answer.get("findings", {}).items() if k not in known}
    return CaseResult(
        case.id,
        failed=tuple(sorted(findings)),
        seconds=round(time.monotonic() - began, 2),
        trouble=answer.get("trouble", ""),
        messages=findings,
    )


def _priority(name: str) -> int:
    """Sort key: chapters that detect most mutants come first."""
    order = ("semantic", "reward", "step", "contract", "runtime", "reset", "robustness")
    chapter = name.partition(".")[0]
    return order.index(chapter) if chapter in order else len(order)


def _run_suite(case: Case, settings: Settings, ids: tuple[str, ...]) -> CaseResult:
    """Run the suite in a new process; `ids` are the properties to check, or empty for all."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hallmark-defect-") as name:
        work = Path(name)
        folder = case.build(work / "subject")
        proof = "" if case.subject is None else str(folder / "proof.py")
        job = {
            "spec": case.subject or str(folder),
            "proof": proof,
            "env_args": {key: json.loads(value) for key, value in case.env_args.items()},
            "profile": settings.profile,
            "black_box": settings.black_box,
            "ids": list(ids),
            "replays": str(work / "replays"),
        }
        output, trouble = _run(job, work, folder, settings.limit_s)
    seconds = round(time.monotonic() - began, 2)
    if trouble:
        return CaseResult(case.id, trouble=trouble, seconds=seconds)
    results = json.loads(output.splitlines()[-1])
    status = {entry["id"]: entry["status"] for entry in results}
    # A failure that does not happen again, and an error of the suite, detect no defect, but on a
    # sound case they are a nuisance.
    counted = ("fail", "error", "flaky") if case.kind == "sound" else ("fail",)
    failed = tuple(sorted(name for name, value in status.items() if value in counted))
    return CaseResult(
        case.id,
        failed=failed,
        passed=sum(value == "pass" for value in status.values()),
        skipped=sum(value in ("unproved", "excluded") for value in status.values()),
        seconds=seconds,
        messages={e["id"]: e["message"][:400] for e in results if e["id"] in failed},
        held=tuple(sorted(name for name, value in status.items() if value == "pass")),
    )


def _run(job: dict[str, Any], work: Path, folder: Path, limit_s: float) -> tuple[str, str]:
    """Run the program; returns its output, and what went wrong (empty if nothing did)."""
    (work / "tmp").mkdir()
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(ROOT), *([str(folder)] if job["proof"] else []))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(work / "tmp"),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.defects.run_suite", json.dumps(job)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        cwd=ROOT,
        env=environment,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        return "", f"the suite did not finish in {limit_s:g} s"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.returncode != 0 or not output.strip():
        return "", f"the suite ended with status {process.returncode}: {errors[-1500:]}"
    return output, ""
