"""Harbor: what the agent is given holds neither solution nor tests."""

from __future__ import annotations

import hashlib
from pathlib import Path

from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.harbor.harbor_context import HarborContext, HarborFinding
from hallmark_rl.conformance.harbor.harbor_registry import harbor_check
from hallmark_rl.sdk.harbor.harbor_task import HarborTask
from hallmark_rl.sdk.harbor.trial import NoPrivateRoot, TrialProblem, open_trial

_SHORT = 40
"""Bytes below which equal files say nothing."""


@harbor_check("harbor.solution_hidden")
def solution_hidden(context: HarborContext) -> None:
    def check(task: HarborTask) -> None:
        secrets = {
            content.strip(): f"{folder}/{name}"
            for folder in ("tests", "solution")
            for name, content in task.each_file(folder)
            if len(content.strip()) >= _SHORT and _is_secret(folder, name)
        }
        for name, content in task.each_file("environment"):
            found = next((of for text, of in secrets.items() if text in content), "")
            if found and _is_in_image(task, content):
                text = f"environment/{name} holds {found}"
                raise HarborFinding(context.shown(task, text), task)
        for path in (task.path / "environment").rglob("*"):
            if path.is_symlink() and not _is_inside(path, task.path / "environment"):
                text = f"environment/{path.name} is a link out of its folder"
                raise HarborFinding(context.shown(task, text), task)
        instruction = task.instruction.encode()
        found = next((of for text, of in secrets.items() if text in instruction), "")
        if found:
            raise HarborFinding(context.shown(task, f"instruction.md holds {found}"), task)

    context.each(check)


def _is_in_image(task: HarborTask, content: bytes) -> bool:
    """Whether a file of `environment/` is there when the agent begins; True if unknown.

    A Dockerfile may copy other files only, or remove it. `EvidenceMissing` if the time of an agent
    does not suffice to look.
    """
    if task.unprovable or not (task.path / "environment" / "Dockerfile").is_file():
        return True
    folders = " ".join(f"/{name}" for name in (*task.folders, "root", "tmp"))
    digest = hashlib.sha256(content).hexdigest()
    files = f"find {folders} -type f -size {len(content)}c"
    try:
        with open_trial(task) as trial:
            if trial.build_problem:
                return True
            ran = trial.act(f"{files} -exec sha256sum {{}} + | grep -m1 {digest}")
    except (NoPrivateRoot, TrialProblem):
        return True
    if ran.ended:
        raise EvidenceMissing(f"a search of its image for environment's files {ran.ended}")
    return digest in ran.text


def _is_secret(folder: str, name: str) -> bool:
    """Data of the tests may be given to the agent too; their programs and the solution may not."""
    return folder == "solution" or name.endswith((".py", ".sh"))


def _is_inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())
