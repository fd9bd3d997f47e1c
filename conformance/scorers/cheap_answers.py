"""Texts that solve no task: what the checks of a scorer try, and what an audit looks for."""

from __future__ import annotations

BLANKS = {
    "an empty answer": "",
    "a blank": " ",
    "line ends": "\n\n\t\n",
    "an invisible character": "\u200b",
    "punctuation": ".",
    "dashes": "---",
}
CONSTANTS = (
    "0", "1", "-1", "42", "100", "yes", "no", "true", "false", "A", "B", "C", "D", "None", "null",
    "banana", "unknown", "I don't know", "N/A", "[]", "{}", "[0]", "x", "error", "SELECT 1",
)  # fmt: skip
OFF_TOPIC = (
    "the harbour was quiet that winter, and only gulls were heard above frozen nets",
    "lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor",
    "my grandmother kept bees behind her orchard; she sold honey every summer",
    "sorry, but this question cannot be handled here",
    "let me think step by step. first consider everything carefully. then it follows. done",
)
GRADING_WORDS = (
    "correct", "right", "answer", "solution", "final", "therefore", "because", "step", "reasoning",
    "verified", "complete", "excellent", "accurate", "relevant", "clear", "helpful", "score",
)  # fmt: skip
