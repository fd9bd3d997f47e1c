"""`pre-commit try-repo` runs our hook in another repository, in an environment that it makes."""

from __future__ import annotations

import os
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
    repository = tmp_path / "repository"
    create("my_env", repository / "envs")
    git(repository, "init", "-q")

    def run_hook() -> subprocess.CompletedProcess[str]:
        git(repository, "add", ".")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "GIT_"))}
        return subprocess.run(
            [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "--verbose"],
            cwd=repository,
            env={**kept, "PRE_COMMIT_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
        )

    unstamped = run_hook()
    assert unstamped.returncode == 1, unstamped.stdout + unstamped.stderr
    assert "has a hallmark.json: name the folder of an environment" in unstamped.stdout
    stamp(repository / "envs" / "my_env")
    passed = run_hook()
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert "the stamps of environments are valid" in passed.stdout
    assert "envs/my_env: proved, and unchanged since" in passed.stdout
    (repository / "envs" / "my_env" / "words.py").write_text("WORDS = {}\n")
    changed = run_hook()
    assert changed.returncode == 1
    assert "has changed since it was proved" in changed.stdout
