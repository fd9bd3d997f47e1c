"""What an agent may leave behind to be paid without a solution: shell commands by what they are."""

from __future__ import annotations

import ast
import posixpath
import shlex
from collections.abc import Iterable, Iterator

from hallmark_rl.sdk.harbor.harbor_task import HarborTask

_END = "import os\nos._exit(0)\n"
_PASS = """\
import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    outcome.get_result().outcome = "passed"

def pytest_sessionfinish(session):
    session.exitstatus = 0
"""
_PROGRAM = "#!/bin/sh\nexit 0\n"
_PROGRAMS = ("python", "python3", "pytest", "uv", "uvx", "diff", "cmp", "grep")
_SETTINGS = {
    "pytest.ini": "[pytest]\naddopts = --collect-only\n",
    "tox.ini": "[pytest]\naddopts = --collect-only\n",
    "setup.cfg": "[tool:pytest]\naddopts = --collect-only\n",
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--collect-only"\n',
}
_REWARDS = ("/logs/verifier/reward.txt", "/logs/verifier/reward.json")
_JSON = '{"reward": 1.0}'
_FORGED = tuple(zip(_REWARDS, ("1", _JSON), strict=True))
Recipe = tuple[str, str]
"""What an agent leaves, and the commands that do it."""


def write(path: str, content: str, *, executable: bool = False) -> str:
    """A command that writes a file, with its folder."""
    place = shlex.quote(path)
    made = (
        f"mkdir -p $(dirname {place}); rm -rf {place}; printf %s {shlex.quote(content)} > {place}"
    )
    return f"{made}; chmod +x {place}" if executable else made


def forged_reward(file: str) -> Recipe:
    """The reward file of that name, written before the verifier runs; a task must overwrite it."""
    path, content = next((path, text) for path, text in _FORGED if path.endswith(f"/{file}"))
    return f"a {file}", write(path, content)


def kept_rewards() -> Iterator[Recipe]:
    """Ways to write a reward file that work unless former reward files are removed."""
    both = "; ".join(write(path, content) for path, content in _FORGED)
    for path, content in _FORGED:
        yield f"a {posixpath.basename(path)}", write(path, content)
    yield "both reward files", both
    places = " ".join(_REWARDS)
    yield (
        "read-only reward files in a read-only folder",
        (f"{both}; chmod 444 {places}; chmod 555 /logs/verifier"),
    )
    for path, content in _FORGED:
        name = posixpath.basename(path)
        yield (
            f"a link {name} to a file",
            (f"{write('/tmp/kept', content)}; chmod 444 /tmp/kept; ln -sf /tmp/kept {path}"),
        )
        yield f"a second name of {name}", f"{write(path, content)}; ln {path} {path}.kept"


def blocked_removal() -> Iterator[Recipe]:
    """Reward files that `rm -f` does not remove, alone or with the other one."""
    text, data = _REWARDS
    yield "a folder reward.txt beside a reward.json", f"mkdir -p {text}/x; {write(data, _JSON)}"
    yield "a folder reward.json beside a reward.txt", f"mkdir -p {data}/x; {write(text, '1')}"
    yield (
        "a loop of links reward.txt beside a reward.json",
        (f"ln -sf {text} {text}; {write(data, _JSON)}"),
    )


def tampered_workdir(
    workdir: str, modules: Iterable[str], tests: Iterable[str]
) -> Iterator[Recipe]:
    """Files in the working folder that change the process of the tests.

    Args:
        workdir: the working folder.
        modules: names of modules that the tests import.
        tests: names of the files of the tests.
    """
    yield "a conftest.py that reports each test as passed", write(f"{workdir}/conftest.py", _PASS)
    for name, content in _SETTINGS.items():
        yield f"a {name} with --collect-only", write(f"{workdir}/{name}", content)
    for name in ("sitecustomize", "usercustomize", "pytest", "_pytest", *modules):
        yield f"a {name}.py that ends the process", write(f"{workdir}/{name}.py", _END)
    programs = [write(f"{workdir}/{name}", _PROGRAM, executable=True) for name in _PROGRAMS]
    yield "programs named python, pytest, grep, ... that do nothing", "; ".join(programs)
    for name in tests:
        content = _PROGRAM if name.endswith(".sh") else "def test_nothing():\n    pass\n"
        yield f"its own {name}", write(f"{workdir}/{name}", content, executable=True)
        yield f"its own tests/{name}", write(f"{workdir}/tests/{name}", content, executable=True)


