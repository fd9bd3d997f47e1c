"""The programs of the guides run, and the commands that documents show exist with their options."""

from __future__ import annotations

import contextlib
import functools
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest

from hallmark_rl.cli import main
from hallmark_rl.commands import COMMANDS

pytest.importorskip("openenv")

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
GUIDES = sorted((DOCS / "guides").glob("*.md"))
SHOWN = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *GUIDES]
PROGRAM = "import sys; from hallmark_rl.cli import main; sys.argv[0] = 'hallmark'; sys.exit(main())"


def hallmark(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run `hallmark WORDS` in a folder."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
    )


@functools.cache
def help_of(*words: str) -> str:
    shown = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["hallmark"]),
        mock.patch.dict(os.environ, {"COLUMNS": "120"}),
        contextlib.redirect_stdout(shown),
        contextlib.suppress(SystemExit),  # argparse
    ):
        assert main([*words, "--help"]) == 0
    return shown.getvalue()


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_the_programs_of_a_guide_run(
    guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    module = ModuleType("guide")
    monkeypatch.setitem(sys.modules, "guide", module)  # `dataclass` looks for the module
    text = guide.read_text(encoding="utf-8")
    for block in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], str(guide), "exec"), module.__dict__)


@pytest.mark.parametrize("document", SHOWN, ids=lambda path: path.stem)
def test_options_in_a_document_exist(document: Path) -> None:
    """In blocks of commands, and in `code` that begins with hallmark."""
    text = document.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:sh|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [
        line.removeprefix("$ ")
        for block in blocks
        for line in block.replace("\\\n", " ").splitlines()
        if line.startswith(("$ hallmark ", "hallmark "))
    ]
    lines += re.findall(r"`(hallmark [a-z][^`\n]*)`", text)
    for line in lines:
        command, *following = line.split()[1:]
        if command not in COMMANDS:
            continue  # `hallmark X --help`; other words are checked by tests/test_docs.py
        own = line.partition(" #")[0].partition(" -- ")[0]
        for option in re.findall(r"(?<=\s)--?[a-z][\w-]*", own):
            listed = help_of(command, following[0]) if command == "audit" else help_of(command)
            assert re.search(rf"(?<![\w-]){option}(?![\w-])", listed), line


def test_the_tutorial_shows_what_the_commands_print(tmp_path: Path) -> None:
    """`new` and `explain`; the other commands take a minute or more."""
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    made = hallmark("new", "my_env", cwd=tmp_path).stdout
    shown = re.search(r"^\$ hallmark new my_env\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert re.findall("wrote .*", shown[1]) == re.findall("wrote .*", made)

    name = "semantic.adversarial_floor"
    explained = re.search(
        rf"^\$ hallmark explain {name}\n(.*?)^```", text, re.MULTILINE | re.DOTALL
    )
    assert explained is not None
    assert hallmark("explain", name).stdout.split() == explained[1].split()


@pytest.fixture
def sorted_letters(tmp_path: Path) -> Path:
    """The environment of the tutorial, with the changes of its second step."""
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    hallmark("new", "my_env", cwd=tmp_path)
    env = tmp_path / "my_env"
    files = dict(re.findall(r'^```python title="my_env/(.*?)"\n(.*?)^```', text, re.M | re.S))
    (env / "words.py").write_text(files["words.py"])
    text_form = (env / "text.py").read_text()
    edited = re.sub(r"^SYSTEM = .*\n", files["text.py"], text_form, flags=re.MULTILINE)
    assert edited != text_form
    (env / "text.py").write_text(edited)
    return env


def test_the_changes_of_the_tutorial_fit(sorted_letters: Path) -> None:
    """The changed environment passes its own tests."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "my_env/tests"],
        cwd=sorted_letters.parent,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{ROOT}:{sorted_letters.parent}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_suite_reports_the_mistake_of_the_tutorial(sorted_letters: Path) -> None:
    pytest.importorskip("mkdocs", reason="it takes a minute: only in `tox -e docs`")
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    prove = ("prove", "my_env", "--profile", "quick", "-k", "semantic.adversarial_floor")
    sound = hallmark(*prove, cwd=sorted_letters.parent)
    assert sound.returncode == 0, sound.stdout

    (mistake,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    file = sorted_letters / "server" / "my_env_environment.py"
    rules = file.read_text()
    assert rules.count("game.solved = action.word == word\n") == 1
    file.write_text(rules.replace("game.solved = action.word == word\n", mistake))
    broken = hallmark(*prove, cwd=sorted_letters.parent)
    assert broken.returncode == 1
    finding = "the exploit 'echo' earns 1, the limit is 0.25"
    assert finding in text
    assert finding in broken.stdout


def test_messages_in_troubleshooting_are_in_the_source() -> None:
    """Each heading in backticks, part by part: `...` stands for names and numbers."""
    text = (DOCS / "troubleshooting.md").read_text(encoding="utf-8")
    folders = ("hallmark_rl", "conformance", "sandbox", "sdk", "train")
    files = [path for name in folders for path in (ROOT / name).rglob("*.py")]
    # Literals that follow each other are one text.
    source = re.sub(
        r"\"\s*\n\s*\+?\s*f?\"", "", "\n".join(path.read_text("utf-8") for path in files)
    )
    source = source.replace("\\`", "`")
    headings = re.findall(r"^### `(.*)`$", text, re.MULTILINE)
    assert len(headings) >= 25
    for heading in headings:
        for part in heading.split("..."):
            assert part.strip(' ;:]"') in source, (heading, part)
