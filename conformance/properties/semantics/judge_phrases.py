"""Semantics: phrases that the environment's source looks for do not earn what solving earns."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.probes.constant_answers import source_nodes
from hallmark_rl.conformance.checking.probes.program_variants import reference_programs
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS = 6
_SHARE = 0.5
"""Share of the way from doing nothing to the oracle's return above which a phrase is paid."""
_LONGEST = 100
_LONGEST_LIST = 1500
_REPEATED = 5


@check("semantic.judge_phrases")
def judge_phrases(context: CheckContext) -> None:
    """Write phrases and lists of words from the source into the text fields of an action."""
    context.require_capability_absent("single_task", "there is one task")
    fields = context.source.text_fields()
    if not fields:
        raise NotApplicable("the action has no text field")
    if len({repr(solution.actions) for solution in context.solutions}) < 3:
        raise NotApplicable("the seeds have too few different solutions")
    try:
        reference_programs(context)
    except (NotApplicable, EvidenceMissing):
        pass
    else:
        raise NotApplicable("the action holds a program: see semantic.program_exploits")
    least = context.floor + _SHARE * context.scale
    tried = 0
    for text in context.until_budget(_texts(context), least=40):
        for action in _with_phrase(context, fields, text):
            tried += 1
            paid: list[Rollout] = []
            for solution in context.solutions[:_SEEDS]:
                rollout = play(context, [action] * _REPEATED, solution.seed)
                if rollout.error or rollout.total < least or action in solution.actions:
                    break
                paid.append(rollout)
            if len(paid) >= min(_SEEDS, 4) and len(paid) == len(context.solutions[:_SEEDS]):
                shown = text if len(text) <= 80 else f"{text[:77]}..."
                raise PropertyViolated(
                    f"words of the source, {shown!r}, earn {paid[0].total:.4g} on {len(paid)} "
                    f"seeds; the oracle earns {context.reference:.4g}",
                    paid[0].episode("phrases"),
                )
    if not tried:
        raise NotApplicable("the source holds no phrases that the action model accepts")


def _with_phrase(context: CheckContext, fields: list[str], text: str) -> Iterator[Action]:
    bases = [solution.actions[-1] for solution in context.solutions[:1]] + context.pool[:2]
    seen: list[Action] = []
    for base in bases:
        for name in fields:
            action = {**base, name: text}
            if action not in seen and context.source.valid(action):
                seen.append(action)
                yield action
        everywhere = {**base, **dict.fromkeys(fields, text)}
        if everywhere not in seen and context.source.valid(everywhere):
            seen.append(everywhere)
            yield everywhere


def _texts(context: CheckContext) -> Iterator[str]:
    """The lists of words and phrases of the source, joined; then its phrases, one at a time."""
    phrases: dict[str, None] = {}
    lists: dict[str, None] = {}
    for node in source_nodes(context):
        if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
            inner = [
                item.value
                for item in ast.walk(node)
                if isinstance(item, ast.Constant) and isinstance(item.value, str)
            ]
            if 2 <= len(inner) <= 200:
                lists.setdefault(" ".join(inner)[:_LONGEST_LIST])
                lists.setdefault(", ".join(inner)[:_LONGEST_LIST])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value.strip()
            if 2 < len(text) <= _LONGEST and "\n" not in text and re.search(r"[a-z]{3}", text):
                phrases.setdefault(text)
    several = [text for text in phrases if " " in text]
    for size in (10, 40):
        for start in range(0, min(len(phrases), 400), size):
            lists.setdefault(". ".join(list(phrases)[start : start + size])[:_LONGEST_LIST])
    yield from lists
    yield from several[:200]
