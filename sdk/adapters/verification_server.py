"""Ask a resources server of NeMo Gym what an answer earns: `/verify` pays for it.

An episode is what NeMo Gym's simple agent makes of a reply without tools: `POST /seed_session` with
the row, then, with the cookies of that session, `POST /verify` with the row and the reply.

This imports the standard library only: the conformance suite also loads it, as a file.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any

_LONGEST = 16 << 20
"""Bytes of a reply that are read."""
_LEAST_SECONDS = 0.01


class ServerError(Exception):
    """The server did not pay for an answer with a reward.

    Attributes:
        clause: why, without what the server said, which may hold the right answer.
    """

    def __init__(self, clause: str, said: str = "") -> None:
        super().__init__(f"{clause}: {said}" if said else clause)
        self.clause = clause


def verify(
    url: str,
    headers: Mapping[str, str],
    answer: str,
    row: Mapping[str, Any],
    seconds: float | None = None,
) -> dict[str, Any]:
    """What an answer to a row earns: `reward`, and the parts of it by name.

    Args:
        url: the address of the server, without a slash at its end.
        headers: HTTP headers of each request.
        answer: the text of the reply.
        row: a row of the server's data set.
        seconds: how long the server may take to answer; None for no limit.

    Raises:
        ServerError: it gave no reward in time.
    """
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    ends = None if seconds is None else time.monotonic() + seconds
    _post(opener, url, headers, "/seed_session", row, ends)
    body = {**row, "response": response_of(answer)}
    return columns_of(_post(opener, url, headers, "/verify", body, ends))


def response_of(answer: str) -> dict[str, Any]:
    """An answer as the smallest valid response of OpenAI's Responses API: one message.

    A lone surrogate becomes `?`: no text that a model sends over HTTP holds one.
    """
    text = answer.encode("utf-8", "replace").decode("utf-8")
    content = {"type": "output_text", "text": text, "annotations": []}
    message = {"id": "msg", "type": "message", "role": "assistant", "status": "completed"}
    return {
        "id": "resp",
        "created_at": 0,
        "model": "hallmark",
        "object": "response",
        "output": [{**message, "content": [content]}],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
    }


def json_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers of a request that sends JSON."""
    return {"Content-Type": "application/json", **headers}


def _post(
    opener: urllib.request.OpenerDirector,
    url: str,
    headers: Mapping[str, str],
    path: str,
    body: Mapping[str, Any],
    ends: float | None,
) -> Any:
    """The JSON that a route answers with before the time `ends`; `ServerError` if it does not."""
    request = urllib.request.Request(
        f"{url}{path}", json.dumps(body).encode(), json_headers(headers)
    )
    left = None if ends is None else max(ends - time.monotonic(), _LEAST_SECONDS)
    try:
        with opener.open(request, timeout=left) as reply:
            content = reply.read(_LONGEST + 1)
    except urllib.error.HTTPError as error:
        said = " ".join(error.read(2000).decode("utf-8", "replace").split())
        raise ServerError(f"POST {path} was answered with status {error.code}", said) from None
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        if isinstance(reason, TimeoutError):
            raise ServerError(f"POST {path} was not answered in time") from None
        raise ServerError(f"POST {path} was not answered", str(reason)) from None
    if len(content) > _LONGEST:
        raise ServerError(f"POST {path} was answered with more than {_LONGEST} bytes")
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise ServerError(f"POST {path} was answered with no JSON", repr(content[:80])) from None


def columns_of(reply: Any) -> dict[str, Any]:
    """`reward`, and `reward_components` by name, of a reply to `/verify`."""
    if not isinstance(reply, dict):
        raise ServerError("POST /verify was answered with no object", repr(str(reply)[:80]))
    if "reward" not in reply:
        raise ServerError("POST /verify was answered without a reward", str(sorted(reply)[:20]))
    if failure := reply.get("_ng_failure_class"):
        why = str(reply.get("_ng_failure_judge_error", ""))[:200]
        raise ServerError("POST /verify was answered with a failure", f"{failure}: {why}")
    parts = reply.get("reward_components")
    columns = {str(key): part for key, part in parts.items()} if isinstance(parts, dict) else {}
    return {**columns, "reward": reply["reward"]}
