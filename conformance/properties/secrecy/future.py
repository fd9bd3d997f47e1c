"""Secrecy: what is drawn for later shows when it is its time, and not before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import PropertyViolated

Pieces = dict[str, Any]
"""Numbers and texts by the place where they stand; `#0` is the first number in a text."""

_SEEDS = range(1, 25)
_STEPS = 4
_LEAST = 8
_CHANCE = 1e-6
"""How likely equal values may be on all seeds by chance."""
_PAST = re.compile(
    r"(^|[._])(history|past|log|trace|previous|prior|earlier|seen|so_far|until_now|record|played)"
)
_NAMING = re.compile(r"(^|_)(id|ids|seed|task|level|difficulty|scenario|episode|split|mode)(_|$)")


@dataclass(frozen=True)
class Moment:
    """What can be read after one call."""

    shown: Pieces
    metadata: Pieces
    state: Pieces


@check("secrecy.nothing_ahead")
def nothing_ahead(context: CheckContext) -> None:
    """On many seeds, under the same actions, look for news of a step in what came before."""
    context.require_deterministic()
    for actions in context.until_budget(_ways(context), least=2):
        plays = {seed: _watched(context, seed, actions) for seed in _SEEDS}
        _require_no_early_reading(context, plays, actions)
        _require_past_only(plays, actions)


def _ways(context: CheckContext) -> list[list[Action]]:
    """The same few steps for every seed: nothing in them follows the task."""
    walks = [context.random_episode(1, _STEPS, f"ahead {number}").actions for number in range(2)]
    return [*walks, *([action] * _STEPS for action in context.pool[:6])]


def _watched(context: CheckContext, seed: int, actions: list[Action]) -> list[Moment]:
    driver = context.new_driver()
    moments = []
    seen = driver.reset(seed=seed, episode_id="same")
    for action in [*actions, None]:
        if seen.data is None:
            break
        moments.append(_moment(seen, driver.state()))
        if seen.done or action is None:
            break
        seen = driver.step(action)
    driver.close()
    return moments


def _moment(seen: Response, state: Response) -> Moment:
    data = dict(seen.data or {})
    metadata = data.pop("metadata", None)
    for name in ("reward", "done"):
        data.pop(name, None)
    return Moment(*(dict(_pieces(part)) for part in (data, metadata, state.data)))


def _pieces(message: Any) -> Iterator[tuple[str, Any]]:
    for path, value in subtrees(message):
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield path, value
        elif isinstance(value, str) and value:
            yield path, value
            for number, digits in enumerate(re.findall(r"\d+(?:\.\d+)?", value)[:20]):
                yield f"{path}#{number}", float(digits)


def _news(plays: dict[int, list[Moment]], step: int) -> dict[str, dict[int, Any]]:
    """Places of the observation whose values at a step are new there, by seed; if they vary."""
    found: dict[str, dict[int, Any]] = {}
    for seed, moments in plays.items():
        if len(moments) > step:
            before = [moment.shown for moment in moments[:step]]
            for path, value in moments[step].shown.items():
                if all(shown.get(path) != value for shown in before):
                    found.setdefault(path, {})[seed] = value
    return {path: values for path, values in found.items() if _telling(list(values.values()))}


def _telling(values: list[Any]) -> bool:
    """Whether values of that many seeds are not equal to others by chance."""
    counts = Counter(map(repr, values)).values()
    likely = sum(count * count for count in counts) / max(1, len(values)) ** 2
    return len(values) >= _LEAST and likely ** len(values) < _CHANCE


def _same(early: Any, late: Any) -> bool:
    """Whether a value of before is, or is a word of, a value of now."""
    if isinstance(early, str) and isinstance(late, str) and len(early) >= 3:
        return re.search(rf"(?<!\w){re.escape(early)}(?!\w)", late) is not None
    return type(early) is not str and type(late) is not str and bool(early == late)


def _require_no_early_reading(
    context: CheckContext, plays: dict[int, list[Moment]], actions: list[Action]
) -> None:
    """What the state or metadata hold from the reset on is not what is only shown later."""
    places = (
        ["metadata"] if "open_state" in context.declared.capabilities else ["state", "metadata"]
    )
    for step in range(1, _STEPS + 1):
        for path, news in _news(plays, step).items():
            if _NAMING.search(path.rpartition(".")[2]):
                continue
            told = _matches([[m.shown for m in plays[seed][:step]] for seed in news], news)
            for place in () if told else places:
                first = [[getattr(plays[seed][0], place)] for seed in news]
                names = [n for n in _matches(first, news) if not _NAMING.search(n)]
                if names and _telling([plays[s][0].__dict__[place][names[0]] for s in news]):
                    raise PropertyViolated(
                        f"on {len(news)} seeds {place}'s {names[0]} holds from the reset on what "
                        f"the observation's {path} shows after step {step}",
                        Episode.of(next(iter(news)), actions[:step], "ahead"),
                    )


def _require_past_only(plays: dict[int, list[Moment]], actions: list[Action]) -> None:
    """What is called history does not hold the news of the next step, at two steps."""
    found: list[tuple[str, str]] = []
    for step in range(1, _STEPS + 1):
        for path, news in _news(plays, step).items():
            if _PAST.search(path):
                continue
            before = [plays[seed][step - 1].shown for seed in news]
            names = _matches([[shown] for shown in before], news)
            if names and all(_PAST.search(name) for name in names):
                found.append((names[0], path))
                break
    if len(found) >= 2:
        name, path = found[0]
        raise PropertyViolated(
            f"{name} holds what {path} shows a step later",
            Episode.of(next(iter(plays)), actions[: len(found)], "ahead"),
        )


def _matches(before: list[list[Pieces]], news: dict[int, Any]) -> list[str]:
    """The places that hold, on every seed, at one of its moments, that seed's news."""
    common: set[str] | None = None
    for moments, late in zip(before, news.values(), strict=True):
        here = {n for pieces in moments for n, early in pieces.items() if _same(early, late)}
        common = here if common is None else common & here
        if not common:
            return []
    return sorted(common or ())
