"""The files of a release agree; a tag that does not fit is refused."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
CHANGELOG = f"# Changelog\n\n## [Unreleased]\n\n## [{VERSION}] - 2026-01-31\n"


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_tag_that_fits_has_no_problem(release: ModuleType) -> None:
    assert release.tag_problems(f"v{VERSION}", VERSION, CHANGELOG) == []


@pytest.mark.parametrize(
    ("tag", "changelog", "said"),
    [
        ("v99.0", CHANGELOG, "the tag is v99.0"),
        (VERSION, CHANGELOG, f"the tag is {VERSION}"),
        (f"v{VERSION}", "## [Unreleased]\n", "CHANGELOG.md has no heading"),
        (f"v{VERSION}", f"## [{VERSION}]\n", "CHANGELOG.md has no heading"),
    ],
)
def test_a_tag_that_does_not_fit_is_refused(
    release: ModuleType, tag: str, changelog: str, said: str
) -> None:
    (problem,) = release.tag_problems(tag, VERSION, changelog)
    assert said in problem


def test_files_with_other_bytes_have_other_hashes(release: ModuleType, tmp_path: Path) -> None:
    for name, content in (("first", "1"), ("second", "1"), ("third", "2")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.whl").write_text(content)
    first, second, third = (release.hashes(tmp_path / n) for n in ("first", "second", "third"))
    assert first == second != third


def test_the_citation_has_the_version_of_the_package() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == VERSION
    assert {"cff-version", "message", "title", "authors", "license"} <= citation.keys()


def test_issue_templates_have_what_github_requires() -> None:
    templates = [
        path
        for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")
        if path.stem != "config"
    ]
    assert len(templates) == 3
    for path in templates:
        form = yaml.safe_load(path.read_text("utf-8"))
        assert {"name", "description", "body"} <= form.keys()
        fields = [field for field in form["body"] if field["type"] != "markdown"]
        assert len({field["id"] for field in fields}) == len(fields) > 0
        assert all(field["attributes"]["label"] for field in fields)


def test_only_the_job_that_publishes_may_ask_for_an_identity() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in workflow["jobs"]["build"]
    publish = workflow["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["needs"] == "build"
    assert not any("run" in step for step in publish["steps"])  # it runs nothing of the project
