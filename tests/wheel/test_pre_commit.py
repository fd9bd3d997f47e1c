"""`pre-commit try-repo` runs our hook in another repository, in an environment that it makes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pre_commit")
pytest.importorskip("openenv")

from hallmark_rl.sdk.new import create
from tests.conformance.test_action import stamp

ROOT = Path(__file__).resolve().parents[2]


def git(folder: Path, *words: str) -> None:
    """Run git as somebody with a name."""
    who = ["-c", "user.name=tester", "-c", "user.email=tester@example.com"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="pre-commit needs a clone")
def test_the_hook_of_this_repository_runs_in_another(tmp_path: Path) -> None:
    """Once, because each run installs the package; test_action.py has the hook's other ends."""
    repository = tmp_path / "repository"
    for name in ("changed_env", "my_env"):
        create(name, repository / "envs")
        stamp(repository / "envs" / name)
    (repository / "envs" / "changed_env" / "words.py").write_text("WORDS = {}\n")
    git(repository, "init", "-q")
    git(repository, "add", ".")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "GIT_"))}
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "--verbose"],
        cwd=repository,
        env={**kept, "PRE_COMMIT_HOME": str(tmp_path / "home"), "PIP_COMPILE": "0"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "the stamps of environments are valid" in done.stdout
    assert "envs/my_env: proved, and unchanged since" in done.stdout
    assert re.search("envs/changed_env.* has changed since it was proved", done.stdout)
