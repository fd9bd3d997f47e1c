"""Whether a step was accepted: what an environment's response says about the action it got.

A step is accepted if it returned and its message does not say that the action was refused. It says
so in one of three ways, none of which the first message of the episode shows already:

* a field named for errors (`error`, `invalid_action`, `last_error`...) is set, or a counter of such
  a name has grown;
* a field named for acceptance (`valid`, `is_legal`, `ok`, `accepted`) is false, or a status is one
  of the words for a refusal;
* a new text says it ("invalid command", "expected one of..."), or stands in a field that the
  observation model describes as the reason of a refusal ("why the last action did nothing"), and
  nothing else has changed but texts that repeat the action, counters, `metadata` and the fields of
  the verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import differences
from hallmark_rl.conformance.core.json_tree import texts_in

REJECTED_BY_MODEL = ("InvalidAction", "VALIDATION_ERROR")
"""Errors of an action that the action model rejects; the environment did not see it."""

_ERROR_NAME = re.compile(
    r"(^|_)(error|errors|err|exception|invalid|illegal|refused|rejected|refusal)(_|$)", re.I
)
_ACCEPTED_NAME = re.compile(
    r"^(is_|was_|action_|move_|command_)*(valid|legal|accepted|ok|understood|recogni[sz]ed)"
    r"(_action|_move|_command)?$",
    re.I,
)
_STATUS_NAME = re.compile(r"(^|_)(status|result|outcome|code|type|kind)$", re.I)
_STATUS_REFUSED = re.compile(
    r"(error|invalid|illegal|refused|rejected|unknown|malformed|unsupported|bad)"
    r"([_ -](action|command|move|input|request|format))?",
    re.I,
)
_REFUSING_TEXT = re.compile(
    r"\b(in-?valid|illegal|un(known|recogni[sz]ed|supported|parse?able)|malformed|refused|rejected"
    r"|not\s+(an?\s+|in\s+(the|a)\s+)?(valid|legal|recogni[sz]ed|understood|allowed|supported"
    r"|permitted|accepted|available|found|known|list|possible)"
    r"|(do|did|does|can|could)(\s+not|n['o]?t|n’t)\s+(understand|recogni[sz]e|parse|know|do\s+that"
    r"|read|decode|accept|exist)|there\s+(is|are|was)\s+no(ne|thing)?\b.{1,40}\b(named|called"
    r"|(of|with|by)\s+(this|that|such))\s|must\s+(be|have|contain|start|begin|match|use)|expected|usage\s*:"
    r"|(valid|allowed|available|legal|possible|known)\s+\w+\s*(are|is|:)|no\s+such"
    r"|syntax\s+error|bad\s+(command|action|request|input|move)|(try|use)\s+one\s+of|what\?)"
    r"|^\W*error\b",
    re.I,
)
_REASON = re.compile(
    r"\b(why|reason)\b.{0,50}\b(refus|reject|did\s+nothing|(had|has)\s+no\s+effect|ignored|invalid"
    r"|illegal|(not|n't)\s+(accepted|valid|legal|possible|allowed|done|carried|counted))",
    re.I,
)
"""In the description of a field that tells why an action was refused."""
_BEGINNING = 160
"""Characters in which a text says that it refuses; a log or a document may say it further on."""
COUNTER_NAME = re.compile(
    r"(\.length$|step|turn|count|attempt|tries|remaining|left|budget|time|elapsed|round|moves|number"
    r"|\b(slot|tick|minute|hour|day|night|week|clock)\b)",
    re.I,
)
"""Numbers that change with every step, accepted or not."""
_DEPTH = 3
VERDICT = ("metadata", "reward", "done", "success", "score", "columns")
"""Fields that tell how an episode stands: an illegal move may lose it."""


def refusal(first: Response, before: Response, after: Response, action: Any) -> str:
    """Why a step counts as refused, in a few words with the environment's text; empty if not.

    Args:
        first: the response to the reset that began the episode.
        before: the response to the call before the step.
        after: the response to the step.
        action: the action, whose texts a message may repeat.
    """
    if after.data is None:
        kind = "rejected by the model" if after.error in REJECTED_BY_MODEL else "raises"
        return f"{kind}: {after}"
    return _told_by_a_field(first, before, after) or _text_problem(first, before, after, action)


def is_told_refused(first: Response, before: Response, after: Response) -> bool:
    """Whether a message says that the action was refused, whatever else has changed.

    The arguments are those of `refusal`.
    """
    if after.data is None:
        return False
    known = {*texts_in(first.data), *texts_in(before.data)}
    new = [text for text in texts_in(after.data) if text not in known]
    says_so = any(_REFUSING_TEXT.search(text[:_BEGINNING]) for text in new)
    return says_so or bool(_told_by_a_field(first, before, after))


def _told_by_a_field(first: Response, before: Response, after: Response) -> str:
    """The field that says that the action was refused, and how; empty if there is none."""
    opening = dict(_named_values(first.data or {}))
    earlier = dict(_named_values(before.data or {}))
    for path, value in _named_values(after.data or {}):
        if value == opening.get(path, ()):
            continue
        problem = _field_problem(path.rpartition(".")[2], value, earlier.get(path))
        if problem:
            return f"{path}: {problem}"
    return ""


def _field_problem(name: str, value: Any, earlier: Any) -> str:
    """Why a field's name and value say that the action was refused; empty if they do not."""
    if _ERROR_NAME.search(name):
        if isinstance(value, bool):
            return "True" if value else ""
        if isinstance(value, int | float):
            known = isinstance(earlier, int | float)
            return str(value) if value > (earlier if known else 0) else ""
        if isinstance(value, list):
            grown = not isinstance(earlier, list) or len(value) > len(earlier)
            return str(value[-1])[:200] if value and grown else ""
        return _short(value) if value else ""
    if _ACCEPTED_NAME.match(name) and value is False:
        return "False"
    if _STATUS_NAME.search(name) and isinstance(value, str):
        return value if _STATUS_REFUSED.fullmatch(value) else ""
    return ""


