"""A process that loads OpenEnv and the suite once, and checks each case in a fork.

    python -m tests.defects.warm_process

It reads jobs as JSON lines and writes one line of results for each. Loading takes longer than
checking most cases. Properties that need a second process (``CROSS_PROCESS``) are not checked
here: for those, ``tests.defects.prove`` runs the whole suite.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
STARTUP = "runtime.startup"
HANG = "time.hang"


class WarmProcess:
    """A handle on the process. Use it from one thread at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.defects.warm_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        )

    def check(self, job: dict[str, Any]) -> dict[str, Any]:
        """Check one case.

        Returns:
            ``{"findings": {property id: message}}`` up to the first that is in
            ``job["last"]`` and not in ``job["known"]``, or ``{"trouble": message}``.

        Raises:
            RuntimeError: if the process has ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the warm process ended with status {self._process.wait()}")
        result: dict[str, Any] = json.loads(line)
        return result

    def close(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.communicate()


def serve() -> None:
    """Check the jobs on stdin until it is closed."""
    import openenv.core.env_server.http_server  # noqa: F401

    from hallmark_rl.conformance.engine.load_subject import warm_up
    from hallmark_rl.conformance.processes.forking import ForkFailure, run_in_fork
    from hallmark_rl.conformance.properties import load_checks

    load_checks()
    _kept_alive = warm_up()
    results = os.fdopen(os.dup(1), "w")
    discarded = tempfile.TemporaryFile()  # noqa: SIM115
    os.dup2(discarded.fileno(), 1)
    for line in sys.stdin:
        job = json.loads(line)
        result = run_in_fork(lambda job=job: _check_case(job), job["limit_s"])  # type: ignore[misc]
        if isinstance(result, ForkFailure):
            result = {"trouble": str(result)}
        results.write(json.dumps(result) + "\n")
        results.flush()


def _check_case(job: dict[str, Any]) -> dict[str, Any]:
    from hallmark_rl.conformance.catalogue import catalogue
    from hallmark_rl.conformance.checking.kept_plays import KeptPlays
    from hallmark_rl.conformance.core.profiles import PROFILES
    from hallmark_rl.conformance.engine.check_jobs import CheckJob
    from hallmark_rl.conformance.engine.check_worker import check_property
    from hallmark_rl.conformance.processes.forking import ForkFailure, run_in_fork
    from hallmark_rl.conformance.survey.collect import collect_survey
    from hallmark_rl.conformance.survey.survey_data import Survey
    from hallmark_rl.sdk.subject.diagnosis import SubjectError
    from hallmark_rl.sdk.subject.load import load_subject

    folder, profile = Path(job["folder"]), PROFILES[job["profile"]]
    os.chdir(folder.parent)
    os.environ["TMPDIR"] = tempfile.tempdir = job["tmp"]
    sys.path.insert(0, str(folder))
    proof = folder / "proof.py" if job["subject"] else None
    try:
        subject = load_subject(job["subject"] or str(folder), proof=proof, env_args=job["env_args"])
    except SubjectError as error:
        return {"findings": {STARTUP: str(error)}}
    surveyed = run_in_fork(lambda: collect_survey(subject, profile).to_dict(), 60.0)
    if isinstance(surveyed, ForkFailure) or surveyed["startup"]:
        problem = str(surveyed) if isinstance(surveyed, ForkFailure) else surveyed["startup"]
        hangs = "did not return" in problem or "has not returned" in problem
        return {"findings": {HANG if hangs else STARTUP: problem}}
    survey = Survey.from_dict(surveyed)
    findings: dict[str, str] = {}

    def check(name: str) -> Any:
        output = tempfile.TemporaryFile()  # noqa: SIM115
        for descriptor in (1, 2):
            os.dup2(output.fileno(), descriptor)
        how = {"proof": "", "env_args": ""}
        try:
            check_job = CheckJob(name, how, profile.deadline)
            return check_property(subject, survey, profile, 0, KeptPlays(), check_job)
        except Exception as error:  # an error of the suite: errors of a check are results
            return {"status": "trouble", "message": f"{name}: {type(error).__name__}: {error}"}

    for name in job["ids"]:
        assert name in catalogue()
        result = run_in_fork(lambda name=name: check(name), profile.deadline + 60)  # type: ignore[misc]
        if isinstance(result, ForkFailure):
            findings[name] = f"during the check, {result}"
        elif result["status"] == "trouble":
            return {"trouble": result["message"]}
        elif result["status"] == "fail":
            findings[name] = result["message"][:400]
        if set(findings) & set(job["last"]) - set(job["known"]):
            break
    return {"findings": findings}


if __name__ == "__main__":
    serve()
