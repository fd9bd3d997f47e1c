"""Reward: an episode that its step limit ends pays what the texts say of it.

"After 24 commands the day ends without pay", "a game that is not finished after 24 steps counts as
lost, -1": the end by the limit is often another branch of the code than the end by the agent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.number_words import NUMBER_WORDS, number_of
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_LIMIT = re.compile(
    rf"\b(?:after|within|in) (?:the )?(?P<count>\d{{1,3}}|{'|'.join(NUMBER_WORDS[1:])})"
    r"(?:st|nd|rd|th)? [a-z]+",
    re.I,
)
_NOTHING = re.compile(
    r"\b(?:unpaid|unrewarded|without (?:any )?(?:pay|reward)|(?:pays?|earns?|gives?|scores?|worth)"
    r" (?:nothing|no reward)|(?:ends?|closes?|stops?) (?:\w+ )?with (?:a reward of )?0(?!\.?\d))\b",
    re.I,
)
_NUMBER = re.compile(
    r"\b(?:ends? with|pays?|earns?|costs?|(?:counts?|ends?|is) (?:as )?(?:a )?(?:lost|loss)[,:]?"
    r"|with a reward of|reward (?:of|is)) \(?(?P<number>-\d+(?:\.\d+)?|[01]\.\d+)",
    re.I,
)
_OTHER = re.compile(r"\b(if|unless|each|every|per|half|at most|up to|levels?|rest|left)\b", re.I)
_FILLERS, _SOLUTIONS = 8, 4
_FILLED = 3
"""How many of the last steps are the same action at least."""


@check("reward.stated_at_limit")
def stated_at_limit(context: CheckContext) -> None:
    """Play until the limit ends the episode, from its start and from within solutions."""
    stated = dict(_stated(task_sentences(context)))
    if not stated:
        raise NotApplicable("no text says what an episode pays that its limit ends")
    reached = False
    for episode in context.until_budget(_episodes(context, max(stated)), least=_FILLERS):
        trace = context.play(episode)
        steps = len(trace) - 1
        if steps not in stated or not trace[-1].done or trace[-1].data is None:
            continue
        number, sentence = stated[steps]
        reached = True
        paid = [response.numeric_reward for response in trace[1:]]
        last, total = paid[-1], sum(paid)
        before = paid[-2] if steps > 1 else 0.0
        if number == 0:  # the filler pays nothing before, so it is the end that pays
            fits = last <= 0 or any(pay > 0 for pay in paid[-_FILLED:-1])
        else:
            fits = any(abs(value - number) < 1e-6 for value in (last, last - before, total))
        if not fits:
            raise PropertyViolated(
                f"step {steps} ends the episode and pays {last:.4g}, {total:.4g} in all, though "
                f"a text says {sentence[:160]!r}",
                Episode(episode.calls[: steps + 1], "the limit ends the episode"),
            )
    if not reached:
        raise NotApplicable(f"no play lasted {' or '.join(map(str, stated))} steps")


def _stated(sentences: list[str]) -> Iterator[tuple[int, tuple[float, str]]]:
    """Numbers of steps after which an episode ends, each with what is paid then."""
    for sentence in sentences:
        limit = _LIMIT.search(sentence)
        if limit is None or _OTHER.search(sentence):
            continue
        count = int(number_of(limit["count"]))
        number = _NUMBER.search(sentence)
        if number is not None:
            yield count, (float(number["number"]), sentence)
        elif _NOTHING.search(sentence):
            yield count, (0.0, sentence)


def _episodes(context: CheckContext, longest: int) -> Iterator[Episode]:
    """One action again and again, at first and after all of a solution but its last action."""
    fillers = [action for idle in context.survey.null_rollouts[:1] for action in idle.actions[:1]]
    fillers += [*context.survey.invalid[:1], *context.pool[:_FILLERS]]
    for action in fillers:
        yield Episode.of(context.seeds[0], [action] * longest, "repetition")
    for solution in context.solutions[:_SOLUTIONS]:
        begun = solution.actions[:-1][: longest - _FILLED]
        for action in fillers[:3]:
            filled = [*begun, *[action] * (longest - len(begun))]
            yield Episode.of(solution.seed, filled, "an unfinished solution")
