"""A small stand-in for the Hugging Face hub on localhost: one user, Spaces, uploads of files."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

TOKEN = "hf_" + "x" * 34


class StandInHub:
    """What the hub holds.

    Attributes:
        folder: the files of the one Space.
        log: method and path of every request.
        space: what the hub says about the Space: `host`, `private` and `runtime`.
        refusal: an HTTP status with which every commit is refused; 0 for none.
        committed: called after every commit.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log: list[str] = []
        self.space: dict[str, Any] = {"host": None, "private": False, "runtime": None}
        self.refusal = 0
        self.committed: Callable[[], None] = lambda: None
        self.url = ""

    def answer(self, method: str, path: str, body: bytes, token: str) -> tuple[int, Any]:
        """Status and JSON of a reply."""
        self.log.append(f"{method} {path}")
        if token != f"Bearer {TOKEN}":
            return 401, {"error": "Invalid credentials"}
        if path == "/api/whoami-v2":
            return 200, {"type": "user", "name": "me", "fullname": "Me", "orgs": []}
        if path == "/api/validate-yaml":
            return 200, {"errors": [], "warnings": []}
        if path == "/api/repos/create":
            name = json.loads(body)["name"]
            self.space["sdk"] = json.loads(body)["sdk"]
            return 200, {"url": f"{self.url}/spaces/me/{name}", "name": f"me/{name}"}
        if "/preupload/" in path:
            files = [
                {"path": file["path"], "uploadMode": "regular", "shouldIgnore": False}
                for file in json.loads(body)["files"]
            ]
            return 200, {"files": files}
        if "/commit/" in path:
            return self._commit(body)
        if "/revision/" in path or re.fullmatch(r"/api/spaces/me/[\w-]+", path):
            return 200, {"id": path.removeprefix("/api/spaces/"), "sha": "1" * 40, **self.space}
        return 404, {"error": f"no {path}"}

    def _commit(self, body: bytes) -> tuple[int, Any]:
        if self.refusal:
            return self.refusal, {"error": "refused"}
        for line in body.decode().splitlines():
            entry = json.loads(line)
            if entry["key"] == "file":
                target = self.folder / entry["value"]["path"]
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(base64.b64decode(entry["value"]["content"]))
        self.committed()
        return 200, {
            "success": True,
            "commitOid": "2" * 40,
            "commitUrl": f"{self.url}/spaces/me/x/commit/{'2' * 40}",
            "hookOutput": "",
        }


@contextlib.contextmanager
def stand_in_hub(folder: Path) -> Iterator[StandInHub]:
    """Serve a hub on a free port of 127.0.0.1 until the end."""
    hub = StandInHub(folder)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            body = self._body()
            path = self.path.partition("?")[0]
            token = self.headers.get("Authorization", "")
            status, content = hub.answer(self.command, path, body, token)
            data = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        do_GET = do_POST = do_HEAD = do_PUT = handle_any

        def _body(self) -> bytes:
            if "chunked" not in self.headers.get("Transfer-Encoding", ""):
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = []
            while size := int(self.rfile.readline().strip(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)

        def log_message(self, *args: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hub.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
