"""The token ids of a conversation's parts: observations and turns of the model.

The model's own tokens are never decoded and encoded again. The text between two of its turns is cut
out of the chat template once, so any model with a chat template works.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

_MARK = "<<observation>>"


@dataclass(frozen=True)
class ChatTokens:
    """Encodes and decodes the parts of a conversation with one tokenizer's chat template.

    Attributes:
        tokenizer: a Hugging Face tokenizer with a chat template, an eos and a pad token.
        system: the system prompt; None for none.
    """

    tokenizer: Any
    system: str | None = None

    @property
    def has_template(self) -> bool:
        """Whether the tokenizer has a chat template."""
        return getattr(self.tokenizer, "chat_template", None) is not None

    def encode_messages(self, messages: list[dict[str, str]]) -> list[int]:
        """Everything before the model's first turn, for a conversation that has begun."""
        return self._encode([self._apply_template(messages)])[0]

    def encode_openings(self, observations: list[str]) -> list[list[int]]:
        """Everything before the model's first turn, for each first observation."""
        prompts = {
            text: self._apply_template(self._opening_messages(text)) for text in set(observations)
        }
        return self._encode([prompts[text] for text in observations])

    def encode_replies(self, observations: list[str]) -> list[list[int]]:
        """Encode, for each later observation, the text between the model's end-of-turn token and
        its next turn."""
        before, after = self._observation_frame
        return self._encode([before + text + after for text in observations])

    def encode_turns(self, completions: list[str]) -> list[list[int]]:
        """Turns of the model, each with its end-of-turn token."""
        return [[*ids, self.end] for ids in self._encode(completions)]

    def decode_turns(self, turns: list[list[int]]) -> list[str]:
        """The texts of turns of the model, without special tokens."""
        return [str(self.tokenizer.decode(ids, skip_special_tokens=True)) for ids in turns]

    @property
    def end(self) -> int:
        """The id of the token that ends a turn of the model."""
        return int(self.tokenizer.eos_token_id)

    @property
    def pad(self) -> int:
        """The id of the padding token."""
        return int(self.tokenizer.pad_token_id)

    def _opening_messages(self, text: str) -> list[dict[str, str]]:
        user = {"role": "user", "content": text}
        return [{"role": "system", "content": self.system}, user] if self.system else [user]

    @cached_property
    def _observation_frame(self) -> tuple[str, str]:
        """What the template puts before and after an observation that follows a turn of the model.

        Raises `ValueError` if the template does not end turns with the eos token.
        """
        messages = [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": "b"},
            {"role": "user", "content": _MARK},
        ]
        before, mark, after = self._apply_template(messages).rpartition(_MARK)
        turn, end, between = before.rpartition("b" + self.tokenizer.eos_token)
        if not (mark and turn and end):
            raise ValueError(
                "the chat template does not end the model's turn with its eos token "
                f"{self.tokenizer.eos_token!r}: set tokenizer.eos_token to the one it uses"
            )
        return between, after

    def _apply_template(self, messages: list[dict[str, str]]) -> str:
        return str(
            self.tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        )

    def _encode(self, texts: list[str]) -> list[list[int]]:
        if not texts:
            return []
        encoded = self.tokenizer(texts, add_special_tokens=False, return_attention_mask=False)
        return [list(ids) for ids in encoded["input_ids"]]
