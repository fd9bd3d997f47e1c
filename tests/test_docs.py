"""Documents name files and commands that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("envs/*/*.md")])
TOP = "sandbox|sdk|envs|conformance|train|tests|docs|benchmarks|hallmark_rl"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_named_files_exist(document: Path) -> None:
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = re.findall(rf"[`(\s]((?:{TOP})/[\w./-]*\w/?)(?=[`)\s:,;.])", text)
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in link]
    missing = [name for name in named if "*" not in name and not (ROOT / name).exists()]
    missing += [link for link in links if not (document.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_named_commands_exist(document: Path) -> None:
    from hallmark_rl.commands import COMMANDS

    named = re.findall(r"`(?:python -m hallmark_rl|hallmark) ([a-z]+)", document.read_text("utf-8"))
    assert set(named) <= set(COMMANDS)


@pytest.mark.parametrize(
    "document", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_named_tests_exist(document: Path) -> None:
    files = list((ROOT / "tests").rglob("*.py"))
    known = {path.stem for path in files}
    for path in files:
        known |= set(re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text("utf-8"), re.M))
    named = re.findall(
        r"`(?:[\w/]+/)?(test_[a-z_0-9]+)(?:\.py|\[[^]`]*\])?`", document.read_text("utf-8")
    )
    assert set(named) <= known


def test_the_site_shows_every_page() -> None:
    import yaml

    nav = re.search(r"^nav:\n(?:[ -].*\n)+", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    assert nav is not None
    shown = set(re.findall(r"[\w/-]+\.md$", nav[0], re.M))
    assert yaml.safe_load(nav[0])
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    chapters = {path.stem for path in (ROOT / "conformance" / "catalogue").glob("*.toml")}
    assert pages | {f"reference/properties/{name}.md" for name in chapters} <= shown


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_looks_like_a_declaration_of_html(document: Path) -> None:
    assert "<![" not in document.read_text("utf-8")  # the site cannot be built with it
