"""An SVG badge with the result of a run."""

from __future__ import annotations

from xml.sax.saxutils import escape

from hallmark_rl.conformance.reporting.run_report import Report

_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img">
<title>hallmark: {text}</title>
<rect width="62" height="20" rx="3" fill="#444"/>
<rect x="58" width="{rest}" height="20" rx="3" fill="{colour}"/>
<rect x="58" width="6" height="20" fill="{colour}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="6" y="14">hallmark</text><text x="66" y="14">{text}</text></g></svg>
"""


def render(report: Report) -> str:
    """The SVG: how many properties hold and at which levels, or how many are broken or unproved."""
    if report.proved:
        scope = [part for part in report.variants.split("; ") if part and "tasks" not in part]
        text, colour = " · ".join([f"{report.count('pass')} hold", *scope]), "#2e7d32"
    elif report.count("broken"):
        text, colour = f"{report.count('broken')} broken", "#c62828"
    elif report.count("error"):
        text, colour = f"{report.count('error')} errors", "#b26a00"
    elif report.count("flaky"):
        text, colour = f"{report.count('flaky')} flaky", "#b26a00"
    else:
        text, colour = f"{report.count('unproved')} unproved", "#b26a00"
    width = 74 + 7 * len(text)
    return _SVG.format(text=escape(text), colour=colour, width=width, rest=width - 58)
