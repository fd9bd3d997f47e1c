"""Semantics: in an episode of several questions, the place of a question does not tell its answer.

A generator that makes the good cases first and the bad ones last, and forgets to shuffle them, asks
questions whose answers follow from their number. The most common answer of each place is one
script; played on fresh seeds, it is compared with itself in a random order. Where the questions
stand in any order, both earn as much on average, whatever the questions are.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import more_solutions, play
from hallmark_rl.conformance.checking.probes.text_measures import shown_words
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.answer_series import answer_fields
from hallmark_rl.conformance.survey.survey_data import Rollout

_SOLUTIONS, _FEWEST = 24, 4
"""Solutions from which the script is learned, and the fewest."""
_LONGEST = 40
_SCREENED = 12
"""Fresh seeds on which the script must win clearly before more are played."""
_LEAST_LEAD, _LEAST_GAIN = 6, 0.2
"""By how many of these it must win more than it loses, and by which part of the scale on average.
"""
_EVEN = 0.55
"""Share of seeds on which the script may earn more than in a random order; 0.5 is exactly even."""
_TRIALS = 200
_MARKING = 0.9
"""Share of the episodes that must show a word at one place, for it to mark this place."""
_MEANT = re.compile(
    r"\b(over time|timeline|time series|days?|hours?|minutes?|weeks?|months?|seasons?|morning"
    r"|evening|night|stages?|phases?|drift\w*|onset|chronolog\w+|sort(ed)?|rank(ed)?|in order"
    r"|increasing\w*|decreasing\w*|harder|easier|curriculum|warm-?up|gradual\w*)\b",
    re.I,
)
"""Words of a task in which the order of the questions may have a meaning."""


@check("semantic.question_order")
def question_order(context: CheckContext) -> None:
    """Play the usual answer of each place, and the same answers in a random order."""
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    if not answer_fields(context):
        raise NotApplicable("no episode asks several questions whose answers are of a few kinds")
    script = _usual_answers(context)
    if any(map(_MEANT.search, task_sentences(context))):
        raise NotApplicable("the texts say that the order may have a meaning")
    if _places_are_marked(context, script):
        raise NotApplicable("each place of an episode asks a question of its own kind")
    screened = [
        outcome
        for seed in itertools.islice(fresh_seeds(context.seed, "question order"), _SCREENED)
        if (outcome := _compare(context, script, seed)) is not None
    ]
    lead = sum(1 if outcome.gain > 0 else -1 for outcome in screened)
    gain = sum(outcome.gain for outcome in screened) / max(1, len(screened))
    if lead < _LEAST_LEAD or gain < _LEAST_GAIN * abs(context.scale):
        return

    def wins(seed: int) -> bool | None:
        outcome = _compare(context, script, seed)
        return None if outcome is None else outcome.gain > 0

    test = confirm_share(
        context, "semantic.question_order", wins, _EVEN, most_trials=_TRIALS, name="script"
    )
    if test:
        best = max(screened, key=lambda outcome: outcome.gain)
        raise PropertyViolated(
            f"the usual answer of each place, {to_json(script)[:160]}, earns {gain:.3g} more on "
            f"average than the same answers in a random order; {test}",
            best.rollout.episode("the usual answers"),
        )


@dataclass(frozen=True)
class _Outcome:
    """What the script earns on a seed, and by how much that is more than in a random order."""

    rollout: Rollout
    gain: float


def _compare(context: CheckContext, script: list[Action], seed: int) -> _Outcome | None:
    """Play the script and a random order of it; None if both earn the same."""
    shuffled = list(script)
    random.Random(f"question order {seed}").shuffle(shuffled)
    own, other = (play(context, actions, seed) for actions in (script, shuffled))
    gain = own.total - other.total
    is_known = not own.error and not other.error and abs(gain) > 1e-9
    return _Outcome(own, gain) if is_known else None


def _usual_answers(context: CheckContext) -> list[Action]:
    """The most common action of each place of the solutions."""
    solutions = [*context.solutions, *more_solutions(context, _SOLUTIONS)][:_SOLUTIONS]
    length = Counter(len(solution.actions) for solution in solutions).most_common(1)[0][0]
    rows = [solution.actions for solution in solutions if len(solution.actions) == length]
    if len(rows) < max(_FEWEST, len(solutions) / 2) or length > _LONGEST:
        raise NotApplicable("the episodes have no common number of questions")
    script = []
    for place in range(length):
        known = {to_json(row[place]): row[place] for row in rows}
        usual = Counter(to_json(row[place]) for row in rows).most_common(1)[0][0]
        script.append(known[usual])
    if len({to_json(action) for action in script}) == 1:
        raise NotApplicable("one answer is the most common one at each place")
    return script


def _places_are_marked(context: CheckContext, script: list[Action]) -> bool:
    """Whether words that only one place of the episodes shows tell which place it is."""
    seen: list[Counter[str]] = [Counter() for _ in script]
    episodes = context.seeds[:8]
    for seed in episodes:
        rollout = Rollout(seed, script, [], done=False)
        for place, response in enumerate(context.play(rollout.episode("questions"))[: len(script)]):
            seen[place].update(shown_words(shown_to_agent(response.data or {})))
    marked = 0
    for place, words in enumerate(seen):
        others = set[str]().union(*(other for at, other in enumerate(seen) if at != place))
        often = {word for word, count in words.items() if count >= _MARKING * len(episodes)}
        marked += bool(often - others)
    return marked > len(script) / 2
