"""The suite's HTML report in Chromium: search, verdict filters, a narrow screen, dark mode."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.reporting import Report, Row, write_all


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [
        Row("reset.seed_zero", "fail", "seed 0 is ignored " + "x" * 200, verdict="broken"),
        Row("reset.not_done", "pass", verdict="pass"),
        Row("runtime.task_declaration_accuracy", "pass", verdict="pass"),
        Row("semantic.oracle_max", "unproved", "write oracle()", verdict="unproved"),
    ]
    written = write_all(
        Report("envs/wordle", "x", "quick", 0, 1.0, rows), tmp_path_factory.mktemp("report")
    )
    return written["report.html"]


def test_search_and_filters(chromium: Any, report: Path) -> None:
    page = chromium.new_page(viewport={"width": 1000, "height": 800})
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(report.as_uri())
    items = page.locator(".item:visible")
    assert items.count() == 4
    page.locator("#search").fill("SEED 0 is")
    assert items.count() == 1
    assert page.locator("section:visible").count() == 1, "chapters without a match are hidden"
    page.locator("#search").fill("no such text")
    assert page.locator("#nothing").is_visible()
    page.locator("#search").fill("")
    page.locator("#hide-pass").uncheck()
    assert items.count() == 2
    assert page.locator("section:visible").count() == 2
    page.locator("#hide-pass").check()
    page.goto(report.as_uri() + "#reset.not_done")
    assert page.locator("#reset\\.not_done .body").is_visible(), "a link opens its property"
    assert not problems
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_in_both_colour_schemes(chromium: Any, report: Path, scheme: str) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 800}, color_scheme=scheme)
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (colour == "rgb(255, 255, 255)") == (scheme == "light")
    page.close()
