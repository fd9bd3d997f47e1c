"""Let the suite loose on one environment and print what became of every property, as JSON.

Run as a program by ``tests.defects.prove``, so that whatever a defective environment does to the
suite ends here.
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
    """The outcome of each property asked for, or of all; a subject that fails fails to start."""
    profile = PROFILES[job["profile"]]
    wanted = set(job["ids"])
    ids = [
        name
        for name, entry in catalogue().items()
        if (name in wanted if wanted else select(entry, profile, black_box=job["black_box"]))
    ]
    target = Target(job["spec"], profile, job["proof"], job["env_args"])
    session = Session(target, ids, Path(job["replays"]))
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
