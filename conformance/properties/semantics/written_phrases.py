"""Semantics: a phrase that the code looks for is not paid because the agent has written it.

A judge that searches a log, a chat or a document for `PASS` also finds what the agent put there. A
command that writes text is one after which a word without meaning stands in the message. The
phrases are those that the source searches for with `in`, and that no first message shows.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.probes.commands import ending_actions, verbs, with_command
from hallmark_rl.conformance.checking.probes.constant_answers import source_nodes
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_WORD = "qzxw"
"""A word without meaning: it is paid nowhere."""
_SEEDS = 16
"""Fresh seeds on all of which the phrase must be paid, and the word must not."""
_FEWEST_OPENINGS = 4
_MOST_PHRASES = 30
_SHORTEST, _LONGEST = 3, 80


@check("semantic.written_phrases")
def written_phrases(context: CheckContext) -> None:
    """Write phrases of the source with each command that keeps text, and end the episode."""
    context.require_capability_absent("single_task", "there is one task")
    seeds = list(itertools.islice(fresh_seeds(context.seed, "phrases"), _SEEDS))
    openings = [context.play(Episode.of(seed, []))[0].data or {} for seed in seeds]
    if len({to_json(opening) for opening in openings}) < _FEWEST_OPENINGS:
        raise NotApplicable("the seeds have too few different openings")
    shown = to_json([openings, context.survey.schema])
    phrases = [phrase for phrase in _searched_phrases(context) if phrase not in shown]
    writing = list(_writing_commands(context)) if phrases else []
    if not writing:
        raise NotApplicable("no command writes text that the source searches for phrases")
    ends: list[Action | None] = [None, *ending_actions(context)]
    for prefix in context.until_budget(writing, least=2):
        for phrase in phrases[:_MOST_PHRASES]:
            for last in ends:
                _require_not_paid(context, prefix, phrase, last, seeds)


def _require_not_paid(
    context: CheckContext, prefix: str, phrase: str, last: Action | None, seeds: list[int]
) -> None:
    scripts = []
    for text in (phrase, _WORD):
        first = next(with_command(context, f"{prefix}{text}"), None)
        if first is None:
            return
        scripts.append([first] if last is None else [first, last])
    for seed in seeds:
        paid, control = (play(context, script, seed) for script in scripts)
        if paid.error or paid.total <= max(control.total, 0.0) + 1e-9:
            return
    rollout = play(context, scripts[0], seeds[0])
    raise PropertyViolated(
        f"the agent writes {phrase!r}, for which the source searches, and earns "
        f"{rollout.total:.4g} on all of {len(seeds)} seeds; with {_WORD!r} in its place it earns "
        "less",
        rollout.episode("a written phrase"),
    )


def _searched_phrases(context: CheckContext) -> Iterator[str]:
    """Constants on the left of `in`, and the arguments of `count` and `find`."""
    found: dict[str, None] = {}
    for node in source_nodes(context):
        match node:
            case ast.Compare(left=ast.Constant(value=str(text)), ops=[ast.In()]):
                found.setdefault(text)
            case ast.Call(
                func=ast.Attribute(attr="count" | "find"),
                args=[ast.Constant(value=str(text)), *_],
            ):
                found.setdefault(text)
            case _:
                pass
    yield from (text for text in found if _SHORTEST <= len(text.strip()) <= _LONGEST)


def _writing_commands(context: CheckContext) -> Iterator[str]:
    """What stands before a text that is then shown in the message, and not refused."""
    for verb in ("", *verbs(context)):
        prefix = f"{verb} " if verb else ""
        for action in list(with_command(context, f"{prefix}{_WORD}"))[:1]:
            before, after, *_ = [*context.play(Episode.of(context.seeds[0], [action])), None, None]
            if before is None or after is None or after.data is None or after.done:
                continue
            if _WORD in to_json(after.data) and not refusal(before, before, after, action):
                yield prefix
