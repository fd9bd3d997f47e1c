"""The site builds without a network; its links hold; it loads nothing from another server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("mkdocs", reason="the site is built by `tox -e docs`")

ROOT = Path(__file__).resolve().parents[2]


class _Page(HTMLParser):
    """The links, the loaded resources and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") not in ("canonical", "prev", "next"):
            self.loaded.append(values.get("href", ""))
        elif tag in ("script", "img", "iframe", "source") and "src" in values:
            self.loaded.append(values["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    if shutil.which("unshare") and not subprocess.run(["unshare", "-rn", "true"]).returncode:
        command = ["unshare", "-rn", *command]  # without a network
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def parsed(site: Path) -> dict[Path, _Page]:
    return {path: _Page(path.read_text("utf-8")) for path in site.rglob("*.html")}


def test_links_lead_to_pages_and_anchors(site: Path, parsed: dict[Path, _Page]) -> None:
    broken = []
    for path, page in parsed.items():
        if path.name == "404.html":
            continue  # its links begin with the address of the site
        for link in [*page.links, *page.loaded]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            anchors = parsed[target].anchors if target in parsed else set()
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in anchors):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert not broken


def test_nothing_is_loaded_from_another_server(site: Path, parsed: dict[Path, _Page]) -> None:
    foreign = {url for page in parsed.values() for url in page.loaded if urlsplit(url).netloc}
    for sheet in site.rglob("*.css"):
        foreign |= set(
            re.findall(r"(?:url\(|@import\s*)[\"']?(https?://[^)\"']+)", sheet.read_text())
        )
    assert not foreign


def test_the_reference_holds_every_property_command_and_public_name(site: Path) -> None:
    from hallmark_rl import sandbox, sdk
    from hallmark_rl.commands import COMMANDS
    from hallmark_rl.conformance.catalogue import catalogue
    from hallmark_rl.sdk import hallmark, verifiers
    from hallmark_rl.sdk.adapters import trl

    def anchors(page: str) -> set[str]:
        return _Page((site / "reference" / page).read_text("utf-8")).anchors

    for entry in catalogue().values():
        assert entry.id in anchors(f"properties/{entry.chapter}.html")
    assert set(COMMANDS) <= anchors("commands.html")
    shown = {"sandbox": [sandbox], "sdk": [sdk, hallmark], "verifiers": [verifiers], "trl": [trl]}
    for page, module in [(page, module) for page, modules in shown.items() for module in modules]:
        names = {f"{module.__name__}.{name}" for name in module.__all__}
        assert names <= anchors(f"python/{page}.html")


def test_no_page_names_a_place_of_this_machine(site: Path) -> None:
    places = [str(ROOT), str(site), sys.prefix]
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        assert not [place for place in places if place in text], path


def test_the_search_index_holds_every_page(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    pages = {str(path.relative_to(site)) for path in site.rglob("*.html")} - {"404.html"}
    assert pages <= found
