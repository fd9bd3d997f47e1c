"""A process that has loaded OpenEnv and the suite, and looks at one case after another in forks.

    python -m tests.defects.warm

It reads jobs as JSON lines and answers each with a line. Loading takes longer than most cases do,
so it is done once. What needs a second process of its own (``NEEDS_ELSEWHERE``) is left out here:
``tests.defects.prove`` asks the suite itself for that.
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


class Warm:
    """The process, from the outside. Not to be shared by threads."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.defects.warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        )

    def look(self, job: dict[str, Any]) -> dict[str, Any]:
        """The findings by property, up to the first that is not in ``job["known"]``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the warm process ended with status {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def serve() -> None:
    """Answer jobs until the input ends."""
    import openenv.core.env_server.http_server  # noqa: F401

    from hallmark_rl.conformance.checking.registry import entries
    from hallmark_rl.conformance.processes.forking import Death, in_fork

    entries()
    answers = os.fdopen(os.dup(1), "w")
    silence = tempfile.TemporaryFile()  # noqa: SIM115
    os.dup2(silence.fileno(), 1)
    for line in sys.stdin:
        job = json.loads(line)
        found = in_fork(lambda job=job: _look(job), job["limit_s"])  # type: ignore[misc]
        answer = {"trouble": str(found)} if isinstance(found, Death) else found
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _look(job: dict[str, Any]) -> dict[str, Any]:
    from hallmark_rl.conformance.catalogue import catalogue
    from hallmark_rl.conformance.core.profiles import PROFILES
    from hallmark_rl.conformance.engine.check_worker import check_property
    from hallmark_rl.conformance.processes.forking import Death, in_fork
    from hallmark_rl.conformance.survey.collect import first_look
    from hallmark_rl.conformance.survey.model import Survey
    from hallmark_rl.sdk.subject.load import SubjectError, load_subject

    folder, profile = Path(job["folder"]), PROFILES[job["profile"]]
    os.chdir(folder.parent)
    os.environ["TMPDIR"] = tempfile.tempdir = job["tmp"]
    sys.path.insert(0, str(folder))
    proof = folder / "proof.py" if job["subject"] else None
    try:
        subject = load_subject(job["subject"] or str(folder), proof=proof, env_args=job["env_args"])
    except SubjectError as error:
        return {"findings": {STARTUP: str(error)}}
    seen = in_fork(lambda: first_look(subject, profile).to_dict(), 60.0)
    if isinstance(seen, Death) or seen["startup"]:
        problem = str(seen) if isinstance(seen, Death) else seen["startup"]
        hangs = "did not return" in problem or "has not returned" in problem
        return {"findings": {HANG if hangs else STARTUP: problem}}
    found = Survey.from_dict(seen)
    findings: dict[str, str] = {}

    def check(name: str) -> Any:
        output = tempfile.TemporaryFile()  # noqa: SIM115
        for number in (1, 2):
            os.dup2(output.fileno(), number)
        how = {"proof": "", "env_args": ""}
        try:
            return check_property(subject, found, profile, 0, {}, {"id": name, "how": how})
        except Exception as error:  # not the environment's fault: a property's errors are results
            return {"status": "trouble", "message": f"{name}: {type(error).__name__}: {error}"}

    for name in job["ids"]:
        assert name in catalogue()
        result = in_fork(lambda name=name: check(name), profile.deadline + 60)  # type: ignore[misc]
        if isinstance(result, Death):
            findings[name] = f"while this was checked, {result}"
        elif result["status"] == "trouble":
            return {"trouble": result["message"]}
        elif result["status"] in ("fail", "error"):
            findings[name] = result["message"][:400]
        if set(findings) - set(job["known"]):
            break
    return {"findings": findings}


if __name__ == "__main__":
    serve()
