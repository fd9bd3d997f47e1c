"""In a checkout, `sandbox.x` and `hallmark_rl.sandbox.x` are one module, in fresh processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
DEEP = [
    "sandbox.isolation.seccomp",
    "sdk.common.errors",
    "envs.wordle.models",
    "conformance.core.profiles",
    "train.config",
]


def python(
    *arguments: str, cwd: Path = ROOT, path: tuple[Path, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """A new interpreter; `path` comes first on its module path."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def succeeds(code: str, **options: object) -> None:
    done = python("-c", code, **options)  # type: ignore[arg-type]
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("short_first", [True, False])
def test_both_names_give_the_same_module_in_either_order(short_first: bool) -> None:
    code = "import sys\n"
    for name in DEEP:
        names = [name, f"hallmark_rl.{name}"]
        first, second = names if short_first else names[::-1]
        code += (
            f"import {first}, {second}\n"
            f"assert {first} is {second}, {name!r}\n"  # as attributes of their packages
            f"assert sys.modules[{first!r}] is sys.modules[{second!r}], {name!r}\n"
            f"assert {second}.__spec__.name == {second}.__name__, {name!r}\n"
        )
    succeeds(code)


def test_a_class_is_the_same_by_both_names() -> None:
    succeeds(
        "from sandbox import Sandbox as A\n"
        "from hallmark_rl.sandbox import Sandbox as B\n"
        "from sandbox.api.run_limits import Limits as C\n"
        "from hallmark_rl.sandbox.api.run_limits import Limits as D\n"
        "assert A is B and C is D and isinstance(C(), D)"
    )


def test_pickles_can_be_read_by_either_name(tmp_path: Path) -> None:
    """Each is read in two processes, which know the class by one name when they begin."""
    names = ["sandbox", "hallmark_rl.sandbox"]
    for name in names:
        file = tmp_path / f"{name}.pickle"
        succeeds(
            f"import pickle, pathlib, {name}.api.run_limits as limits\n"
            f"pathlib.Path({str(file)!r}).write_bytes(pickle.dumps(limits.Limits(wall_s=3)))"
        )
    for name in names:
        succeeds(
            f"import pickle, pathlib, {name}.api.run_limits as limits\n"
            f"for file in pathlib.Path({str(tmp_path)!r}).glob('*.pickle'):\n"
            "    found = pickle.loads(file.read_bytes())\n"
            "    assert type(found) is limits.Limits and found.wall_s == 3, file"
        )


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "sandbox.run"],
        ["-m", "conformance"],
        ["-m", "conformance.gate"],
        ["-m", "conformance.push"],
        ["-m", "conformance.stage"],
        ["-m", "sdk.new"],
        ["-m", "sdk.wrap"],
        ["-m", "envs.coding.audit"],
        ["train/grpo.py"],
        ["-m", "train.grpo"],
    ],
    ids=" ".join,
)
def test_former_spellings_of_commands_work(command: list[str]) -> None:
    done = python(*command, "--help")
    assert done.returncode == 0, done.stderr
    assert "Exit codes:" in done.stdout or "exit codes:" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("name", ["grpo", "demo", "gpu_check"])
def test_a_script_of_the_trainer_starts_from_any_folder(name: str, tmp_path: Path) -> None:
    """Its own folder is off the path: `policy` and `config` there are no modules of that name."""
    code = (
        "import atexit, sys\n"
        "hidden = lambda: [p for p in sys.path if p.rstrip('/').endswith('train')]\n"
        "atexit.register(lambda: print('hidden:', hidden()))\n"
    )
    (tmp_path / "sitecustomize.py").write_text(code)
    script = str(ROOT / "train" / f"{name}.py")
    done = python(script, "--help", cwd=tmp_path, path=(tmp_path,))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("hidden: []\n")


def test_another_package_called_sandbox_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "sandbox").mkdir()
    (tmp_path / "sandbox" / "__init__.py").write_text("mine = True\n")
    (tmp_path / "sandbox" / "deep.py").write_text("value = 3\n")
    succeeds(
        "import hallmark_rl.sandbox.run, sandbox, sandbox.deep\n"
        "assert sandbox.mine and sandbox.deep.value == 3\n"
        "assert sandbox.__name__ == 'sandbox' is not hallmark_rl.sandbox.__name__\n"
        "assert sandbox is not hallmark_rl.sandbox\n",
        path=(tmp_path, ROOT),
        cwd=tmp_path,
    )


def test_without_the_checkout_on_the_path_there_are_no_short_names(tmp_path: Path) -> None:
    """An editable install puts a folder on the path that holds only the link to the package."""
    succeeds(
        "import hallmark_rl.sandbox, importlib.util\n"
        "names = ('sandbox', 'sdk', 'train', 'conformance', 'tests')\n"
        "assert not [name for name in names if importlib.util.find_spec(name)]\n",
        path=(ROOT / ".editable",),
        cwd=tmp_path,
    )


def test_safe_path_does_not_load_the_finder() -> None:
    code = "import hallmark_rl, sys; assert 'hallmark_rl.short_names' not in sys.modules"
    done = python("-P", "-c", code, path=(ROOT,))
    assert done.returncode == 0, done.stderr


def test_zygotes_run_with_safe_path() -> None:
    from hallmark_rl.sandbox import Sandbox

    with Sandbox(require="process") as sandbox:
        assert sandbox.run("print(1)").status == "ok"
        commands = [child.cmdline() for child in psutil.Process().children(recursive=True)]
    zygotes = [command for command in commands if any("zygote" in word for word in command)]
    assert zygotes
    assert all("-P" in command for command in zygotes)
