"""`llm_judge` as the measure of a column, with a client that returns fixed replies."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk.environment.rewards import Column, ColumnError, Reward, Transition
from hallmark_rl.sdk.verifiers import llm_judge


class FixedReplies:
    """A judge that gives fixed replies."""

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.prompts: list[str] = []

    async def complete(self, prompt: str, **kwargs: Any) -> str:
        self.prompts.append(prompt)
        await asyncio.sleep(0)
        return self.replies.pop(0)


ESSAY = "The loop halves the range, so it ends after log n steps."


def opinion(client: Any, text: str = ESSAY, **options: Any) -> float:
    measure = llm_judge(client, "Is it clear?", lambda step: text, **options)
    return float(Column("clear", measure, kind="process")(None, Transition(None, None)))


def test_a_judge_scores_from_0_to_1() -> None:
    assert opinion(FixedReplies("SCORE: 7")) == 0.7
    assert opinion(FixedReplies(" SCORE:10\n")) == 1.0


@pytest.mark.parametrize("text", ["", ":", "Solution", "Thought process:", "yes yes yes yes yes"])
def test_texts_with_few_words_are_not_sent_to_the_judge(text: str) -> None:
    client = FixedReplies("SCORE: 10")
    assert opinion(client, text) == 0.0
    assert client.prompts == []


@pytest.mark.parametrize("reply", ["", "10", "SCORE: 11", "I'd say SCORE: 9", "SCORE: 9.5/10"])
def test_a_reply_that_is_not_a_score_is_an_error(reply: str) -> None:
    with pytest.raises(ColumnError, match="'clear'"):
        opinion(FixedReplies(reply))


def test_a_slow_judge_is_an_error() -> None:
    class Slow:
        async def complete(self, prompt: str, **kwargs: Any) -> str:
            await asyncio.sleep(60)
            return "SCORE: 10"

    with pytest.raises(ColumnError, match="TimeoutError"):
        opinion(Slow(), timeout_s=0.05)


def test_every_prompt_has_a_new_fence() -> None:
    client = FixedReplies("SCORE: 1", "SCORE: 1")
    opinion(client)
    opinion(client)
    fences = [prompt.splitlines()[-2] for prompt in client.prompts]
    assert fences[0] != fences[1]
    assert all(
        prompt.count(fence) == 3 for prompt, fence in zip(client.prompts, fences, strict=True)
    )


def test_a_judge_works_inside_a_running_loop() -> None:
    async def inside() -> float:
        return opinion(FixedReplies("SCORE: 5"))

    assert asyncio.run(inside()) == 0.5


def test_a_reward_needs_an_outcome_without_a_judge() -> None:
    opinionated = Column("clear", llm_judge(FixedReplies(), "?", str), kind="outcome")
    with pytest.raises(ValueError, match="is not an llm_judge"):
        Reward(opinionated)
    hidden = Column(
        "clear", lambda step: llm_judge(FixedReplies("SCORE: 9"), "?", str)(step), kind="outcome"
    )  # type: ignore[operator]
    with pytest.raises(ColumnError, match="TypeError"):
        hidden(None, Transition(ESSAY, None))
    Reward(opinionated, Column("right", lambda step: 1.0, kind="outcome"))
