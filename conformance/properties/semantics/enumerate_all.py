"""Semantics: naming every candidate is not naming the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.near_misses import short_text_field
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout


@check("semantic.shotgun")
def shotgun(context: CheckContext) -> None:
    _require_one_word(context)
    for one in context.until_budget(context.solutions[:4], least=2):
        field = short_text_field(context, one)
        if field is None:
            raise NotApplicable("solutions are not one short text")
        right = str(one.actions[-1][field])
        others = [
            str(other.actions[-1][field])
            for other in context.solutions
            if other.seed != one.seed and other.actions[-1].get(field) not in (None, right)
        ]
        if len(others) < 2:
            raise NotApplicable("too few different answers")
        texts = {
            "many candidates": " ".join([*others, right]),
            "many candidates, listed": ", ".join([right, *others]),
            "the answer taken back": f"{right} is wrong, my answer is {others[0]}",
            "the answer denied": f"not {right}",
        }
        for number, text in enumerate(_questions(context, one)):
            if right.lower() not in text.lower():
                texts[f"the question's own text {number}"] = text
        for name, text in texts.items():
            action = {**one.actions[-1], field: text}
            if not context.source.valid(action):
                continue
            played = play(context, [*one.actions[:-1], action], one.seed)
            if not played.error and played.total >= one.total - oracle_margin(context):
                raise PropertyViolated(
                    f"{name} scores like the answer: {text!r}", played.episode(name)
                )


def _questions(context: CheckContext, one: Rollout) -> list[str]:
    """Texts of the first observation, and what looks like arithmetic in them."""
    seen = context.new_driver().reset(**({} if one.seed is None else {"seed": one.seed}))
    texts = [value for value in (seen.data or {}).values() if isinstance(value, str) and value]
    sums = [found for text in texts for found in re.findall(r"[\d(][\d\s+*/().-]+\d\)?", text)]
    return [text for text in [*texts, *sums] if 2 < len(text) <= 300][:6]


def _require_one_word(context: CheckContext) -> None:
    """In a command of several words, a list of candidates does not do for the last of them."""
    for separator in (",", "/", "|", "-"):
        wins: list[Rollout] = []
        for one in context.until_budget(
            [one for one in context.solutions if len(one.actions) > 1], least=3
        ):
            lists = list(_listing(context, one, separator))
            played = [play(context, actions, one.seed) for actions in lists[:3]]
            if any(
                other.error or other.total < one.total - oracle_margin(context) for other in played
            ):
                break
            wins += played[:1]
        else:
            if len(wins) >= 3:
                seen = f"on {len(wins)} seeds a list joined by {separator!r} does for one word"
                raise PropertyViolated(seen, wins[0].episode("every candidate"))


def _listing(context: CheckContext, one: Rollout, separator: str) -> Iterator[list[Action]]:
    """The solution with, in one step, every last word that such a step has in other solutions."""
    for place, action in enumerate(one.actions):
        for field in context.source.text_fields():
            text = action.get(field)
            start, _, last = text.rpartition(" ") if isinstance(text, str) else ("", "", "")
            beside = [
                other.actions[place].get(field, "").rpartition(" ")
                for other in context.solutions
                if place < len(other.actions) and isinstance(other.actions[place].get(field), str)
            ]
            others = list(dict.fromkeys(w for s, _, w in beside if s == start and w != last))
            if not start or len(others) < 2:
                continue
            listed = separator.join([others[0], last, *others[1:]])
            changed = {**action, field: f"{start} {listed}"}
            lost = {**action, field: f"{start} {others[0]}"}
            before, after = one.actions[:place], one.actions[place + 1 :]
            wrong = play(context, [*before, lost, *after], one.seed)
            if context.source.valid(changed) and wrong.total < one.total - oracle_margin(context):
                yield [*before, changed, *after]
