"""Write `report.html`: a single file without external links that shows what a run did."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape

from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.metrics.evaluation import episode_to_dict

_WIDTH, _HEIGHT, _PAD = 460, 170, 32
_COLOURS = ("#1f6f8b", "#c8553d", "#588157", "#7b5ea7", "#b08900", "#444444")


def write_report(path: Path, facts: dict[str, Any]) -> None:
    """Render the report.

    Args:
        path: the HTML file to write.
        facts: what `facts_of` returned; `hallmark_rl.train.exporting.run_summary` lists the names.
    """
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = lambda value: f"{value:.1%}"
    environment.filters["number"] = lambda value: f"{value:.3f}"
    rows, held = facts["train"], facts["held_out"]
    columns = sorted({name for row in rows for name in row["columns"]})
    charts = [
        chart(
            "Success",
            {
                "training episodes": [(r["step"], r["success"]) for r in rows],
                "held-out, verified": [(r["step"], r["verified"]) for r in held],
                "held-out, mean return": [(r["step"], r["mean_return"]) for r in held],
                **{
                    f"held-out, level {level}": [
                        (r["step"], r["levels"][level]["verified"])
                        for r in held
                        if level in r.get("levels", {})
                    ]
                    for level in sorted({level for r in held for level in r.get("levels", {})})
                },
            },
        ),
        chart("Entropy", {"entropy": [(r["step"], r["entropy"]) for r in rows]}),
        chart(
            "Groups without a gradient", {"share": [(r["step"], r["zero_variance"]) for r in rows]}
        ),
        chart(
            "Tokens per episode",
            {"mean": [(r["step"], r["completion_tokens"]) for r in rows]},
        ),
        chart(
            "Seconds per step",
            {
                name: [(r["step"], r["seconds"][part]) for r in rows]
                for part, name in (
                    ("generate", "generate"),
                    ("environment", "waiting for environments"),
                    ("update", "update"),
                )
            },
        ),
        *(
            chart(f"Column {name}", {name: [(r["step"], r["columns"].get(name)) for r in rows]})
            for name in columns
        ),
    ]
    page = environment.get_template("report.html.j2").render(charts=charts, **facts)
    path.write_text(page, encoding="utf-8")


def chart(title: str, lines: dict[str, list[tuple[int, float | None]]]) -> dict[str, Any]:
    """The coordinates of a small line chart, for the template's inline SVG.

    Args:
        title: shown above the chart.
        lines: points `(x, y)` of each named line; points without y are left out.
    """
    drawn = {name: [(x, y) for x, y in points if y is not None] for name, points in lines.items()}
    every = [point for points in drawn.values() for point in points] or [(0, 0.0)]
    right = max(1, *(x for x, _ in every))
    low, high = min(0.0, *(y for _, y in every), 0.0), max(y for _, y in every)
    high = high if high > low else low + 1.0

    def place(x: float, y: float) -> str:
        across = _PAD + x / right * (_WIDTH - 2 * _PAD)
        down = _HEIGHT - _PAD - (y - low) / (high - low) * (_HEIGHT - 2 * _PAD)
        return f"{across:.1f},{down:.1f}"

    return {
        "title": title,
        "width": _WIDTH,
        "height": _HEIGHT,
        "pad": _PAD,
        "low": f"{low:.2f}",
        "high": f"{high:.2f}",
        "right": right,
        "lines": [
            {
                "name": name,
                "colour": colour,
                # Else it hides the line that it should follow.
                "dashed": name.endswith("mean return"),
                "points": " ".join(place(x, y) for x, y in points),
            }
            for (name, points), colour in zip(drawn.items(), _COLOURS, strict=False)
        ],
    }


def before_and_after(before: list[RolloutEpisode], after: list[RolloutEpisode]) -> list[Any]:
    """Episodes of the same task before and after training, as JSON data.

    At most three pairs: the first two that are solved only afterwards, and the first that is not
    solved afterwards. `before` and `after` must have the same tasks in the same order.
    """
    both = list(zip(before, after, strict=True))
    better = [pair for pair in both if pair[1].success and not pair[0].success]
    worse = [pair for pair in both if not pair[1].success]
    chosen = better[:2] + worse[:1] or both[:1]
    return [[episode_to_dict(episode) for episode in pair] for pair in chosen]


def sample_episodes(path: Path, count: int = 12) -> list[Any]:
    """Up to `count` episodes spread over the run, from its `episodes.jsonl`."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    spread = max(1, len(lines) // count)
    return [json.loads(line) for line in lines[::spread][:count]]


def facts_of(**facts: Any) -> dict[str, Any]:
    """What the template reads, as JSON data; dataclasses become mappings."""
    return json.loads(json.dumps(facts, default=_as_mapping))  # type: ignore[no-any-return]


def _as_mapping(value: Any) -> Any:
    return asdict(value)
