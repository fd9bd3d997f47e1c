"""The results of benchmarks, their history and the page made from them; no time is asserted."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "benchmarks"


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """`benchmarks/report.py`, with all that it writes below a temporary folder."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for name in ("results", "report"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import report as module  # type: ignore[import-not-found,unused-ignore]

    for name in ("HISTORY", "PAGE"):
        monkeypatch.setattr(module, name, tmp_path / Path(getattr(module, name)).name)
    for name in ("PLOTS", "RESULTS"):
        monkeypatch.setattr(module, name, tmp_path / name.lower())
    yield module
    for name in ("results", "report"):
        sys.modules.pop(name, None)


def results_of(report: ModuleType, value: float) -> object:
    """Results with one figure."""
    table = sys.modules["results"].Table(["what", "ms"], [["a fork", f"{value:.1f}"]])
    return report.Results([table], {"cost": report.Figure(value)}, ["A note."], machine="m")


def test_results_survive_the_file(report: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "r.json"
    written = results_of(report, 2.0)
    sys.modules["results"].publish(written, path)
    assert report.read(path) == written


def test_a_table_is_markdown(report: ModuleType) -> None:
    text = results_of(report, 2.0).markdown()  # type: ignore[attr-defined]
    assert text.splitlines()[:3] == [
        "| what   | ms  |",
        "| ------ | --- |",
        "| a fork | 2.0 |",
    ]
    assert text.endswith("- A note.")


@pytest.mark.parametrize(
    ("better", "old", "new", "is_worse"),
    [
        ("lower", 1.0, 1.2, True),
        ("lower", 1.0, 1.1, False),
        ("lower", 1.0, 0.5, False),
        ("higher", 1.0, 0.8, True),
        ("higher", 1.0, 0.95, False),
        ("higher", 1.0, 2.0, False),
    ],
)
def test_a_figure_that_got_worse_is_found(
    report: ModuleType, better: str, old: float, new: float, is_worse: bool
) -> None:
    found = report.worse({"x": report.Figure(new, better)}, {"x": old})
    assert found == ({"x": (old, new)} if is_worse else {})


def test_a_new_figure_is_compared_with_nothing(report: ModuleType) -> None:
    assert report.worse({"x": report.Figure(9.0)}, {}) == {}


def test_the_history_compares_equal_machines_and_other_commits(report: ModuleType) -> None:
    def line(machine: str, commit: str, value: float) -> dict[str, object]:
        names = {"benchmark": "sandbox", "machine": machine, "commit": commit}
        return {**names, "figures": {"x": value}}

    lines = [line("m", "a", 1.0), line("other", "b", 2.0), line("m", "b", 3.0), line("m", "c", 4.0)]
    assert report.last_figures(lines, "sandbox", "m", "c") == {"x": 3.0}
    assert report.last_figures(lines, "policy", "m", "c") == {}


def test_a_commit_has_one_line_for_each_benchmark_and_machine(report: ModuleType) -> None:
    benchmark = report.BENCHMARKS[0]
    for value, commit in ((1.0, "a"), (2.0, "a"), (3.0, "b")):
        report.remember(benchmark, results_of(report, value), commit)
    assert [(line["commit"], line["figures"]) for line in report.history()] == [
        ("a", {"cost": 2.0}),
        ("b", {"cost": 3.0}),
    ]


def test_the_page_shows_results_and_says_what_was_not_measured(report: ModuleType) -> None:
    first, second = report.BENCHMARKS[:2]
    sys.modules["results"].publish(results_of(report, 2.0), first.file)
    data = json.loads(first.file.read_text("utf-8"))
    first.file.write_text(json.dumps({**data, "commit": "a"}), "utf-8")
    report.remember(first, results_of(report, 1.0), "before")
    text = report.page({second.name: "it needs a GPU"})
    assert "| a fork | 2.0 |" in text
    assert "- cost: 1 before, 2 now" in text
    assert "Not measured: it needs a GPU." in text
    assert "Not measured: it was not run." in text


def test_a_benchmark_that_fails_keeps_the_earlier_result(report: ModuleType) -> None:
    broken = report.Benchmark("broken", "Broken", "no_such_file.py")
    report.RESULTS.mkdir()
    broken.file.write_text("{}", "utf-8")
    assert "failed with exit status" in report.run(broken)
    assert broken.file.read_text("utf-8") == "{}"


def test_the_committed_page_has_every_benchmark(report: ModuleType) -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    for benchmark in report.BENCHMARKS:
        assert f"## {benchmark.title}\n\n`{benchmark.command}`" in page


def test_plots_of_equal_data_are_equal(report: ModuleType, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot = report.Plot("Growth", "steps", "s", {"walk": [(1, 2.0), (4, 3.0)]}, True)
    for name in ("a.svg", "b.svg"):
        report.draw(plot, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


SCRIPTS = sorted(
    path.name for path in FOLDER.glob("*.py") if "from results import" in path.read_text("utf-8")
)


def test_every_script_of_the_page_reports_its_results(report: ModuleType) -> None:
    assert {benchmark.script for benchmark in report.BENCHMARKS} == {*SCRIPTS} - {"report.py"}


HELP_OF_EACH = """
import contextlib, io, json, os, runpy, sys

texts = {}
for path in sys.argv[1:]:
    sys.argv, sys.path[0] = [path, "--help"], os.path.dirname(path)
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            runpy.run_path(path, run_name="__main__")
    except SystemExit as end:
        assert not end.code, (path, end.code)
    texts[path] = output.getvalue()
print(json.dumps(texts))
"""


def test_each_benchmark_starts_and_writes_json() -> None:
    """One after the other in one process."""
    absent = [name for name in ("ray", "psutil", "websockets") if find_spec(name) is None]
    paths = [str(FOLDER / name) for name in SCRIPTS if name != "report.py"]
    for path in [*paths]:
        text = Path(path).read_text("utf-8")
        if any(f"import {name}" in text or f"from {name}" in text for name in absent):
            paths.remove(path)
    assert paths
    command = [sys.executable, "-c", HELP_OF_EACH, *paths]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    texts = json.loads(shown.stdout)
    assert [path for path in paths if "--json" not in texts[path]] == []
