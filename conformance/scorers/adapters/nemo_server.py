"""A resources server of NeMo Gym: a row of its data set is a task, `/verify` pays for an answer.

An episode is what NeMo Gym's simple agent makes of a reply without tools: `POST /seed_session` with
the row, then, with the cookies of that session, `POST /verify` with the row and the reply.
"""

from __future__ import annotations

import importlib.util
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any

_PROBE_SECONDS = 10.0
_ABSENT = (404, 405)
_REFUSED = (401, 403)
_SCRIPT = """\
import json
import urllib.request
headers = {headers!r}
def verify(answer, row):
    message = {{"id": "msg", "type": "message", "role": "assistant", "status": "completed"}}
    message["content"] = [{{"type": "output_text", "text": answer, "annotations": []}}]
    response = {{"id": "resp", "created_at": 0, "model": "hallmark", "object": "response"}}
    response |= {{"output": [message], "parallel_tool_calls": False, "tool_choice": "auto"}}
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    for path, body in (
        ("/seed_session", row),
        ("/verify", {{**row, "response": {{**response, "tools": []}}}}),
    ):
        sent = {{"Content-Type": "application/json", **headers}}
        request = urllib.request.Request({url!r} + path, json.dumps(body).encode(), sent)
        reply = opener.open(request).read()
    return json.loads(reply)["reward"]"""


def _protocol() -> Any:
    """How a server is asked, as a file: a scorer's process finds no package of this project."""
    path = Path(__file__).parents[3] / "sdk" / "adapters" / "verification_server.py"
    spec = importlib.util.spec_from_file_location("hallmark_verification_server", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_PROTOCOL = _protocol()


def load(name: str, args: Mapping[str, Any]) -> tuple[Callable[..., Any], dict[str, Any]]:
    """The scorer of a server and its facts.

    Args:
        name: the server's address.
        args: `headers` of every request.

    Ends with `sys.exit` and a sentence if no resources server answers there.
    """
    url, headers = name.rstrip("/"), dict(args.get("headers") or {})
    require_server(url, headers)

    def score(answer: str, task: Mapping[str, Any]) -> dict[str, Any]:
        # Without a limit: whoever makes the call ends this process when its time is over.
        columns: dict[str, Any] = _PROTOCOL.verify(url, headers, answer, task)
        return columns

    hidden = dict.fromkeys(headers, "...")
    facts = {
        "declared": None,
        "files": [],
        "script": [_SCRIPT.format(url=url, headers=hidden)],
        "call": "verify({answer}, {task})",
    }
    return score, facts


def require_server(url: str, headers: Mapping[str, str]) -> None:
    """End with a sentence unless `/verify` exists: an empty body is refused there, not unknown."""
    request = urllib.request.Request(f"{url}/verify", b"{}", _PROTOCOL.json_headers(headers))
    try:
        urllib.request.urlopen(request, timeout=_PROBE_SECONDS).close()
    except urllib.error.HTTPError as error:
        error.close()
        if error.code in _ABSENT:
            sys.exit(
                f"{url} has no route POST /verify (status {error.code}): it is no resources server "
                "of NeMo Gym"
            )
        if error.code in _REFUSED:
            sys.exit(
                f"{url} refuses access (status {error.code}): --header 'Authorization: ...' sends "
                "what it asks for"
            )
    except (OSError, HTTPException, ValueError) as error:
        sys.exit(f"no server answers at {url}: {getattr(error, 'reason', None) or error}")
