"""Lists of candidates in the place of the last word of a step, in one step or in all of them."""

from __future__ import annotations

from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST_WORDS = 12
NONSENSE = "qxzvkj"
"""A word that no environment understands."""
_FEWEST = 3
"""Seeds on which a list must be accepted."""


def require_single_last_words(context: CheckContext) -> None:
    """Raise `PropertyViolated` if a list of words is accepted in the place of one last word."""
    _require_single_last_word(context)
    _require_single_words_of_steps(context)


def _require_single_last_word(context: CheckContext) -> None:
    """Raise if a list of candidates is accepted in place of the last word of a command."""
    for separator in (",", "/", "|", "-"):
        wins: list[Rollout] = []
        for solution in context.until_budget(
            [solution for solution in context.solutions if len(solution.actions) > 1], least=3
        ):
            action_lists = list(_with_listed_words(context, solution, separator))
            rollouts = [play(context, actions, solution.seed) for actions in action_lists[:3]]
            if any(
                rollout.error or rollout.total < solution.total - oracle_margin(context)
                for rollout in rollouts
            ):
                break
            wins += rollouts[:1]
        else:
            if len(wins) >= _FEWEST:
                text = (
                    f"on {len(wins)} seeds, a list joined by {separator!r} is accepted for one word"
                )
                raise PropertyViolated(text, wins[0].episode("every candidate"))


def _require_single_words_of_steps(context: CheckContext) -> None:
    """Raise if the last words of all steps together are accepted in the place of each one's own.

    Where each of many steps is worth little, as eight labels of which each is an eighth.
    """
    solutions = [solution for solution in context.solutions if len(solution.actions) > 2]
    for field in context.source.text_fields():
        words = dict.fromkeys(
            str(action.get(field, "")).rpartition(" ")[2]
            for solution in solutions
            for action in solution.actions
        )
        if not 2 <= len(words) <= _MOST_WORDS or "" in words:
            continue
        other = dict(zip(words, [*list(words)[1:], next(iter(words))], strict=True))
        for separator in (" ", ",", "/"):
            wins: list[Rollout] = []
            for solution in context.until_budget(solutions, least=3):
                splits = [str(action[field]).rpartition(" ") for action in solution.actions]
                rollouts = []
                for chosen in (
                    [separator.join(words)] * len(splits),
                    [other[s[2]] for s in splits],
                ):
                    actions = [
                        {**action, field: f"{start}{blank}{text}"}
                        for action, (start, blank, _), text in zip(
                            solution.actions, splits, chosen, strict=True
                        )
                    ]
                    if all(map(context.source.valid, actions)):
                        rollouts.append(play(context, actions, solution.seed))
                least = solution.total - oracle_margin(context)
                if len(rollouts) < 2 or rollouts[0].total < least or rollouts[1].total >= least:
                    break
                wins.append(rollouts[0])
            if len(wins) >= _FEWEST and len(wins) == len(solutions):
                text = f"on {len(wins)} seeds, all of {', '.join(words)} are accepted for each one"
                raise PropertyViolated(text, wins[0].episode("every candidate"))


def _with_listed_words(
    context: CheckContext, solution: Rollout, separator: str
) -> Iterator[list[Action]]:
    """Yield the solution with the last word of one step replaced by a list of words.

    The list holds that word and others that follow the same words in a line of the solutions. A
    step is left out if a single wrong word there, or one that is not understood, earns as much as
    the right one.
    """
    for index, action in enumerate(solution.actions):
        for field in context.source.text_fields():
            text = action.get(field)
            start, _, last_word = text.rpartition(" ") if isinstance(text, str) else ("", "", "")
            split_texts = [
                other[field].rpartition(" ")
                for solved in context.solutions
                for other in solved.actions
                if isinstance(other.get(field), str)
            ]
            line = start.rpartition("\n")[2]
            other_words = list(
                dict.fromkeys(
                    word
                    for other_start, _, word in split_texts
                    if other_start.rpartition("\n")[2] == line and word != last_word
                )
            )[:_MOST_WORDS]
            if not start or len(other_words) < 2:
                continue
            listed = separator.join([other_words[0], last_word, *other_words[1:]])
            listing_action = {**action, field: f"{start} {listed}"}
            before, after = solution.actions[:index], solution.actions[index + 1 :]
            least = solution.total - oracle_margin(context)
            others = [{**action, field: f"{start} {w}"} for w in (other_words[0], NONSENSE)]
            wrong = (play(context, [*before, o, *after], solution.seed) for o in others)
            if context.source.valid(listing_action) and all(w.total < least for w in wrong):
                yield [*before, listing_action, *after]
