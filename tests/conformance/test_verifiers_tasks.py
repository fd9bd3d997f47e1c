"""`verifiers:PACKAGE`: the tasks and the rewards of a task set are proved together.

The same task sets run on a small package of the same interface, and on the real library.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hallmark_rl.conformance.prove_scorer import prove_scorer

ROOT = Path(__file__).parents[2]
FAKE = {
    "__init__.py": "",
    "v1/__init__.py": """
from types import SimpleNamespace

from verifiers.v1.graph import MessageNode
from verifiers.v1.utils.loaders import taskset_class


class Record(SimpleNamespace):
    pass


class SingleAgentEnv:
    pass


class TaskData(Record):
    image = None
    system_prompt = None

    @property
    def prompt_text(self):
        return self.prompt

    def model_dump(self, **settings):
        return dict(vars(self))


TraceTask = AgentInfo = AgentConfig = UserMessage = AssistantMessage = SubprocessConfig = Record


class Trace(Record):
    def __init__(self, **fields):
        super().__init__(nodes=[], rewards={}, metrics={}, **fields)

    @property
    def last_reply(self):
        return self.nodes[-1].message.content.strip()

    @property
    def reward(self):
        return sum(item.value for item in self.rewards.values() if item is not None)


def marked(kind, weight):
    def mark(function):
        function.kind, function.weight = kind, weight
        return function
    return mark


def reward(weight=1.0):
    return marked("reward", weight)


class Generic:
    def __class_getitem__(cls, item):
        return cls


class Task(Generic):
    NEEDS_CONTAINER = False

    def __init__(self, data, config=None):
        self.data = data

    def hooks(self, kind):
        names = [name for name in dir(self) if getattr(getattr(self, name), "kind", "") == kind]
        return [getattr(self, name) for name in names]

    def plugged_judges(self):
        return []

    async def setup(self, trace, runtime):
        return None

    async def score(self, trace, runtime=None):
        for hook in self.hooks("reward"):
            needs = "runtime" in hook.__code__.co_varnames
            value = await (hook(trace, runtime) if needs else hook(trace))
            trace.rewards[hook.__name__] = Record(value=value * hook.weight)


class TasksetConfig(Record):
    task = None

    @classmethod
    def model_validate(cls, config):
        known = {"id", *cls.__annotations__}
        if wrong := sorted(set(config) - known):
            raise ValueError(f"no setting {wrong[0]}")
        return cls(**{name: getattr(cls, name) for name in cls.__annotations__} | config)


class Taskset(Generic):
    def __init__(self, config):
        self.config = config

    def take(self, count):
        return list(self.load())[:count]


def load_taskset(config):
    return taskset_class(config.id)(config)
""",
    "v1/graph.py": "from types import SimpleNamespace as MessageNode\n",
    "v1/state.py": "def state_cls(cls):\n    return dict\n",
    "v1/runtimes.py": """
class make_runtime:
    def __init__(self, config, name):
        pass

    async def start(self):
        pass

    async def stop(self):
        pass
""",
    "v1/utils/__init__.py": "",
    "v1/utils/decorators.py": """
def invoke(function, values):
    return function(**values)
""",
    "v1/utils/loaders.py": """
import importlib


def import_taskset(name):
    return importlib.import_module(name)


def taskset_class(name):
    module = import_taskset(name)
    return getattr(module, module.__all__[0])


def taskset_config_type(name):
    return import_taskset(name).Config


def environment_class(name):
    from verifiers.v1 import SingleAgentEnv

    return getattr(import_taskset(name), "Env", SingleAgentEnv)
""",
}
TASKSET = """
import verifiers.v1 as vf

__all__ = ["Sums"]


class Data(vf.TaskData):
    answer: str


class Sum(vf.Task[Data]):
    @vf.reward(weight=0.75)
    async def correct(self, trace{runtime}) -> float:
        reply = trace.last_reply
        return float({rule})

    @vf.reward(weight=0.25)
    async def short(self, trace) -> float:
        return float(trace.last_reply == self.data.answer)


class Config(vf.TasksetConfig):
    largest: int = 30


class Sums(vf.Taskset[Sum, Config]):
    def load(self):
        for first in range(10, self.config.largest):
            data = Data(prompt=f"{{first}} + 77?", answer=str(first + 77))
            yield Sum(data, self.config.task)
"""


@pytest.fixture(params=["fake", "real"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with task sets, for one of the two libraries."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    if request.param == "real":
        pytest.importorskip("verifiers.v1")
    else:
        for name, text in FAKE.items():
            path = tmp_path / "verifiers" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        info = tmp_path / "verifiers-9.9.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: verifiers\nVersion: 9.9\n")
    for name, rule, runtime in (
        ("sound_sums", "reply == self.data.answer", ""),
        ("finds_sums", "self.data.answer in reply", ""),
        ("runs_sums", "reply == self.data.answer", ", runtime"),
    ):
        (tmp_path / f"{name}.py").write_text(TASKSET.format(rule=rule, runtime=runtime))
    talks = (tmp_path / "sound_sums.py").read_text().replace('["Sums"]', '["Sums", "Env"]')
    (tmp_path / "talks_sums.py").write_text(f"{talks}\n\nclass Env(vf.SingleAgentEnv):\n    pass\n")
    return tmp_path


def test_a_sound_task_set_is_proved_with_its_rewards_as_columns(folder: Path) -> None:
    report = prove_scorer("verifiers:sound_sums", args={"limit": 12}, profile="quick")
    assert report.proved, report.headline
    assert "12 tasks" in report.notes


def test_a_finding_names_the_columns_and_its_script_makes_the_call(folder: Path) -> None:
    report = prove_scorer("verifiers:finds_sums", only=["scorer.hedging"], profile="quick")
    (row,) = report.rows
    assert row.verdict == "broken"
    assert "earns correct 0.75, reward 0.75, short 0" in row.message
    done = subprocess.run([sys.executable, "-c", row.script], capture_output=True, text=True)
    columns = {"correct": 0.75, "short": 0.0, "reward": 0.75}
    assert done.stdout == f"{columns}\n", f"{row.script}\n{done.stderr}"


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("runs_sums", {}, "correct runs programs: --env-arg runtime=subprocess"),
        ("sound_sums", {"larger": 3}, "the task set sound_sums raises"),
        ("sound_sums", {"runtime": "docker"}, "runtime one of none, subprocess"),
        ("no_such_sums", {}, "the task set no_such_sums raises ModuleNotFoundError"),
        ("*", {}, "verifiers has no list of task sets"),
        ("talks_sums", {}, "talks_sums exports an environment, which talks with the agent"),
    ],
)
def test_a_task_set_that_cannot_be_scored_says_why(
    name: str, args: dict[str, object], text: str, folder: Path
) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        prove_scorer(f"verifiers:{name}", args=args)


def test_rewards_that_run_programs_get_a_runtime_if_that_is_allowed(folder: Path) -> None:
    report = prove_scorer(
        "verifiers:runs_sums",
        args={"limit": 8, "runtime": "subprocess"},
        only=["scorer.references"],
        profile="quick",
    )
    assert [row.verdict for row in report.rows] == ["pass"]