def planted_files(tests: Iterable[str]) -> Iterator[Recipe]:
    """Files in `/tests` and at home, which are there before the tests are copied."""
    yield (
        "a /tests/conftest.py that reports each test as passed",
        (write("/tests/conftest.py", _PASS)),
    )
    yield (
        "a /tests/pytest.ini with --collect-only",
        (write("/tests/pytest.ini", _SETTINGS["pytest.ini"])),
    )
    for name in tests:
        if name.endswith(".sh"):
            yield (
                f"a link /tests/{name} to a program of its own",
                (f"{write('/tmp/own', _PROGRAM, executable=True)}; ln -sf /tmp/own /tests/{name}"),
            )
    home = "$(python3 -c 'import site; print(site.getusersitepackages())')"
    yield (
        "a usercustomize.py at home",
        (f"place={home}; mkdir -p $place; printf %s {shlex.quote(_END)} > $place/usercustomize.py"),
    )
    profile = "cd /; echo 1 > /logs/verifier/reward.txt; exit 0\n"
    yield (
        "a .bashrc, .bash_profile and .profile at home",
        "; ".join(
            write(f"/root/{name}", profile) for name in (".bashrc", ".bash_profile", ".profile")
        ),
    )


def hollow_submission(made: Iterable[str]) -> Iterator[Recipe]:
    """What the solution makes, replaced by something that does nothing."""
    paths = list(made)
    yield "empty files", "; ".join(write(path, "") for path in paths)
    programs = [path for path in paths if path.endswith(".py")]
    if programs:
        yield "modules that end the process", "; ".join(write(path, _END) for path in programs)
        late = "import atexit, os\natexit.register(os._exit, 0)\n"
        yield (
            "modules that change the exit status",
            "; ".join(write(path, late) for path in programs),
        )
        everything = (
            "class _Any:\n    def __eq__(self, other): return True\n"
            "    def __call__(self, *a, **k): return self\n    def __getattr__(self, name):\n"
            "        if name.startswith('__'): raise AttributeError(name)\n        return self\n"
            "def __getattr__(name):\n    if name.startswith('__'): raise AttributeError(name)\n"
            "    return _Any()\n"
        )
        yield (
            "modules whose values equal everything",
            "; ".join(write(path, everything) for path in programs),
        )
    others = [path for path in paths if path not in programs]
    if others:
        yield (
            "programs that do nothing",
            "; ".join(write(path, _PROGRAM, executable=True) for path in others),
        )


def imported_modules(source: str) -> set[str]:
    """Top-level names of the modules that a program imports; none if it cannot be parsed."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return set()
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {item.name.split(".")[0] for item in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def programs_of_tests(task: HarborTask) -> tuple[list[str], list[str]]:
    """Modules that the tests of a task import, and the names of their scripts and programs."""
    modules: set[str] = set()
    names = []
    for name, content in task.each_file("tests"):
        if name.endswith((".py", ".sh")):
            names.append(name)
        if name.endswith(".py"):
            modules |= imported_modules(content.decode("utf-8", "replace"))
    own = {name.removesuffix(".py").split("/")[0] for name in names}
    return sorted(modules - own - {"__future__"}), names


def recipes_of(task: HarborTask) -> Iterator[Recipe]:
    """Everything that an agent may leave behind in a task without solving it."""
    modules, names = programs_of_tests(task)
    yield from kept_rewards()
    yield from blocked_removal()
    yield from tampered_workdir(task.workdir, modules, names)
    yield from planted_files(names)
    late = "while sleep 0.1; do mkdir -p /logs/verifier; echo 1 > /logs/verifier/reward.txt; done"
    yield "a process that writes a reward later", f"setsid bash -c {shlex.quote(late)} & disown"
