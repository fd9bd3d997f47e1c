"""A missing extra is one line that names it, for every command and every spelling."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from hallmark_rl.commands import COMMANDS
from hallmark_rl.extras import PACKAGES
from tests.cli.conftest import ROOT, Call

EVERYTHING = [name for names in PACKAGES.values() for name in names]
SUITE = (
    "needs OpenEnv and the packages of the conformance suite: "
    'pip install "hallmark-rl[openenv,conformance]"'
)
# A command's own processes write to the descriptors, so these are what is caught.
ONE_BY_ONE = """
import json, os, tempfile, traceback
from hallmark_rl.cli import main

results = []
kept = os.dup(1), os.dup(2)
for words in commands:
    files = [tempfile.TemporaryFile(), tempfile.TemporaryFile()]
    for number, file in enumerate(files, 1):
        os.dup2(file.fileno(), number)
    try:
        status = main(words)
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    for number, before in enumerate(kept, 1):
        os.dup2(before, number)
    texts = []
    for file in files:
        file.seek(0)
        texts.append(file.read().decode())
    results.append([status, *texts])
print(json.dumps(results))
"""
Calls = Callable[[list[list[str]]], list[tuple[object, str, str]]]
TRAINING = 'needs torch, TRL and OpenEnv: pip install "hallmark-rl[train,openenv]"'


def test_names_of_extras_are_those_of_the_metadata() -> None:
    """pip before 23.3 installs nothing for an extra that is written in another way (PEP 685)."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    names = list(tomllib.loads(text)["project"]["optional-dependencies"])
    assert names == [re.sub(r"[-_.]+", "-", name).lower() for name in names]
    asked = {
        name
        for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
        for extras in re.findall(r"hallmark-rl\[([^\]{}]+)\]", path.read_text(encoding="utf-8"))
        for name in extras.split(",")
    }
    assert asked >= {"openenv", "conformance", "reasoning-gym"}
    assert asked - {"..."} <= set(names)


@pytest.fixture
def without(python: Call) -> Call:
    """Run code in a Python that cannot import some packages."""

    def call(missing: list[str], code: str) -> subprocess.CompletedProcess[str]:
        block = f"import sys\nsys.modules.update(dict.fromkeys({missing!r}))\n"
        return python("-c", block + code)

    return call


def command(*words: str) -> str:
    return f"from hallmark_rl.cli import main\nsys.exit(main({list(words)!r}))"


def old_spelling(module: str, *words: str) -> str:
    return (
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        f"import runpy\nsys.argv = ['x', *{list(words)!r}]\n"
        f"runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"
    )


@pytest.fixture
def without_extras(without: Call) -> Calls:
    """Call several commands, one after the other, in one Python without any extra's package.

    Returns the status, the output and the errors of each.
    """

    def call(commands: list[list[str]]) -> list[tuple[object, str, str]]:
        done = without(EVERYTHING, f"commands = {commands!r}\n{ONE_BY_ONE}")
        assert done.returncode == 0, done.stderr
        results = [tuple(result) for result in json.loads(done.stdout.splitlines()[-1])]
        assert len(results) == len(commands)
        return results

    return call


def test_a_command_names_its_missing_extras(without_extras: Calls, tmp_path: Path) -> None:
    (tmp_path / "record.json").write_text("{}")
    lines = {
        "prove .": f"hallmark prove {SUITE}",
        "gate .": f"hallmark gate {SUITE}",
        "replay record.json": f"hallmark replay {SUITE}",
        "wrap .": 'hallmark wrap needs OpenEnv: pip install "hallmark-rl[openenv]"',
        "play .": 'hallmark play needs OpenEnv: pip install "hallmark-rl[openenv]"',
        "view .": 'hallmark view needs OpenEnv: pip install "hallmark-rl[openenv]"',
        "train --preset smoke": f"hallmark train {TRAINING}",
    }
    results = without_extras([words.split() for words in lines])
    assert results == [(2, "", f"{line}\n") for line in lines.values()]


@pytest.mark.parametrize(
    ("module", "words", "line"),
    [
        ("conformance", ["run", "."], f"hallmark prove {SUITE}"),
        ("conformance.gate", ["."], f"hallmark gate {SUITE}"),
        ("sdk.wrap", ["."], 'hallmark wrap needs OpenEnv: pip install "hallmark-rl[openenv]"'),
        ("train.grpo", ["--preset", "smoke"], f"hallmark train {TRAINING}"),
    ],
)
def test_former_spellings_name_the_same(
    module: str, words: list[str], line: str, without: Call
) -> None:
    done = without(EVERYTHING, old_spelling(module, *words))
    assert (done.returncode, done.stderr.splitlines()) == (2, [line])


def test_other_commands_need_only_the_base(without_extras: Calls, tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text("print(1)\n")
    expected = {
        "audit run bit_reverse --workers 1": 0,
        "list": 0,
        "explain reset": 0,
        "run p.py --require process": 0,
        "probe --require process": 0,
        "check .": 1,
        "push .": 1,
        "stage . --out x": 1,
        "check http://127.0.0.1:9": 1,
        "prove --help": 0,
        "train --help": 0,
        "gate . --check": 1,
    }
    results = without_extras([words.split() for words in expected])
    for (words, status), (found, output, errors) in zip(expected.items(), results, strict=True):
        assert found == status, (words, errors)
        assert output or errors, words
        assert "Traceback" not in errors, words
        assert "pip install" not in errors, words


def test_help_needs_only_the_base(without_extras: Calls) -> None:
    results = without_extras([[name, "--help"] for name in COMMANDS])
    for name, (status, output, errors) in zip(COMMANDS, results, strict=True):
        assert (status, errors) == (0, ""), name
        assert "usage:" in output.lower(), name


def test_new_says_what_proving_the_new_environment_needs(without: Call) -> None:
    code = command("new", "my_env")
    lacking = without(EVERYTHING, code)
    assert (lacking.returncode, lacking.stderr) == (0, "")
    assert f"\nProving it {SUITE}\n" in lacking.stdout


@pytest.mark.parametrize(
    ("missing", "words", "line"),
    [
        ("jsonschema", "prove .", 'prove needs jsonschema: pip install "hallmark-rl[conformance]"'),
        ("uvicorn", "gate .", 'gate needs uvicorn: pip install "hallmark-rl[openenv]"'),
        ("trl", "train --preset smoke", 'train needs trl: pip install "hallmark-rl[train]"'),
    ],
)
def test_one_missing_package_is_named(missing: str, words: str, line: str, without: Call) -> None:
    pytest.importorskip("openenv")
    if "train" in words:
        pytest.importorskip("trl")
    done = without([missing], command(*words.split()))
    assert (done.returncode, done.stderr) == (2, f"hallmark {line}\n")


def test_pytest_names_the_missing_extra(without: Call) -> None:
    code = (
        "import pytest\n"
        "sys.exit(pytest.main(['-p', 'hallmark_rl.pytest_entry', '--hallmark-env', 'my_env']))"
    )
    done = without(["openenv", "jsonschema"], code)
    assert done.returncode == 4
    assert 'pip install "hallmark-rl[openenv,conformance]"' in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_of_the_same_name_is_not_the_package(without: Call, tmp_path: Path) -> None:
    (tmp_path / "openenv").mkdir()
    code = (
        "from importlib.machinery import PathFinder\n"
        "from hallmark_rl import extras\n"
        f"extras.find_spec = lambda name: PathFinder.find_spec(name, [{str(tmp_path)!r}])\n"
        "print(extras.missing_extras('x', 'openenv'))"
    )
    assert "x needs OpenEnv" in without([], code).stdout
