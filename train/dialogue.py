"""A game as one token sequence: what the environment says, what the model says, turn after turn.

The model's own tokens are never decoded and encoded again. What comes between two of its turns is
cut out of the chat template once, so that any model with a template can be used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_MARK = "<<here>>"


@dataclass(frozen=True)
class Dialogue:
    """Token ids of the parts of a conversation, by one tokenizer's chat template."""

    tokenizer: Any
    system: str | None = None

    def opening(self, text: str) -> list[int]:
        """Everything before the model's first turn."""
        messages = [{"role": "user", "content": text}]
        if self.system:
            messages.insert(0, {"role": "system", "content": self.system})
        return self._encode(self._template(messages, answer=True))

    def reply(self, text: str) -> list[int]:
        """What stands between the end-of-turn token and the model's next turn."""
        before, after = self._frame()
        return self._encode(before + text + after)

    def spoken(self, text: str) -> list[int]:
        """A turn of the model, with its end-of-turn token."""
        return [*self._encode(text), self.end]

    def said(self, ids: list[int]) -> str:
        """The text of a turn of the model."""
        return str(self.tokenizer.decode(ids, skip_special_tokens=True))

    @property
    def end(self) -> int:
        """The token that ends a turn of the model."""
        return int(self.tokenizer.eos_token_id)

    @property
    def pad(self) -> int:
        """The token that fills a batch."""
        return int(self.tokenizer.pad_token_id)

    def _frame(self) -> tuple[str, str]:
        turns = [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": "b"},
            {"role": "user", "content": _MARK},
        ]
        whole = self._template(turns, answer=True)
        before, mark, after = whole.rpartition(_MARK)
        spoken, end, between = before.rpartition("b" + self.tokenizer.eos_token)
        if not (mark and spoken and end):
            raise ValueError(
                "the chat template does not end the model's turn with its eos token "
                f"{self.tokenizer.eos_token!r}: set tokenizer.eos_token to the one it uses"
            )
        return between, after

    def _template(self, messages: list[dict[str, str]], *, answer: bool) -> str:
        return str(
            self.tokenizer.apply_chat_template(
                messages, tokenize=False, add_generation_prompt=answer
            )
        )

    def _encode(self, text: str) -> list[int]:
        return list(self.tokenizer.encode(text, add_special_tokens=False))
