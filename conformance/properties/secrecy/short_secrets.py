"""Secrets that are too short to be recognised in a text: numbers, letters, short codes.

A `7` in a message may be anything. A place whose value is the secret on every seed, while secrets
vary, is a leak. The probability that a place of a sound environment agrees by chance is estimated
from the data: how often its values agree with the secrets of other seeds. A violation is reported
if that many agreements have, over all places that were compared, a probability under `_ERROR_RATE`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.encodings import encoded_forms, find_encoded
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import declared_secrets

Read = Callable[[Any, Any], Iterator[tuple[str, str]]]
"""Takes the driver and its last response; yields names of places and the texts there."""

LONGEST_SHORT = 3
"""Texts up to this length, and numbers of any length, are short secrets."""
_SEEDS = 40
_LEAST_SEEDS = 8
_STEPS = 4
_SECONDS = 1.0
_ERROR_RATE = 1e-6
_WORDS = 40
"""Words of a text that are compared by their place, from the start and from the end."""
_TIMES = re.compile(r"(^|[._])(seconds|elapsed|latency|timestamp|time|ms)$")


@dataclass(frozen=True)
class _Sample:
    """What was read at one place on one seed, and the secrets that were to be kept there."""

    seed: int
    value: Any
    secrets: tuple[str, ...]
    calls: tuple[Call, ...]


Places = dict[tuple[int, str], list[_Sample]]
"""Samples by the number of the step and the place."""


def is_short(secret: str) -> bool:
    """Whether a secret would be found by chance in texts that do not reveal it."""
    return len(secret.strip()) <= LONGEST_SHORT or _number(secret) is not None


def mentions_secret(action: Action, secrets: list[str]) -> bool:
    """Whether the action contains a secret in some encoding."""
    text = json.dumps(action, default=repr, ensure_ascii=False)
    return any(find_encoded(secret, text) for secret in secrets)


def require_no_steady_place(
    context: CheckContext,
    read: Read,
    known: Iterable[Sequence[str]],
    *,
    hidden: bool = False,
    actions: list[Action] | None = None,
    options: Mapping[str, Any] | None = None,
) -> None:
    """Raise if a place that `read` yields holds a short secret on every seed.

    Args:
        context: the context of the check.
        read: yields the places, as for `search_secrets`.
        known: the secrets of a few seeds: nothing is compared if most of them are long.
        hidden: whether the places are no part of a task, so that a secret plus or times a
            constant, a reversed one or a mask of its length count too.
        actions: the actions to play, each after a reset; by default the same walk on every seed.
        options: arguments of the resets, beside the seed.

    Raises:
        PropertyViolated: there is such a place.
        EvidenceMissing: there are short secrets, which do not vary enough for a decision.
    """
    if context.subject.url is not None or not _mostly_short(known):
        return
    walk = context.random_episode(1, _STEPS, "steady").actions
    samples: Places = {}
    kept: dict[int, tuple[str, ...]] = {}
    for plan in [walk] if actions is None else [[action] for action in actions[:_STEPS]]:
        _read_samples(context, read, plan, options or {}, samples, kept)
    _require_varied(kept)
    limit = math.log(_ERROR_RATE / max(1, len(samples)))
    for (_, place), found in samples.items():
        for form in _FORMS if hidden else ("",):
            _require_unsteady(place, found, form, limit)


def _mostly_short(known: Iterable[Sequence[str]]) -> bool:
    """Whether at least half of the seeds that have secrets have only short ones."""
    named = [secrets for secrets in known if secrets]
    return 2 * sum(all(map(is_short, secrets)) for secrets in named) >= max(1, len(named))


def _read_samples(
    context: CheckContext,
    read: Read,
    plan: list[Action],
    options: Mapping[str, Any],
    samples: Places,
    kept: dict[int, tuple[str, ...]],
) -> None:
    """Play a plan on many seeds; add what is read before the end, and the seeds' short secrets."""
    cost = context.survey.reset_s + len(plan) * context.survey.step_s
    count = max(_LEAST_SEEDS + 4, min(_SEEDS, int(_SECONDS / max(cost, 1e-4))))
    for seed in range(1, count + 1):
        driver = context.new_driver()
        assert isinstance(driver, InProcessDriver)
        reset = Call("reset", options={"seed": seed, **options})
        calls = [reset, *(Call("step", item) for item in plan)]
        secrets: tuple[str, ...] = ()
        for number, call in enumerate(calls):
            if call.action is not None and mentions_secret(call.action, list(secrets)):
                break
            response = context.call(driver, call)
            if number == 0:
                named = declared_secrets(context.subject, driver)
                secrets = tuple(secret for secret in named if is_short(secret))
                if not secrets or response.data is None:
                    break
                kept[seed] = secrets
            if response.done:
                break
            for name, text in read(driver, response):
                for place, value in _values(name, text):
                    sample = _Sample(seed, value, secrets, tuple(calls[: number + 1]))
                    samples.setdefault((number, place), []).append(sample)
            if response.data is None:
                break
        driver.close()


