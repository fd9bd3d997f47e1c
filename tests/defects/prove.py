"""Run the conformance suite on one case, in a process of its own, and read what it found."""

import contextlib
import hashlib
import json
import multiprocessing
import os
import signal
import tempfile
import time
from dataclasses import asdict, dataclass, field
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

from tests.defects.cases import Case

ROOT = Path(__file__).resolve().parents[2]
SUITE = (ROOT / "conformance", ROOT / "sdk")
PRELOAD = [
    "openenv.core.env_server.mcp_environment",
    "openenv.core.rubrics",
    "hypothesis",
    "pytest",
]
REPORT = "report.json"


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
    limit_s: float = 240.0

    def options(self) -> list[str]:
        """The suite's options."""
        return ["--profile", self.profile, *(["--black-box"] if self.black_box else [])]


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


def warm_context() -> ForkServerContext:
    """Processes that start with OpenEnv already imported."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOAD)
    return context


def prove(case: Case, settings: Settings, context: ForkServerContext) -> Verdict:
    """Build the case, let the suite loose on it, and collect its report."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hallmark-defect-") as name:
        work = Path(name)
        folder = case.build(work / "subject")
        arguments = [*case.arguments(folder), *settings.options()]
        process = context.Process(target=_child, args=(arguments, str(work), str(folder)))
        process.start()
        process.join(settings.limit_s)
        late = process.is_alive()
        _end(process.pid)
        process.join()
        verdict = _read(case.id, work, late, settings.limit_s)
    return Verdict(**{**verdict.to_dict(), "seconds": round(time.monotonic() - began, 2)})


def _child(arguments: list[str], work: str, folder: str) -> None:
    os.setsid()
    out = os.open(os.path.join(work, "output.txt"), os.O_CREAT | os.O_WRONLY)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.chdir(ROOT)
    os.environ["PYTHONPATH"] = os.pathsep.join((str(ROOT), folder))
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ["TMPDIR"] = tempfile.tempdir = work
    import pytest

    quiet = ["-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    report = ["--report", work]
    raise SystemExit(pytest.main([str(ROOT / "conformance"), *quiet, *arguments, *report]))


def _end(group: int | None) -> None:
    """Kill whatever the case has left running."""
    if group is not None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)


def _read(case: str, work: Path, late: bool, limit_s: float) -> Verdict:
    output = work / "output.txt"
    tail = output.read_text(errors="replace")[-1500:] if output.exists() else ""
    if late:
        return Verdict(case, trouble=f"the suite was not done after {limit_s:g} s\n{tail}")
    report = work / REPORT
    if not report.exists():
        return Verdict(case, trouble=f"the suite wrote no report\n{tail}")
    results = json.loads(report.read_text(encoding="utf-8"))["results"]
    status = {entry["id"]: entry["status"] for entry in results}
    failed = tuple(sorted(name for name, found in status.items() if found in ("fail", "error")))
    return Verdict(
        case,
        failed=failed,
        passed=sum(found == "pass" for found in status.values()),
        skipped=sum(found in ("unproved", "excluded") for found in status.values()),
        messages={e["id"]: e.get("message", "")[:400] for e in results if e["id"] in failed},
    )
