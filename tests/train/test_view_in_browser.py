"""`hallmark view` in Chromium: filters, one episode, more episodes, a link, a narrow screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")

from hallmark_rl.train.metrics.evaluation import write_episodes
from hallmark_rl.train.metrics.metrics_log import MetricsLog
from hallmark_rl.train.reporting.recorded_episodes import find_episode_files
from hallmark_rl.train.reporting.view_routes import PAGE_SIZE, view_app
from tests.sdk.play.browser import serving
from tests.train.test_recorded_episodes import recorded

MARKUP = "</pre><img src=x onerror='window.harmed=1'>\ndef f():\n    return 1"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    run: Path = tmp_path_factory.mktemp("run")
    log = MetricsLog(run)
    for step in range(1, PAGE_SIZE + 21):
        answer = MARKUP if step == 1 else f"answer of {step}"
        log.write_episode(step, recorded(step, step % 2, answer))
    write_episodes(run / "after-1.jsonl", [recorded(9, 1.0), recorded(10, 0.0)])
    with serving(view_app("a <b> run", find_episode_files(run))) as at:
        yield f"{at}/view"


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    opened = chromium.new_page(viewport={"width": 390, "height": 800})
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.goto(address)
    opened.wait_for_selector(".episode")
    yield opened
    assert opened.evaluate("window.harmed") is None
    assert opened.evaluate("document.documentElement.scrollWidth") == 390
    opened.close()
    assert not problems


def counted(page: Any, text: str) -> None:
    page.wait_for_selector(f"#count:text-is('{text}')")


def test_filters(page: Any) -> None:
    counted(page, "70 of 70 episodes")
    page.select_option("[name=verdict]", label="solved")
    counted(page, "35 of 70 episodes")
    page.fill("[name=first_step]", "60")
    page.keyboard.press("Enter")
    counted(page, "5 of 70 episodes")
    page.fill("[name=text]", "ANSWER OF 61")
    page.keyboard.press("Enter")
    counted(page, "1 of 70 episodes")
    page.fill("[name=least]", "much")
    page.keyboard.press("Enter")
    page.wait_for_selector("#notice:text('least must be a number')")
    page.click("#clear")
    counted(page, "70 of 70 episodes")
    page.select_option("[name=file]", label="after-1.jsonl")
    counted(page, "2 of 2 episodes")
    assert page.locator("#first-step").is_hidden()


def test_more_episodes_and_one_of_them(page: Any) -> None:
    assert page.locator(".episode").count() == PAGE_SIZE
    page.click("#more")
    page.wait_for_selector(f".episode:nth-child({PAGE_SIZE + 20})")
    assert page.locator("#more").is_hidden()
    page.locator(".episode summary").first.click()
    page.wait_for_selector(".episode .listing")
    assert "what is 1?" in page.locator(".episode .inside").first.inner_text()
    assert "onerror" in page.locator(".listing").inner_text(), "markup is shown as text"


def test_the_filters_are_in_the_address(page: Any, chromium: Any) -> None:
    page.select_option("[name=order]", label="last")
    page.fill("[name=last_step]", "7")
    page.keyboard.press("Enter")
    counted(page, "7 of 70 episodes")
    other = chromium.new_page()
    other.goto(page.url)
    other.wait_for_selector("#count:text-is('7 of 70 episodes')")
    assert "answer of 7" in other.locator(".episode").first.inner_text()
    other.close()
