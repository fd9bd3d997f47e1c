"""The scorer of an environment whose answers a verification server scores."""

from __future__ import annotations

import json
import logging
import math
import os
import re
from collections.abc import Mapping
from typing import Any

from hallmark_rl.sdk.adapters.verification_server import ServerError, verify
from hallmark_rl.sdk.environment.episode import Fault

_SECONDS = 30.0
_log = logging.getLogger("hallmark.sdk")


class ServedScorer:
    """`score(answer, task)`, which asks a resources server of NeMo Gym.

    Three variables of the process set it: `NAME_SERVER` is the address, `NAME_SERVER_SECONDS` the
    time in which it must answer, and `NAME_SERVER_HEADERS` a JSON object with HTTP headers.

    Attributes:
        address: where the server is.
        seconds: how long it may take for an answer.

    Args:
        name: how the variables begin.
        address: the address, if the variable does not say it.

    Raises:
        ValueError: a variable has a value that cannot be used; no message shows a header.
    """

    def __init__(self, name: str, address: str) -> None:
        self.address = os.environ.get(f"{name}_SERVER", "").rstrip("/") or address
        if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", self.address):
            raise ValueError(f"{name}_SERVER is no address: write http://HOST:PORT")
        self.seconds = _seconds(f"{name}_SERVER_SECONDS")
        self._headers = _headers(f"{name}_SERVER_HEADERS")

    def __call__(self, answer: str, task: Mapping[str, Any]) -> dict[str, Any]:
        """The reward and its parts.

        Raises:
            Fault: the server gave no reward. The episode then ends as a fault of the environment,
                which is not scored. What the server said is in the log only: it may hold the right
                answer.
        """
        try:
            return verify(self.address, self._headers, answer, task, self.seconds)
        except ServerError as error:
            _log.error("the verification server %s gave no reward: %s", self.address, error)
            message = f"the verification server gave no reward: {error.clause}"
            raise Fault("crash", message, "environment") from error


def _seconds(variable: str) -> float:
    text = os.environ.get(variable) or str(_SECONDS)
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise ValueError(f"{variable} is {text!r}: write a positive number of seconds")
    return seconds


def _headers(variable: str) -> dict[str, str]:
    try:
        headers = json.loads(os.environ.get(variable) or "{}")
    except ValueError:
        headers = None
    if not isinstance(headers, dict) or not all(isinstance(item, str) for item in headers.values()):
        raise ValueError(f'{variable} is no JSON object such as {{"Authorization": "Bearer ..."}}')
    return headers
