"""A game as one token sequence: what the environment says, what the model says, turn after turn.

The model's own tokens are never decoded and encoded again. What comes between two of its turns is
cut out of the chat template once, so that any model with a template can be used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

_MARK = "<<here>>"


@dataclass(frozen=True)
class Dialogue:
    """Token ids of the parts of a conversation, by one tokenizer's chat template."""

    tokenizer: Any
    system: str | None = None

    def openings(self, texts: list[str]) -> list[list[int]]:
        """Everything before the model's first turn, for each text."""
        known = {text: self._template(self._first(text), answer=True) for text in set(texts)}
        return self._encode([known[text] for text in texts])

    def replies(self, texts: list[str]) -> list[list[int]]:
        """What stands between the end-of-turn token and the model's next turn, for each text."""
        before, after = self._frame
        return self._encode([before + text + after for text in texts])

    def spoken(self, texts: list[str]) -> list[list[int]]:
        """Turns of the model, each with its end-of-turn token."""
        return [[*ids, self.end] for ids in self._encode(texts)]

    def said(self, turns: list[list[int]]) -> list[str]:
        """The texts of turns of the model."""
        return [str(self.tokenizer.decode(ids, skip_special_tokens=True)) for ids in turns]

    @property
    def end(self) -> int:
        """The token that ends a turn of the model."""
        return int(self.tokenizer.eos_token_id)

    @property
    def pad(self) -> int:
        """The token that fills a batch."""
        return int(self.tokenizer.pad_token_id)

    def _first(self, text: str) -> list[dict[str, str]]:
        asked = {"role": "user", "content": text}
        return [{"role": "system", "content": self.system}, asked] if self.system else [asked]

    @cached_property
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

    def _encode(self, texts: list[str]) -> list[list[int]]:
        if not texts:
            return []
        encoded = self.tokenizer(texts, add_special_tokens=False, return_attention_mask=False)
        return [list(ids) for ids in encoded["input_ids"]]
