"""Episodes as the report holds them: compact, and never more than fit into its size."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.metrics.evaluation import HeldOut, episode_to_dict

SAMPLES_BYTES = 1_800_000
"""The most that the sampled episodes may take in the page."""
PAIRS_BYTES = 800_000
"""The most that the episodes of the start and the end may take in the page."""
MAX_TEXT_CHARS = 1200
"""A longer text is cut; the files hold it whole."""


_PAIR_KIND = {
    (False, True): "solved only after",
    (True, False): "solved only before",
    (False, False): "never solved",
    (True, True): "always solved",
}
PAIR_KINDS = tuple(_PAIR_KIND.values())
"""What can happen to a task between the start and the end."""


def compact(episode: dict[str, Any]) -> dict[str, Any]:
    """An episode of `episode_to_dict` with short names, as the page's script reads it."""
    return {
        "step": episode.get("step"),
        "level": episode["task"]["level"],
        "task": f"{episode['task']['split']} {episode['task']['seed']}",
        "verdict": verdict(episode),
        "why": _cut(episode.get("detail") or episode.get("failure") or ""),
        "return": round(episode["return"], 4),
        "columns": {name: round(value, 4) for name, value in episode["columns"].items()},
        "turns": [
            [
                _cut(turn["observation"]),
                _cut(turn["completion"]),
                round(turn["reward"], 4),
                turn["error"] or "",
            ]
            for turn in episode["turns"]
        ],
    }


def verdict(episode: dict[str, Any]) -> str:
    """How an episode ended, in the words of the page's filter."""
    if episode["failure"]:
        return "failed by the environment"
    if episode["success"] and episode["verified"] is False:
        return "solved, rejected by the audit"
    return "solved" if episode["success"] else "not solved"


def read_samples(path: Path, limit: int = SAMPLES_BYTES) -> dict[str, Any]:
    """The sampled episodes of a run, from its `episodes.jsonl`.

    Returns:
        `total`: how many there are, and `episodes`: all of them, or as many as fit into `limit`
        bytes, spread evenly over the run.
    """
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    episodes = [compact(json.loads(line)) for line in lines]
    return {"total": len(episodes), "episodes": _spread(episodes, limit)}


def read_pairs(before: HeldOut, after: HeldOut, limit: int) -> dict[str, dict[str, Any]]:
    """Episodes of the same task before and after training, by mode.

    Args:
        before: the episodes at the start.
        after: those at the end, of the same tasks in the same order.
        limit: bytes for each mode. Of each kind of pair as many are taken as of the others while
            there are any; those that changed come first.

    Returns:
        For `sampled` and `greedy`: `total`, how many pairs there are, and `pairs`.
    """
    return {
        "sampled": _pairs(before.sampled, after.sampled, limit),
        "greedy": _pairs(before.greedy, after.greedy, limit),
    }


def _pairs(
    before: Sequence[RolloutEpisode], after: Sequence[RolloutEpisode], limit: int
) -> dict[str, Any]:
    by_kind: dict[str, list[dict[str, Any]]] = {kind: [] for kind in PAIR_KINDS}
    for old, new in zip(before, after, strict=True):
        kind = _PAIR_KIND[bool(old.success), bool(new.success)]
        pair = {"before": compact(episode_to_dict(old)), "after": compact(episode_to_dict(new))}
        by_kind[kind].append({"kind": kind, **pair})
    in_turn = chain.from_iterable(zip_longest(*by_kind.values()))
    chosen = list(_while_room([pair for pair in in_turn if pair is not None], limit))
    chosen.sort(key=lambda pair: PAIR_KINDS.index(pair["kind"]))
    return {"total": len(before), "pairs": chosen}


def _spread(items: list[dict[str, Any]], limit: int) -> list[dict[str, Any]]:
    """All items if they fit, else every n-th of them."""
    size = sum(map(_size, items))
    stride = max(1, -(-size // limit))
    while items and sum(map(_size, items[::stride])) > limit and stride < len(items):
        stride += 1
    return list(_while_room(items[::stride], limit))


def _while_room(items: Sequence[dict[str, Any]], limit: int) -> Iterator[dict[str, Any]]:
    for item in items:
        limit -= _size(item)
        if limit < 0:
            return
        yield item


def _size(item: dict[str, Any]) -> int:
    return len(json.dumps(item)) + 2


def _cut(text: str) -> str:
    if len(text) <= MAX_TEXT_CHARS:
        return text
    return f"{text[:MAX_TEXT_CHARS]}... ({len(text) - MAX_TEXT_CHARS} more characters)"
