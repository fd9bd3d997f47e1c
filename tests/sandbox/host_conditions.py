"""Use the sandbox on a host that withholds something.

`python -m tests.sandbox.host_conditions` reads lines of conditions. A condition is `deny:CALL` (the
system call fails with EPERM), `absent:CALL` (with ENOSYS), `kill:CALL` (it kills the process),
`limit:NAME=VALUE` (a hard limit), `user:UID`, `user:unused` (a user without any other process, so
that NPROC counts ours only) or `no-capabilities`. For each line, all of them hold for a new child,
as a container runtime imposes them. It prints what the sandbox does as one line of JSON, and then
this process prints the child's exit status.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path

from hallmark_rl.sandbox import Limits, Sandbox
from hallmark_rl.sandbox.isolation import capabilities, seccomp, syscalls
from tests.sandbox.run_as_user import make_accessible

CALLS = {
    "ptrace": 101, "unshare": 272, "mount": 165, "pivot_root": 155, "open_tree": 428,
    "mount_setattr": 442, "landlock_create_ruleset": 444, "landlock_restrict_self": 446,
    "seccomp": 317, "prctl": 157, "capset": 126, "capget": 125, "setgroups": 116,
    "setresuid": 117, "pidfd_open": 434, "eventfd2": 290, "memfd_create": 319,
    "userfaultfd": 323, "io_uring_setup": 425, "sched_setaffinity": 203, "madvise": 28,
    "socketpair": 53, "ioctl": 16, "pipe2": 293,
}  # fmt: skip
_ENDS = {"deny": 0x00050000 | 1, "absent": 0x00050000 | 38, "kill": seccomp.KILL}
_LIMITS = {
    "AS": resource.RLIMIT_AS, "CPU": resource.RLIMIT_CPU, "NPROC": resource.RLIMIT_NPROC,
    "NOFILE": resource.RLIMIT_NOFILE, "MEMLOCK": resource.RLIMIT_MEMLOCK,
    "FSIZE": resource.RLIMIT_FSIZE, "STACK": resource.RLIMIT_STACK,
}  # fmt: skip
_RETURN = 0x06


def impose(condition: str) -> None:
    """Let a condition hold for this process and its children."""
    kind, _, value = condition.partition(":")
    if kind in _ENDS:
        program = seccomp._program(
            {CALLS[value]: [(_RETURN, 0, 0, _ENDS[kind])]}, [(_RETURN, 0, 0, seccomp.ALLOW)]
        )
        syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
        seccomp.load(program)
    elif kind == "limit":
        name, _, number = value.partition("=")
        resource.setrlimit(_LIMITS[name], (int(number), int(number)))
    elif kind == "user":
        user = 20_000 + os.getpid() % 40_000 if value == "unused" else int(value)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    elif kind == "no-capabilities":
        capabilities.drop_all()
    else:
        raise ValueError(f"no such condition: {condition}")


def report(conditions: list[str]) -> None:
    """Impose the conditions in order, and print what the sandbox does then."""
    for condition in conditions:
        impose(condition)
    limits = Limits(wall_s=5.0, cpu_s=5.0, memory_bytes=128 << 20)
    with Sandbox(policy="restricted", require="process", limits=limits) as box:
        isolation = box.isolation
        ran = box.run("print(1)")
        echo = box.run("print(input())", stdin="two\n")
        calls = [box.call("C = []\ndef f(): C.append(1); return len(C)", "f", [(), ()],
                          fresh_calls=True) for _ in range(2)]  # fmt: skip
    with Sandbox(policy="python", require="process", limits=limits) as box:
        fork = box.run(_FORK)
        checked = box.check("def f(): return 1", "def check(f): assert f() == 1", "f")
    found = {
        "level": isolation.level,
        "mechanisms": isolation.mechanisms,
        "missing": isolation.missing,
        "run": [ran.status, ran.stdout, ran.error and ran.error.message],
        "stdin": [echo.status, echo.stdout, echo.error and echo.error.message],
        "fresh": [[call.status, *(result.value for result in call.results)] for call in calls],
        "forked": "PWN" in fork.stdout,
        "checked": checked.status,
    }
    print(json.dumps(found), flush=True)


_FORK = "import os\nif not os.fork():\n    print('PWN', flush=True)\n    os._exit(0)\nos.wait()"


def main() -> None:
    """Answer each line of the standard input; one import serves all children."""
    make_accessible(Path(sys.base_prefix), Path(__file__).resolve().parents[2], Path(sys.prefix))
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            report(line.split())
            return
        print(os.waitpid(child, 0)[1], flush=True)


if __name__ == "__main__":
    main()
