"""The state of a run of the suite."""

from pathlib import Path

import pytest

from hallmark_rl.conformance.pytest_plugin.suite_run import subject_name


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        (".", "server"),
        ("..", "my_env"),
        ("../server/", "server"),
        ("package.module:Class", "package.module-Class"),
        ("http://localhost:8000/", "localhost-8000"),
    ],
)
def test_a_subject_has_a_name_that_is_a_file_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, name: str
) -> None:
    folder = tmp_path / "my_env" / "server"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    assert subject_name(spec) == name
