"""Reward: an action costs the same in each spelling in which it is carried out.

Where what is done is found by a cleaned text and its price by the text as it was sent, an action
in capital letters, or with a blank before it, is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.probes.shown_amounts import is_means, shown_numbers
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _SHARE = 4, 0.75
_MOST_STEPS = 4
_LONGEST = 80
_REWARD = "reward"


class _Case(NamedTuple):
    """A step of a solution that was also carried out in another spelling.

    Attributes:
        kind: the field and the way in which it is written.
        free: the amount that only the usual spelling changes; empty if there is none.
        episode: the play of the other spelling.
    """

    kind: str
    free: str
    episode: Episode


@check("reward.free_spellings")
def free_spellings(context: CheckContext) -> None:
    """Play charged steps of solutions in other spellings, and compare what is shown."""
    context.require_deterministic()
    cases: list[_Case] = []
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        cases += {case.kind: case for case in _cases(context, solution)}.values()
    if not cases:
        raise NotApplicable("no charged step of a solution is carried out in another spelling")
    for kind in dict.fromkeys(case.kind for case in cases):
        alike = [case for case in cases if case.kind == kind]
        free = [case for case in alike if case.free]
        if len(free) >= max(_FEWEST, _SHARE * len(alike)):
            sent = to_json(free[0].episode.calls[-1].action)
            raise PropertyViolated(
                f"{sent} does what the usual spelling does, which changes {free[0].free!r}, and "
                f"does not change it ({kind}); so on {len(free)} of {len(alike)} seeds",
                free[0].episode,
            )


def _cases(context: CheckContext, solution: Rollout) -> Iterator[_Case]:
    for place, action in enumerate(solution.actions[:_MOST_STEPS]):
        texts = [(path, text) for path, text in leaves(action) if _is_written(text)]
        before = solution.actions[:place]
        start = last_response(context, solution.seed, before) if texts else None
        usual = last_response(context, solution.seed, [*before, action]) if texts else None
        charged = _charged(start, usual) if start is not None and usual is not None else set()
        if start is None or usual is None or not charged or _told(usual) == _told(start):
            continue
        for path, text in texts:
            if _is_alike(context, solution, before, with_leaf(action, path, _spoilt(text)), usual):
                continue  # the text does not matter
            for kind, written in _spellings(text):
                other = with_leaf(action, path, written)
                reply = _is_alike(context, solution, before, other, usual)
                if reply is not None:
                    free = sorted(charged - _charged(start, reply))
                    episode = Episode.of(solution.seed, [*before, other], "another spelling")
                    yield _Case(f"{_field(path)} {kind}", next(iter(free), ""), episode)


def _is_written(value: Any) -> bool:
    is_short = isinstance(value, str) and 0 < len(value) <= _LONGEST
    return is_short and any(map(str.isalpha, value))


def _spellings(text: str) -> Iterator[tuple[str, str]]:
    forms = {
        "in capital letters": text.upper(),
        "in small letters": text.lower(),
        "with a capital letter": text.title(),
        "with a blank before it": f" {text}",
        "with a blank behind it": f"{text} ",
    }
    return ((kind, form) for kind, form in forms.items() if form != text)


def _spoilt(text: str) -> str:
    """A text of the same length that names nothing."""
    return "".join("q" if letter.isalnum() else letter for letter in text)


def _field(path: Path) -> str:
    return ".".join(key for key in path if isinstance(key, str))


def _is_alike(
    context: CheckContext, solution: Rollout, before: list[Action], other: Action, usual: Response
) -> Response | None:
    """The response to an action that shows what the usual one shows, but for numbers."""
    if not context.source.valid(other):
        return None
    reply = last_response(context, solution.seed, [*before, other])
    return reply if reply is not None and _told(reply) == _told(usual) else None


def _told(response: Response) -> dict[str, str]:
    """The values of a message by their paths, without means, and texts without case and blanks."""
    shown = {key: value for key, value in (response.data or {}).items() if key not in VERDICT}
    return {
        path: "" if isinstance(value, dict | list) else " ".join(str(value).split()).casefold()
        for path, value in subtrees(shown)
        if not is_means(path) and not path.startswith("metadata")
    }


def _charged(start: Response, after: Response) -> set[str]:
    """The shown means that a step changes, and the reward if the step costs some."""
    old, new = shown_numbers(start.data), shown_numbers(after.data)
    changed = {
        path for path in old.keys() & new.keys() if is_means(path) and old[path] != new[path]
    }
    return changed | ({_REWARD} if after.numeric_reward < -1e-9 else set())
