"""The environments in `hard_to_play` are data: what looks like a test in them is never run."""

from __future__ import annotations

collect_ignore = ["hard_to_play"]
