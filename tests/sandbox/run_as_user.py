"""Use the sandbox as another kind of user: `python -m tests.sandbox.run_as_user KIND [COMMAND]`.

KIND is `root`, `user` (an ordinary user), `nobody`, `container` (an ordinary user with a seccomp
filter that refuses namespaces, like that of container runtimes) or `root-container`. Needs root.
Prints what the sandbox of that user does as one JSON object, or runs COMMAND as that user.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from pathlib import Path

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sandbox.host.probe import measure_isolation
from hallmark_rl.sandbox.isolation import seccomp, syscalls
from tests.sandbox.conftest import LIMITS

KINDS = {
    "root": "kernel", "user": "kernel", "nobody": "kernel", "container": "filtered",
    "root-container": "filtered",
}  # fmt: skip
_USERS = {"user": 1000, "nobody": 65534, "container": 1000}
_ROOT = Path(__file__).resolve().parents[2]
_CORPUS = _ROOT / "tests" / "data" / "attacks.jsonl"


def make_accessible(*folders: Path) -> None:
    """Let every user reach `folders`, in a new mount namespace."""
    if not any(map(_private_parents, folders)):
        return
    syscalls.unshare(0x00020000)
    syscalls.mount(b"none", b"/", b"", 0x4000 | 0x40000)
    flags = 0x8001 | os.O_CLOEXEC
    trees = [syscalls.syscall("open_tree", 428, -100, str(f).encode(), flags) for f in folders]
    for folder, tree in zip(folders, trees, strict=True):
        private = _private_parents(folder) if folder.exists() else []
        if private:
            syscalls.mount(b"way", str(private[-1]).encode(), b"tmpfs", 0, b"mode=755")
        if not folder.exists():
            folder.mkdir(parents=True)
            syscalls.syscall("move_mount", 429, tree, b"", -100, str(folder).encode(), 4)
        os.close(tree)


def _private_parents(folder: Path) -> list[Path]:
    """The parents that other users may not enter, outermost last."""
    return [parent for parent in folder.parents if not parent.stat().st_mode & 0o001]


def _forbid_namespaces() -> None:
    """Refuse the system calls for namespaces, as the seccomp filter of a container runtime does."""
    refused = [(0x06, 0, 0, 0x50001)]
    leaves = {272: refused, 308: refused, 165: refused, 155: refused}  # unshare setns mount pivot
    program = seccomp._program(leaves, [(0x06, 0, 0, seccomp.ALLOW)])
    assert len(program) % struct.calcsize("HBBI") == 0
    seccomp.load(program)


def become(kind: str) -> None:
    """Turn this process, which must be root's, into one of the given kind of user."""
    make_accessible(Path(sys.base_prefix), _ROOT, Path(sys.prefix))
    if kind.endswith("container"):
        _forbid_namespaces()
    if kind in _USERS:
        user = _USERS[kind]
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def main(kind: str, *command: str) -> None:
    """Become `kind` and print what the sandbox does, or run `command`."""
    become(kind)
    if command:
        os.execvp(command[0], command)
    isolation, stopped = measure_isolation()
    refused = Sandbox(policy="python", require="kernel").run("print('ran')")
    with Sandbox(policy="python", require=KINDS[kind], limits=LIMITS) as box:
        control = box.call("import json\ndef f(x): return [x]", "f", [(1,)])
        fresh = box.call(
            "C = []\ndef f(): C.append(1); return len(C)", "f", [(), ()], fresh_calls=True
        )
        pwned = []
        for line in _CORPUS.read_text().splitlines():
            attack = json.loads(line)
            if attack["check"] == "stdout:PWN" and attack["boundary"] == "os":
                outcome = box.run(attack["code"])
                if "PWN" in outcome.stdout or outcome.status == "unavailable":
                    pwned.append(attack["id"])
    report = {
        "level": isolation.level, "missing": isolation.missing, "stopped": stopped,
        "required": refused.status, "ran": refused.stdout, "control": control.to_dict()["results"],
        "fresh": [r.value for r in fresh.results], "pwned": pwned,
    }  # fmt: skip
    print(json.dumps(report))


if __name__ == "__main__":
    main(*sys.argv[1:])