def _text_problem(first: Response, before: Response, after: Response, action: Any) -> str:
    """The new text that refuses the action, if nothing else has changed; empty if there is none."""
    known = set(texts_in(first.data))
    new = [text for text in texts_in(after.data) if text not in known]
    reasons = _given_reasons(after)
    refusing = [t for t in new if t in reasons or _REFUSING_TEXT.search(t[:_BEGINNING])]
    if not refusing or after.numeric_reward > 0:
        return ""
    sent = set(texts_in(action))
    for item in differences(before.data or {}, after.data):
        if item.path.partition(".")[0] in VERDICT or item.volatile:
            continue
        value = item.right
        if isinstance(value, str) and (
            value in refusing or any(text and text in value for text in sent)
        ):
            continue
        if isinstance(value, int | float) and COUNTER_NAME.search(item.path):
            continue
        if value in (None, "", "(missing)"):
            continue
        return ""
    return _short(refusing[0])


def _given_reasons(after: Response) -> set[str]:
    """Texts of the fields that the observation model describes as the reason of a refusal."""
    if not isinstance(after.raw, BaseModel):
        return set()
    fields = type(after.raw).model_fields
    names = [name for name, field in fields.items() if _REASON.search(field.description or "")]
    values = [(after.data or {}).get(name) for name in names]
    return {value for value in values if isinstance(value, str) and value}


def _named_values(data: Mapping[str, Any], path: str = "", depth: int = 0) -> Iterator[Any]:
    """(path, value) of every field, in dicts down to three levels."""
    for key, value in data.items():
        inner = f"{path}.{key}" if path else str(key)
        yield inner, value
        if isinstance(value, dict) and depth < _DEPTH:
            yield from _named_values(value, inner, depth + 1)


def _short(value: Any) -> str:
    text = " ".join((value if isinstance(value, str) else repr(value)).split())
    return text if len(text) <= 200 else text[:197] + "..."
