"""A server with the HTTP interface of `vllm serve` that TRL uses, for a model in this process.

It is a real server for TRL's client, with a copy of the model that changes only by the weights that
are sent to it. What it replaces is NCCL: `send_weights` stands for the broadcast to the server.
"""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import torch


class VllmStandIn:
    """Serves a copy of a model on a free port.

    Args:
        model: the model to copy.
        end: the id of the token that ends a turn.
        stale: ignore the weights that are sent: a server that is wrong in that way.

    Attributes:
        url: the address.
        requests: the paths that were asked for, in their order.
        announced: the names of the weights that the trainer announced last.
    """

    def __init__(self, model: Any, end: int, *, stale: bool = False) -> None:
        self.requests: list[str] = []
        self.announced: list[str] = []
        self._model, self._end, self._stale = copy.deepcopy(model).eval(), end, stale
        self._generator = torch.Generator().manual_seed(0)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def send_weights(self, iterator: Iterator[tuple[str, Any]], trainer_args: Any = None) -> None:
        """What `NCCLWeightTransferEngine.trainer_send_weights` does over NCCL."""
        sent = dict(iterator)
        if not self._stale:
            missing = self._model.load_state_dict(
                {name: value.detach().clone() for name, value in sent.items()}, strict=False
            )
            assert not missing.unexpected_keys, missing

    def answer(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The JSON answer to a request."""
        self.requests.append(path)
        if path == "/v1/models":
            return {"data": [{"id": "stand-in"}]}
        if path == "/update_weights":
            self.announced = body["update_info"]["names"]
        if path == "/v1/completions":
            assert body["return_token_ids"]
            assert body["logprobs"] is not None
            return {"choices": [self._complete(ids, body) for ids in body["prompt"]]}
        return {}

    def _complete(self, prompt: list[int], body: dict[str, Any]) -> dict[str, Any]:
        ids, logprobs = list(prompt), []
        with torch.inference_mode():
            for _ in range(body["max_tokens"]):
                logits = self._model(input_ids=torch.tensor([ids])).logits[0, -1].float()
                scores = torch.log_softmax(logits / body["temperature"], -1)
                token = int(torch.multinomial(scores.exp(), 1, generator=self._generator))
                ids.append(token)
                logprobs.append(float(scores[token]))
                if token == self._end:
                    break
        turn = ids[len(prompt) :]
        return {
            "prompt_token_ids": prompt,
            "token_ids": turn,
            "logprobs": {
                "tokens": [f"token_id:{token}" for token in turn],
                "token_logprobs": logprobs,
                "top_logprobs": [None] * len(turn),
            },
        }


def _handler(stand_in: VllmStandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply({})

        def do_POST(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            self._reply(json.loads(self.rfile.read(size) or b"{}"))

        def _reply(self, body: dict[str, Any]) -> None:
            data = json.dumps(stand_in.answer(self.path, body)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            return

    return Handler
