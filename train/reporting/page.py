"""Write `report.html`: a single file that needs no other, and shows what a run did."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape

from hallmark_rl.train.reporting import charts
from hallmark_rl.train.reporting.generations import PAIR_KINDS


def write_report(path: Path, facts: dict[str, Any]) -> None:
    """Render the report.

    Args:
        path: the HTML file to write.
        facts: what `facts_of` returned; `hallmark_rl.train.exporting.run_summary` lists the names.
    """
    jinja = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters["percent"] = lambda value: f"{value:.1%}"
    jinja.filters["number"] = lambda value: f"{value:.3f}"
    drawn = charts.run_charts(facts["train"], facts["held_out"])
    data = {
        "charts": [
            {"last": each["last_step"], "lines": [_hover_data(line) for line in each["lines"]]}
            for each in drawn
        ],
        "samples": facts["samples"],
        "pairs": facts["pairs"],
    }
    page = jinja.get_template("report.html.j2").render(
        charts=list(enumerate(drawn)),
        size={
            name: getattr(charts, name) for name in ("WIDTH", "HEIGHT", "LEFT", "RIGHT", "BOTTOM")
        },
        pair_kinds=PAIR_KINDS,
        data=_script_json(data),
        **{name: value for name, value in facts.items() if name != "pairs"},
    )
    path.write_text(page, encoding="utf-8")


def facts_of(**facts: Any) -> dict[str, Any]:
    """What the template reads, as JSON data; dataclasses become mappings."""
    return json.loads(json.dumps(facts, default=asdict))  # type: ignore[no-any-return]


def _hover_data(line: dict[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in ("name", "colour", "points")}


def _script_json(data: Any) -> str:
    """JSON that can stand in a script element, whatever the texts in it are."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
