"""A subject's own modules are found, even if folders of the checkout have the same names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.sdk.test_subject import APP, MODELS, write

ROOT = Path(__file__).parents[2]
NAMES = ("sandbox", "sdk", "envs", "train", "conformance")
ENVIRONMENT = """
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State
from models import Poke, Seen
from conformance import REPLY as conformance_reply
from envs.words import REPLY as envs_reply
from sandbox import REPLY as sandbox_reply
from sdk.reply import REPLY as sdk_reply
from train.reply import REPLY as train_reply

assert {conformance_reply, envs_reply, sandbox_reply, sdk_reply, train_reply} == {"own"}

class PokeEnvironment(Environment):
    def reset(self, seed=None, episode_id=None, **kwargs):
        from envs.late import REPLY
        self.steps = 0
        return Seen(text=REPLY)
    def step(self, action: Poke, timeout_s=None, **kwargs) -> Seen:
        self.steps += 1
        return Seen(text=action.text, reward=0.0)
    @property
    def state(self):
        return State(step_count=self.steps)
"""
ASKS = """
import subprocess, sys
subprocess.run([sys.executable, '-c', 'import hallmark_rl.sdk.common'], check=True)
"""
FILES = {
    "openenv.yaml": "name: poke\napp: server.app:app\n",
    "models.py": MODELS,
    "server/environment.py": ENVIRONMENT,
    "server/__init__.py": ASKS,
    "server/app.py": APP.format(
        imports="from models import Poke, Seen\nfrom server.environment import PokeEnvironment"
    ),
    "conformance/__init__.py": "REPLY = 'own'\n",
    "sandbox/__init__.py": "REPLY = 'own'\n",
    "envs/words.py": "REPLY = 'own'\n",
    "envs/late.py": "REPLY = 'own'\n",
    "sdk/reply.py": "REPLY = 'own'\n",
    "train/reply.py": "REPLY = 'own'\n",
}


@pytest.mark.parametrize(
    ("place", "with_init"),
    [
        pytest.param("src/", True, id="packages in src"),
        pytest.param("", False, id="namespaces at the root"),
        pytest.param("", True, id="packages at the root", marks=pytest.mark.slow),
        pytest.param("src/", False, id="namespaces in src", marks=pytest.mark.slow),
    ],
)
def test_packages_named_like_ours_are_the_subjects_own(
    place: str, with_init: bool, tmp_path: Path
) -> None:
    """And a process that the subject starts can import `hallmark_rl`."""
    moved = {
        f"{place}{name}" if name.partition("/")[0] in NAMES else name: text
        for name, text in FILES.items()
    }
    if with_init:
        moved |= {f"{place}{name}/__init__.py": "" for name in ("envs", "sdk", "train")}
    folder = write(tmp_path / "poke_names", moved)
    command = [sys.executable, "-m", "pytest", "conformance/", "--env", str(folder)]
    command += ["-k", "contract", "--profile", "quick", "-p", "no:cacheprovider"]
    command += ["--replays", str(tmp_path / "reports"), "--report-dir", str(tmp_path / "reports")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "satisfies all" in done.stdout
