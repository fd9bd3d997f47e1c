"""The report: size, charts, and, in Chromium, filters, hover, dark mode and a narrow screen."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.train.environments.rollout_env import Assignment, RolloutEpisode, Turn
from hallmark_rl.train.metrics.evaluation import HeldOut, LevelResult, episode_to_dict
from hallmark_rl.train.reporting.charts import Line, chart, is_flat, nice_range, run_charts, smooth
from hallmark_rl.train.reporting.generations import compact, read_pairs, read_samples
from hallmark_rl.train.reporting.page import facts_of, write_report

STEPS = 30


def episode(seed: int, *, won: bool, level: int = 1, text: str = "answer") -> RolloutEpisode:
    columns = {"won": float(won), "style": seed / 100, "constant": 1.0}
    return RolloutEpisode(
        Assignment("train", level, seed),
        turns=[Turn("a question", f"{text} {seed}", float(won), columns)],
        done=True,
        success=won,
        verified=won,
    )


def sampled(out: Path, episodes: list[tuple[int, RolloutEpisode]]) -> Path:
    lines = [json.dumps(episode_to_dict(each, step=step)) + "\n" for step, each in episodes]
    (out / "episodes.jsonl").write_text("".join(lines))
    return out / "episodes.jsonl"


def metrics() -> list[dict[str, Any]]:
    return [
        {
            "step": step, "success": step / 50, "return": step / 50, "timeouts": 0.0,
            "errors": 0.1, "entropy": 1 - step / 50, "zero_variance": 0.2,
            "completion_tokens": 9.0 + step % 3, "verified": step / 50, "mean_return": step / 50,
            "seconds": {"generate": 0.1, "environment": 0.1, "update": 0.2 + step / 100},
            "columns": {"won": step / 50, "style": 0.5 + step / 100, "constant": 1.0},
        }
        for step in range(1, STEPS + 1)
    ]  # fmt: skip


def write(out: Path, *, text: str = "answer", count: int = 60) -> Path:
    """A report with `count` sampled episodes: every third is solved, every fifth of level 2."""
    episodes = [
        (1 + n // 2, episode(n, won=n % 3 == 0, level=2 if n % 5 == 0 else 1, text=text))
        for n in range(count)
    ]
    rng = random.Random(4)
    start, end = ([episode(n, won=rng.random() < p) for n in range(80)] for p in (0.2, 0.7))
    before, after = HeldOut(start, start), HeldOut(end, start)
    path = sampled(out, episodes)
    rows = metrics()
    facts = facts_of(
        environment="my <env>", policy="a model", seed=0, steps=STEPS, cpu_s=1.0,
        results=[LevelResult.of(1, before, after).to_dict()],
        curriculum=[], train=rows, held_out=rows[::5], alarms=[], stopped=None,
        pairs={1: read_pairs(before, after, 400_000)}, samples=read_samples(path),
        safeguards={"a": "b"}, files=["episodes.jsonl"],
    )  # fmt: skip
    write_report(out / "report.html", facts)
    return out / "report.html"


# -- what is written ----------------------------------


def test_a_long_run_stays_below_three_megabytes_and_says_what_is_left_out(tmp_path: Path) -> None:
    page = write(tmp_path, text="long " * 2000, count=3000)
    assert page.stat().st_size < 3_000_000
    text = page.read_text()
    assert "of 3000 episodes, spread evenly over the run" in text
    held = json.loads(text.split('id="data">')[1].split("</script>")[0])["samples"]["episodes"]
    assert held[-1]["step"] > 0.9 * held[0]["step"] + 1000
    assert "more characters)" in held[0]["turns"][0][1]


def test_a_short_run_is_shown_whole(tmp_path: Path) -> None:
    assert "spread evenly" not in write(tmp_path).read_text()


def test_texts_cannot_end_the_script_element(tmp_path: Path) -> None:
    text = write(tmp_path, text="</script><script>alert(1)</script>&amp;").read_text()
    assert "<script>alert" not in text
    assert "my &lt;env&gt;" in text
    held = json.loads(text.split('id="data">')[1].split("</script>")[0])
    assert held["samples"]["episodes"][0]["turns"][0][1].startswith("</script>")


def test_verdicts() -> None:
    won = episode(1, won=True)
    failed = replace(won, failure="ConnectionError", detail="step() raised ...")
    cases = {
        "solved": won,
        "not solved": episode(1, won=False),
        "solved, rejected by the audit": replace(won, verified=False),
        "failed by the environment": failed,
    }
    assert [compact(episode_to_dict(each))["verdict"] for each in cases.values()] == list(cases)
    assert compact(episode_to_dict(failed))["why"] == "step() raised ..."


def test_pairs_put_changed_tasks_first_and_keep_to_the_limit() -> None:
    old = [episode(n, won=n % 2 == 0) for n in range(40)]
    new = [episode(n, won=n % 4 < 2) for n in range(40)]
    both = HeldOut(old, old), HeldOut(new, new)
    found = read_pairs(*both, 100_000)["sampled"]
    kinds = [pair["kind"] for pair in found["pairs"]]
    assert (found["total"], len(kinds)) == (40, 40)
    assert list(dict.fromkeys(kinds)) == [
        "solved only after", "solved only before", "never solved", "always solved"
    ]  # fmt: skip
    few = read_pairs(*both, 6_000)["sampled"]["pairs"]
    assert len({pair["kind"] for pair in few}) == 4, "some of each kind"
    assert len(json.dumps(few)) <= 6_000


# -- charts -------------------------------------------


def test_columns_that_do_not_change_are_folded() -> None:
    drawn = {each["title"]: each["flat"] for each in run_charts(metrics(), metrics()[::5])}
    assert drawn["Column constant"]
    assert drawn["Timeouts"]
    assert not drawn["Column style"]
    assert {"Success", "Return", "Timeouts", "Column won"} <= drawn.keys()
    assert is_flat([Line("x", [(1, None)])])


def test_smoothing_keeps_a_trend_and_halves_noise() -> None:
    noisy = [(float(step), step + (-1.0) ** step) for step in range(60)]
    calm = smooth(noisy)
    assert [x for x, _ in calm] == [x for x, _ in noisy]
    assert max(abs(y - x) for x, y in calm[10:-10]) < 0.5
    assert smooth(noisy[:5]) == noisy[:5]


@pytest.mark.parametrize(
    ("low", "high"),
    [(0, 1), (0.02, 0.9), (-3, 7), (5, 5), (0, 0), (-2, -2), (1e-7, 2e-7), (3, 1e9)],
)
def test_axes_contain_their_values(low: float, high: float) -> None:
    first, last, ticks = nice_range(low, high)
    assert first <= low <= high <= last + 1e-12
    assert first < last
    assert 2 <= len(ticks) <= 7


def test_values_that_are_missing_or_not_finite_are_left_out() -> None:
    drawn = chart("x", [Line("a", [(1, None), (2, float("nan")), (3, 1.0)]), Line("b", [])], 3)
    assert [line["name"] for line in drawn["lines"]] == ["a"]
    assert drawn["lines"][0]["points"] == [[3, 1.0]]


# -- in the browser -----------------------------------


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("report"))


@pytest.fixture
def page(chromium: Any, report: Path) -> Iterator[Any]:
    opened = chromium.new_page(viewport={"width": 1100, "height": 900})
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("request", lambda request: problems.append(request.url))
    opened.goto(report.as_uri())
    problems.clear()  # the page itself is a request
    yield opened
    assert not problems, "errors, or requests for other files"
    opened.close()


def shown(page: Any) -> int:
    text = page.locator("#generations .count").inner_text()
    assert text.endswith("of 60 episodes")
    return int(text.split()[0])


def test_filters(page: Any) -> None:
    field = page.locator("#generations").locator
    assert shown(page) == 60
    field("[name=verdict]").select_option("solved")
    assert shown(page) == 20
    field("[name=level]").select_option("2")
    assert shown(page) == 4
    page.locator("#generations [type=reset]").click()
    page.wait_for_function("document.querySelector('#generations .count').innerText[0] === '6'")
    field("[name=first]").fill("11")
    field("[name=last]").fill("15")
    assert shown(page) == 10
    field("[name=first]").fill("")
    field("[name=last]").fill("")
    field("[name=column]").select_option("style")
    field("[name=least]").fill("0.5")
    assert shown(page) == 10
    field("[name=least]").fill("")
    field("[name=search]").fill("ANSWER 59")
    assert shown(page) == 1
    row = page.locator("#generations .episode").first
    row.locator("summary").click()
    row.locator(".inside").wait_for()
    assert "task: train 59, level 1" in row.inner_text()
    assert "columns, sum per episode: won 0" in row.inner_text()


def test_long_lists_are_shown_page_by_page(page: Any) -> None:
    assert page.locator("#generations .episode").count() == 40
    page.locator("#generations .more").click()
    assert page.locator("#generations .episode").count() == 60
    assert page.locator("#generations .more").is_hidden()


def test_start_and_end(page: Any) -> None:
    count = page.locator("#pairs .count")
    assert count.inner_text() == "80 of 80 tasks"
    page.locator("#pairs [name=kind]").select_option("solved only after")
    first = page.locator("#pairs .pair").first
    assert "Start: not solved" in first.inner_text()
    assert "End: solved" in first.inner_text()
    page.locator("#pairs [name=mode]").select_option("greedy")
    assert count.inner_text() == "0 of 80 tasks"


def test_charts_show_the_values_of_a_step(page: Any) -> None:
    figure = page.locator("figure[data-chart='0']")
    tip = figure.locator(".tip")
    assert tip.is_hidden()
    figure.scroll_into_view_if_needed()
    box = figure.locator("svg").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 9, box["y"] + 30)
    assert tip.inner_text().split("\n")[:2] == [f"step {STEPS}", f"training {STEPS / 50:g}"]
    page.mouse.move(2, 2)
    assert tip.is_hidden()
    figure.focus()
    page.keyboard.press("ArrowRight")
    assert f"step {STEPS}\n" in tip.inner_text(), "the last step stays the last"
    page.keyboard.press("ArrowLeft")
    assert f"step {STEPS - 1}\n" in tip.inner_text()
    page.keyboard.press("Escape")
    assert tip.is_hidden()
    assert figure.locator("polyline.smooth").count() == 1
    assert page.locator("details.folded figure").count() >= 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_in_both_colour_schemes(chromium: Any, report: Path, scheme: str) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 800}, color_scheme=scheme)
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (colour == "rgb(255, 255, 255)") == (scheme == "light")
    page.close()
