"""Run the suite on one environment and print the result of every property, as JSON.

``tests.defects.prove`` runs this as a program, so that a defective environment can harm only this
process.
"""

import json
import sys
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.session import Session
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.conformance.pytest_plugin.suite_run import select

STARTUP = "runtime.startup"


def check(job: dict[str, Any]) -> list[dict[str, str]]:
    """The result of each property in ``job["ids"]``, or of all if it is empty."""
    profile = PROFILES[job["profile"]]
    requested = set(job["ids"])
    ids = [
        name
        for name, entry in catalogue().items()
        if (name in requested if requested else select(entry, profile, black_box=job["black_box"]))
    ]
    target = Target(job["spec"], profile, job["proof"], job["env_args"])
    session = Session(target, ids, Path(job["replays"]), repeat_findings=True)
    try:
        session.start()
        results = [session.result(name) for name in ids]
    except SubjectFailed as failed:
        return [{"id": STARTUP, "status": "fail", "message": str(failed)}]
    finally:
        session.close()
    return [{"id": r.id, "status": r.status, "message": r.message} for r in results]


if __name__ == "__main__":
    print(json.dumps(check(json.loads(sys.argv[1]))))
