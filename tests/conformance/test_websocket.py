"""What a session over a WebSocket leaves alone in this process."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

import pytest

pytest.importorskip("websockets")
from websockets.sync import client
from websockets.sync.server import serve

from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.client.websocket import WebSocketDriver


@pytest.mark.parametrize("end", [WebSocketDriver.close, WebSocketDriver.drop])
def test_an_idle_session_draws_no_random_numbers(
    end: Callable[[WebSocketDriver], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hypothesis would take the draw of a thread for one of the strategy that it is using."""
    monkeypatch.setitem(client.connect.__kwdefaults__, "ping_interval", 0.05)
    with serve(lambda connection: connection.recv(), "127.0.0.1", 0, ping_interval=None) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        state = random.getstate()
        port = server.socket.getsockname()[1]
        session = WebSocketDriver(ServerAddress(f"http://127.0.0.1:{port}"))
        time.sleep(0.3)
        end(session)
        time.sleep(0.1)
        assert random.getstate() == state
