"""Step: an answer of which a text says that it ends the episode ends it, also if it is wrong.

A sentence such as "There is one answer, and it ends the episode" is taken at its word: the last
action of a solution is exchanged for that of another task, or one word of it for another. If the
episode goes on, and the right action is then paid, an agent may try all answers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import texts_in, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _OTHERS = 8, 4
_FEWEST = 3
"""Seeds on which a wrong answer must have been tried, and on most of which it must go on."""
_TRY = r"(?:attempt|chance|guess|shot|submission|try)"
_ANSWER = re.compile(
    rf"\b(?:{_TRY}|answer|choice|decision|diagnosis|draft|reply|report|solution|verdict)\b", re.I
)
_ENDS = re.compile(r"\b(?:ends|finishes|closes|concludes) (?:the|an|your) [a-z]+\b", re.I)
_ONE_TRY = re.compile(rf"\b(?:only|just|exactly) (?:one|a single) (?!right|correct){_TRY}\b", re.I)
_EITHER_WAY = re.compile(
    r"\b(right or wrong|wrong or right|correct or (not|wrong|incorrect)|right or not"
    r"|whether [^.,;]*? or (not|wrong))\b",
    re.I,
)
_VALUE_WORD = re.compile(r"\w+")
_WRONG = re.compile(r"\b(wrong|incorrect|false|not (right|correct|the right))\b", re.I)
_CONDITION = re.compile(
    r"\b(if|when|unless|until|once|after|before|right|correct\w*|wrong|success\w*|solv\w+|such"
    r"|first|second|third|last|\w+th|not|no|\d+)\b",
    re.I,
)


@check("step.final_answers")
def final_answers(context: CheckContext) -> None:
    """End solutions of several seeds with the last action of another seed's solution."""
    context.require_deterministic()
    context.require_capability_absent("continuing", "episodes have no end")
    solutions = [r for r in context.solutions if r.done and r.actions and r.total > 0]
    text = next(_says_so(task_sentences(context), solutions), "")
    if not text:
        raise NotApplicable("no text says that an answer ends the episode, whether right or not")
    tried: list[Episode] = []
    gone_on: list[Episode] = []
    for solution in context.until_budget(solutions[:_SEEDS], least=_FEWEST):
        others = _last_actions(solutions, solution)[:_OTHERS]
        for wrong in [*others, *_with_another_word(solutions, solution)]:
            before, right = solution.actions[:-1], solution.actions[-1]
            actions = [*before, wrong, right]
            episode = Episode.of(
                solution.seed, actions, "a wrong answer before the right one", **solution.options
            )
            trace = context.play(episode)
            place = len(before) + 1
            if len(trace) <= place or trace[place].numeric_reward > 0:
                continue
            if refusal(trace[0], trace[place - 1], trace[place], wrong):
                continue
            called_wrong = _is_called_wrong(trace[place - 1], trace[place])
            if not (called_wrong or _is_shown(wrong, right, trace[:place])):
                continue  # there may be no such thing in this episode
            tried.append(episode)
            if len(trace) > place + 1 and trace[place + 1].numeric_reward > 0:
                gone_on.append(episode)
            break
    if len(tried) < _FEWEST:
        raise NotApplicable("no changed last action is taken for a wrong answer")
    if 2 * len(gone_on) > len(tried):
        raise PropertyViolated(
            f"after a wrong answer the episode goes on, and the right one is paid on "
            f"{len(gone_on)} of {len(tried)} seeds, though a text says {text[:160]!r}",
            gone_on[0],
        )


def _says_so(sentences: list[str], solutions: list[Rollout]) -> Iterator[str]:
    """The sentences by which an answer ends an episode, or by which there is one try only."""
    commands = _commands(solutions)
    for sentence in sentences:
        plain, either_way = _EITHER_WAY.subn("", sentence)
        ends = _ENDS.search(plain)
        before = plain[: ends.start()] if ends else ""
        words = set(re.findall(r"[a-z_]+", before.lower()))
        of_answers = ends and (either_way or _ANSWER.search(before) or commands & words)
        if (of_answers or _ONE_TRY.search(plain)) and not _CONDITION.search(plain):
            yield sentence


def _commands(solutions: list[Rollout]) -> set[str]:
    """Words that the last actions of all solutions share, such as `diagnose` or `answer`."""
    shared: set[str] | None = None
    for solution in solutions:
        last = solution.actions[-1]
        words = {
            word.lower() for text in texts_in(last) for word in re.findall(r"[A-Za-z_]+", text)
        }
        shared = words if shared is None else shared & words
    return {word for word in shared or () if len(word) > 2}


def _is_shown(wrong: Action, right: Action, before: Trace) -> bool:
    """Whether the messages show each word that an action has and the right one has not."""
    messages = to_json([shown_to_agent(response.data or {}) for response in before]).lower()
    shown = set(_VALUE_WORD.findall(messages))
    wrong_words, right_words = (
        {word for _, value in leaves(action) for word in _VALUE_WORD.findall(str(value).lower())}
        for action in (wrong, right)
    )
    return wrong_words - right_words <= shown


def _is_called_wrong(before: Response, reply: Response) -> bool:
    """Whether a text of a reply, which the message before does not have, calls something wrong."""
    known, texts = (texts_in(shown_to_agent(each.data or {})) for each in (before, reply))
    return any(_WRONG.search(text) for text in texts if text not in known)


def _with_another_word(solutions: list[Rollout], solution: Rollout) -> list[Action]:
    """The last action with one word of a text exchanged for another that most answers have.

    As `knave` for `knight` in `Ada: knight, Bo: knave`, where names differ from task to task.
    """
    right = solution.actions[-1]
    made: list[Action] = []
    for path, text in leaves(right):
        if not isinstance(text, str):
            continue
        written = [dict(leaves(other.actions[-1])).get(path) for other in solutions]
        words = [set(_VALUE_WORD.findall(other)) for other in written if isinstance(other, str)]
        counts = Counter(word for found in words for word in found)
        most = max(1, len(solutions) // 2)
        usual = sorted(w for w, count in counts.items() if count > most and not w.isdigit())
        if len(set(map(str, written))) == 1 or len(usual) < 2:
            continue
        for match in _VALUE_WORD.finditer(text):
            for word in usual if match[0] in usual else ():
                if word != match[0]:
                    changed = text[: match.start()] + word + text[match.end() :]
                    made.append(with_leaf(right, path, changed))
    return made[:_OTHERS]


def _last_actions(solutions: list[Rollout], solution: Rollout) -> list[Action]:
    """The different last actions of other solutions."""
    own = to_json(solution.actions[-1])
    others = {to_json(r.actions[-1]): r.actions[-1] for r in solutions}
    return [action for key, action in others.items() if key != own]
