"""Step: episodes are as long as the texts say."""

from __future__ import annotations

import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.number_words import NUMBER_WORDS, number_of
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_COUNT = rf"(\d{{1,4}}|{'|'.join(NUMBER_WORDS[1:])})"
_UNIT = r"(?:steps?|actions?|turns?)"
_LIMIT = re.compile(
    r"\b(?:at most|no more than|up to|maximum of|limit of|limited to|(?:episodes?|games?) lasts?"
    r"|(?:ends?|ended|over|stops|truncated|terminated) (?:after|within))"
    rf"\s+{_COUNT}\s+(?:\w+ )?{_UNIT}\b(?! of\b)"
    rf"|\byou have {_COUNT} {_UNIT}\b(?! of\b| left\b| remain|\s*:| available| to )"
    rf"|\b{_COUNT}[- ](?:step|action|turn) limit\b"
    rf"|\b(?:step|action|turn) limit(?: is| of|:)? {_COUNT}\b",
    re.I,
)
_EPISODE = re.compile(r"\b(episodes?|games?|(step|action|turn) limit|you have|allowed)\b", re.I)
_OTHER = re.compile(
    r"\b(each|every|per|level|levels|if|unless|without|idle|in a row|consecutive|free|first|oracle"
    r"|hints?|wrong|illegal|invalid|refused|accepted|valid|about|between|default|phase|stage)\b",
    re.I,
)
_FREE = re.compile(
    r"\b(not|n't|never|no|without|free)\b.{0,30}\b(counts?|counted|costs?|uses?|takes?|spends?|using"
    r"|taking|spending|costing) .{0,20}(turns?|steps?|actions?)\b"
    r"|\b(costs?|uses?|takes?|spends?) (up )?(no|neither a) (turn|step|action)\b"
    r"|\bfree (action|step|turn)s?\b",
    re.I,
)
"""What says that some steps do not count."""
_MOST_ACTIONS, _FEWEST_ENDED = 16, 4


@check("step.stated_limit")
def stated_limit(context: CheckContext) -> None:
    """Play longer than the texts allow, and see where unpaid episodes end."""
    context.require_capability_absent("continuing", "episodes do not end")
    seed = context.seeds[0]
    limit, sentence = _stated(task_sentences(context))
    pool = [*context.survey.null_rollouts[0].actions[:1]] if context.survey.null_rollouts else []
    pool += context.survey.invalid[:2]
    pool += [action for action in context.pool if action not in pool]
    lengths: dict[int, Episode] = {}
    ended = 0
    for action in context.until_budget(pool[:_MOST_ACTIONS], least=6):
        trace = context.play(Episode.of(seed, [action] * (limit + 3), "repetition"))
        steps = len(trace) - 1
        if trace[-1].data is None:
            continue
        episode = Episode.of(seed, [action] * steps, "repetition")
        if steps > limit:
            raise PropertyViolated(
                f"an episode has {steps} steps or more, though the texts say {sentence[:160]!r}",
                episode,
            )
        total = sum(response.numeric_reward for response in trace[1:])
        if total <= context.floor + context.scale / 2:
            ended += 1
            lengths.setdefault(steps, episode)
    if ended < _FEWEST_ENDED:
        raise EvidenceMissing("too few episodes came to an unpaid end")
    ((steps, episode), *others) = lengths.items()
    if not others and 1 < steps < limit:
        raise PropertyViolated(
            f"whatever is repeated, the episode ends after {steps} steps, though the texts say "
            f"{sentence[:160]!r}",
            episode,
        )


def _stated(sentences: list[str]) -> tuple[int, str]:
    """The one number of steps that the sentences name as the length of an episode."""
    if any(map(_FREE.search, sentences)):
        raise NotApplicable("the texts say that some steps do not count")
    found: dict[int, str] = {}
    for sentence in sentences:
        for groups in _LIMIT.findall(sentence):
            number = int(number_of(next(filter(None, groups))))
            if _EPISODE.search(sentence) and not _OTHER.search(sentence):
                found.setdefault(number, sentence)
    if len(found) != 1:
        raise NotApplicable("no text, or more than one, says how many steps an episode has")
    ((limit, sentence),) = found.items()
    return limit, sentence
