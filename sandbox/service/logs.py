"""Logs of the service: one JSON object a line, without programs, results or tokens."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

LOGGER = logging.getLogger("hallmark_rl.sandbox.service")
_FIELDS = ("request", "client", "method", "path", "code", "seconds", "bytes")


class JsonFormatter(logging.Formatter):
    """Formats a record as JSON, with the fields of a request where it has them."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        fields: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        fields |= {name: vars(record)[name] for name in _FIELDS if name in vars(record)}
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields)


def log_to_stderr(level: str = "INFO") -> None:
    """Send the logs of this process to standard error, as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
