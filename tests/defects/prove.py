"""Run the conformance suite on one case, in a process of its own, and read what it found."""

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
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.session import NEEDS_ELSEWHERE
from hallmark_rl.conformance.pytest_plugin.suite_run import select
from tests.defects.cases import Case
from tests.defects.warm import Warm

ROOT = Path(__file__).resolve().parents[2]
SUITE = (ROOT / "conformance", ROOT / "sdk")


@dataclass(frozen=True)
class Verdict:
    """What the suite said about one environment."""

    case: str
    failed: tuple[str, ...] = ()
    passed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    trouble: str = ""
    messages: dict[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for the journal."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Verdict":
        """The inverse of ``to_dict``."""
        return cls(**{**data, "failed": tuple(data["failed"])})


@dataclass(frozen=True)
class Settings:
    """How hard the suite looks."""

    profile: str = "default"
    black_box: bool = False
    limit_s: float = 600.0


def suite_hash() -> str:
    """Changes whenever the suite does."""
    digest = hashlib.sha256()
    for path in sorted(p for folder in SUITE for p in folder.rglob("*") if p.is_file()):
        if path.suffix in (".py", ".toml"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def case_hash(case: Case, settings: Settings, suite: str) -> str:
    """Changes whenever the case, the settings or the suite do."""
    digest = hashlib.sha256(f"{suite}{settings}{case}".encode())
    for path in sorted(case.folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def prove(
    case: Case, settings: Settings, warm: Warm | None = None, known: Collection[str] = ()
) -> Verdict:
    """Let the suite loose on a case.

    A sound case is asked everything. Of a defect or mutant one finding is enough that is not in
    `known` (what fails on the sound original): first, in a warm process, the properties that the
    bank expects to notice, or for a mutant all of them; then the suite itself.
    """
    if case.kind == "sound":
        return _prove(case, settings, ())
    if warm is None:
        with contextlib.closing(Warm()) as own:
            verdict = glance(case, settings, own, known)
    else:
        verdict = glance(case, settings, warm, known)
    if verdict.failed or case.kind == "mutant":
        return verdict
    elsewhere = tuple(sorted(NEEDS_ELSEWHERE & set(case.expected)))
    if elsewhere:
        verdict = _prove(case, settings, elsewhere)
    return verdict if set(verdict.failed) & set(case.expected) else _prove(case, settings, ())


def glance(case: Case, settings: Settings, warm: Warm, known: Collection[str]) -> Verdict:
    """What a warm process notices first."""
    began = time.monotonic()
    profile = PROFILES[settings.profile]
    every = [
        name
        for name, entry in catalogue().items()
        if select(entry, profile, black_box=settings.black_box)
    ]
    ids = [name for name in case.expected or sorted(every, key=_usefulness) if name in every]
    with tempfile.TemporaryDirectory(prefix="hallmark-defect-") as name:
        work = Path(name)
        (work / "tmp").mkdir()
        answer = warm.look(
            {
                "folder": str(case.build(work / "subject")),
                "subject": case.subject,
                "env_args": {key: json.loads(value) for key, value in case.env_args.items()},
                "profile": settings.profile,
                "ids": [name for name in ids if name not in NEEDS_ELSEWHERE],
                "known": sorted(known),
                "tmp": str(work / "tmp"),
                "limit_s": settings.limit_s,
            }
        )
    findings = {k: v for k, v in answer.get("findings", {}).items() if k not in known}
    return Verdict(
        case.id,
        failed=tuple(sorted(findings)),
        seconds=round(time.monotonic() - began, 2),
        trouble=answer.get("trouble", ""),
        messages=findings,
    )


def _usefulness(name: str) -> int:
    """Where to look first when anything may be wrong."""
    order = ("semantic", "reward", "step", "contract", "runtime", "reset", "robustness")
    chapter = name.partition(".")[0]
    return order.index(chapter) if chapter in order else len(order)


def _prove(case: Case, settings: Settings, ids: tuple[str, ...]) -> Verdict:
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
        return Verdict(case.id, trouble=trouble, seconds=seconds)
    results = json.loads(output.splitlines()[-1])
    status = {entry["id"]: entry["status"] for entry in results}
    failed = tuple(sorted(name for name, found in status.items() if found in ("fail", "error")))
    return Verdict(
        case.id,
        failed=failed,
        passed=sum(found == "pass" for found in status.values()),
        skipped=sum(found in ("unproved", "excluded") for found in status.values()),
        seconds=seconds,
        messages={e["id"]: e["message"][:400] for e in results if e["id"] in failed},
    )


def _run(job: dict[str, Any], work: Path, folder: Path, limit_s: float) -> tuple[str, str]:
    """What the program printed, and what went wrong with it."""
    (work / "tmp").mkdir()
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(ROOT), *([str(folder)] if job["proof"] else []))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(work / "tmp"),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.defects.one", json.dumps(job)],
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
        return "", f"the suite was not done after {limit_s:g} s"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.returncode != 0 or not output.strip():
        return "", f"the suite ended with status {process.returncode}: {errors[-1500:]}"
    return output, ""
