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
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.defects.cases import Case

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
    limit_s: float = 300.0


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


def prove(case: Case, settings: Settings) -> Verdict:
    """Let the suite loose on a case: first where the bank expects something, then everywhere.

    When a property that must catch the defect does, the others are not asked.
    """
    if not case.expected:
        return _prove(case, settings, ())
    aimed = _prove(case, settings, case.expected)
    if aimed.trouble or set(aimed.failed) & set(case.expected):
        return aimed
    return _prove(case, settings, ())


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