def _values(name: str, text: str) -> Iterator[tuple[str, Any]]:
    """Numbers and texts with their places; the numbers and words of a text have places too."""
    try:
        data = json.loads(text)
    except ValueError:
        data = text
    for path, value in subtrees(data):
        place = f"{name}{'.' if path and not path.startswith('[') else ''}{path}"
        if isinstance(value, bool) or _TIMES.search(place):
            continue
        if isinstance(value, int | float):
            yield place, value
        elif isinstance(value, str) and value:
            yield place, value
            for number, digits in enumerate(re.findall(r"-?\d+(?:\.\d+)?", value)[:_WORDS]):
                yield f"number {number + 1} in {place}", digits
            words = re.findall(r"\w+", value)
            if len(words) > 1:
                for number, word in enumerate(words[:_WORDS]):
                    yield f"word {number + 1} in {place}", word
                for number, word in enumerate(reversed(words[-_WORDS:])):
                    yield f"word {number + 1} from the end in {place}", word


def _require_varied(kept: dict[int, tuple[str, ...]]) -> None:
    """Raise `EvidenceMissing` if no place could be told from one that agrees by chance."""
    groups = list(kept.values())
    equal = sum(one == other for one in groups for other in groups)
    share = equal / max(1, len(groups)) ** 2
    if len(groups) < _LEAST_SEEDS or share ** len(groups) > _ERROR_RATE:
        example = groups[0][0] if groups else ""
        distinct = len(set(groups))
        raise EvidenceMissing(
            f"secrets as short as {example!r} cannot be recognised in a text, and on {len(groups)} "
            f"seeds there are {distinct} different ones, too few to compare places: let "
            "secrets(env) return longer texts, such as the whole answer"
        )


def _require_unsteady(place: str, found: list[_Sample], form: str, limit: float) -> None:
    """Raise if the place's values are the secrets, in a form, on every seed and not by chance."""
    if len(found) < _LEAST_SEEDS:
        return
    matches = _matcher(found, form)
    if matches is None or not all(matches(sample.value, sample.secrets) for sample in found):
        return
    pairs = [(one, other) for one in found for other in found if one.secrets != other.secrets]
    agreeing = sum(matches(one.value, other.secrets) for one, other in pairs)
    if not pairs:
        return
    # Another seed's secret agrees with this probability; equal secrets count as agreements.
    equal = len(found) ** 2 - len(pairs)
    chance = (agreeing + equal) / len(found) ** 2
    if len(found) * math.log(max(chance, 1 / len(found) ** 2)) < limit:
        sample = found[0]
        how = f" ({form})" if form else ""
        raise PropertyViolated(
            f"on all {len(found)} seeds, {place} is the secret{how}, for example "
            f"{str(sample.value)[:80]!r} where it is {sample.secrets[0]!r}",
            Episode(sample.calls, "without the answer"),
        )


_FORMS = ("", "plus a constant", "times a constant", "reversed", "as the length of a mask")
_Matches = Callable[[Any, tuple[str, ...]], bool]


def _matcher(found: list[_Sample], form: str) -> _Matches | None:
    """Whether a value is one of the secrets in a form; None if the form cannot apply."""
    if form == "":
        return lambda value, secrets: any(_is_secret(value, secret) for secret in secrets)
    if form == "reversed":
        return lambda value, secrets: any(
            len(secret) > 1 and str(value).lower() == secret[::-1].lower() for secret in secrets
        )
    if form == "as the length of a mask":
        return lambda value, secrets: any(
            isinstance(value, str) and len(set(value)) == 1 and str(len(value)) == secret.strip()
            for secret in secrets
        )
    value, secret = _number(found[0].value), _number(found[0].secrets[0])
    if value is None or secret is None:
        return None
    if form == "times a constant":
        factor = value / secret if secret else 0.0
        return lambda value, secrets: (
            factor != 0.0
            and (number := _number(value)) is not None
            and any(
                (known := _number(item)) is not None
                and math.isclose(number, factor * known, rel_tol=1e-9)
                for item in secrets
            )
        )
    offset = value - secret

    def differs_by_offset(value: Any, secrets: tuple[str, ...]) -> bool:
        number = _number(value)
        return number is not None and any(
            (known := _number(item)) is not None and number - known == offset for item in secrets
        )

    return differs_by_offset


def _is_secret(value: Any, secret: str) -> bool:
    """Whether a value equals a secret as a number or text, or is one of its encodings."""
    number = _number(value)
    if number is not None and number == _number(secret):
        return True
    if not isinstance(value, str):
        return False
    text = value.strip().lower()
    if text == secret.strip().lower():
        return True
    return len(text) > 1 and any(
        text.rstrip("=") == form.lower()
        for name, form in encoded_forms(secret, every=True).items()
        if len(form) > 1 and name not in ("reversed", "as JSON")
    )


def _number(value: Any) -> float | None:
    """A number, or the number that a text is; None for others."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    try:
        return float(value) if re.fullmatch(r"\s*-?\d+(\.\d+)?\s*", value) else None
    except (TypeError, OverflowError):
        return None
