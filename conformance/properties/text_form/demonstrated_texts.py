"""Text form: demonstrations are repeatable and within the alphabet; solutions can be written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.text_form.text_module import (
    demonstrated_levels,
    demonstrations_of,
    levels_of,
    observations,
    parse_text,
    shown,
    text_function,
)
from hallmark_rl.conformance.survey.survey_data import Rollout

Form = tuple[str, ...]
"""Texts and names of fields in turn, beginning and ending with a text."""
_OTHER_SEED = 8
_FEWEST_UNPAID = 3
"""Solutions in another case that must be unpaid."""
_SEEDS = 3
_LONGEST = 200


@check("text.demonstrations")
def demonstrations_are_repeatable(context: CheckContext) -> None:
    _require_some(context)
    for level, episodes in demonstrated_levels(context).items():
        name = f"demonstrations(level={level!r})"
        if demonstrations_of(context, level) != episodes:
            raise PropertyViolated(f"{name} differ between two calls with one seed")
        others = demonstrations_of(context, level, seed=_OTHER_SEED)
        if others == episodes and len({repr(turns) for turns in episodes}) > 1:
            raise PropertyViolated(f"{name} are the same for two seeds")
        for quality in (1.0, 0.0):
            made = episodes if quality else demonstrations_of(context, level, quality=quality)
            for turns in made or ():
                for _, answer in turns:
                    parsed = parse_text(context, answer)
                    if parsed.problem:
                        text = f"{name} answer {shown(answer)}, for which parse()"
                        raise PropertyViolated(f"{text} {parsed.problem}")
                    if parsed.action is None and quality:
                        raise PropertyViolated(f"{name} answer {shown(answer)}: parse() refuses it")


def _require_some(context: CheckContext) -> None:
    """Raise `NotApplicable` if no level has demonstrations."""
    if not demonstrated_levels(context):
        raise NotApplicable("demonstrations() says for each level that there are none")


@check("text.alphabet")
def alphabet_suffices(context: CheckContext) -> None:
    _require_some(context)
    alphabet = getattr(context.subject.text, "ALPHABET", None)
    longest = getattr(context.subject.text, "MAX_TURN_CHARS", None)
    if not isinstance(alphabet, str) or not alphabet:
        raise PropertyViolated("text.py has demonstrations and no ALPHABET")
    if len(set(alphabet)) != len(alphabet):
        double = next(letter for letter in alphabet if alphabet.count(letter) > 1)
        raise PropertyViolated(f"ALPHABET holds {double!r} twice")
    for level in demonstrated_levels(context):
        for quality in (1.0, 0.0):
            known = demonstrated_levels(context)[level]
            for turns in known if quality else demonstrations_of(context, level, quality=0.0) or ():
                for prompt, answer in turns:
                    where = f"demonstrations(level={level!r}, quality={quality:g})"
                    _require_letters(alphabet, prompt, f"a prompt of {where}")
                    _require_letters(alphabet, answer, f"an answer of {where}")
                    if isinstance(longest, int) and len(answer) > longest:
                        raise PropertyViolated(
                            f"the answer {shown(answer)} of {where} has {len(answer)} characters, "
                            f"MAX_TURN_CHARS is {longest}"
                        )
        _require_prompts(context, alphabet, level)


def _require_letters(alphabet: str, text: str, what: str, example: Episode | None = None) -> None:
    other = sorted(set(text) - set(alphabet))
    if other:
        text = f"{what}, {shown(text)}, holds {other[0]!r}, which ALPHABET lacks"
        raise PropertyViolated(text, example)


def _require_prompts(context: CheckContext, alphabet: str, level: Any) -> None:
    """Raise if a prompt on the oracle's way, or a first prompt, is not within the alphabet."""
    render = text_function(context, "render")
    for seed in context.seeds[:_SEEDS]:
        episode = _solution(context, level, seed)
        for observation, example in observations(context, episode):
            try:
                prompt = render(observation)
            except Exception:  # text.render reports it
                return
            _require_letters(alphabet, str(prompt), f"the prompt at level {level!r}", example)


def _options(level: Any) -> dict[str, Any]:
    return {} if level is None else {"level": level}


def _rollout(context: CheckContext, level: Any, seed: int) -> Rollout:
    """Let the oracle play an episode of a level."""
    return oracle_rollout(context, seed, _LONGEST, **_options(level))


def _solution(context: CheckContext, level: Any, seed: int) -> Episode:
    """The oracle's episode at a level; only the reset without an oracle."""
    if not callable(getattr(context.subject.proof, "oracle", None)):
        return Episode.of(seed, [], "opening", **_options(level))
    return _rollout(context, level, seed).episode("solution")


@check("text.round_trip")
def solutions_can_be_written(context: CheckContext) -> None:
    text_function(context, "parse")
    templates = list(dict.fromkeys(_templates(context)))
    forms = list(dict.fromkeys(_forms(context)))
    written, missing = 0, []
    levels = levels_of(context)
    played = [(level, seed) for seed in context.seeds[:_SEEDS] for level in levels]
    # more of one level, as what is missing may be missing in half of the tasks
    played += [(level, seed) for level in levels[:1] for seed in context.seeds[_SEEDS:]]
    for number, (level, seed) in enumerate(context.until_budget(played, least=len(levels))):
        if written and number >= _SEEDS * len(levels):
            break
        rollout = _rollout(context, level, seed)
        for step, action in enumerate(rollout.actions):
            wanted = _content(action)
            if any(
                _content(parse_text(context, text).action) == wanted
                for text in (*_filled(action, forms), *_writings(action, templates))
            ):
                written += 1
            elif len(_said(action)) < 2 or any(True for _ in _filled(action, forms)):
                calls = rollout.episode("solution").calls[: step + 2]
                missing.append((action, Episode(calls, "solution")))
    context.figures["written"] = [written, written + len(missing)]
    if not written:
        _require_case_kept(context, [example for _, example in missing], templates)
        raise EvidenceMissing(
            "no text was found that parse() turns into an action of the oracle: let "
            "demonstrations() show how an answer is written"
        )
    if missing:
        action, example = missing[0]
        raise PropertyViolated(
            f"{written} actions of the oracle can be written as text, "
            f"{shown(json.dumps(action, default=repr))} cannot",
            example,
        )


def _require_case_kept(
    context: CheckContext, examples: list[Episode], templates: list[tuple[str, str]]
) -> None:
    """Raise if parse() returns solving actions in another case only, and these are not paid."""
    unpaid: list[tuple[Episode, Action]] = []
    for example in examples:
        action = example.actions[-1]
        total = sum(response.numeric_reward for response in context.play(example)[1:])
        parsed = (parse_text(context, text).action for text in _writings(action, templates))
        other = next((item for item in parsed if _folded(item) == _folded(action)), None)
        if other is None or total <= context.floor:
            continue
        calls = (*example.calls[:-1], Call("step", other))
        changed = Episode(calls, "as parsed")
        if sum(r.numeric_reward for r in context.play(changed)[1:]) >= total - 1e-9:
            return  # the case does not matter
        unpaid.append((changed, action))
    if len(unpaid) >= _FEWEST_UNPAID:
        changed, action = unpaid[0]
        raise PropertyViolated(
            f"parse() returns {shown(json.dumps(changed.actions[-1], default=repr))} for the text "
            f"of {shown(json.dumps(action, default=repr))}: the case is lost, and it is not paid",
            changed,
        )


def _folded(action: Action | None) -> Any:
    """The content without upper and lower case."""
    return json.dumps(_content(action), default=repr, sort_keys=True).casefold()


def _content(action: Action | None) -> Any:
    """The fields of an action that a text decides; white space at the ends does not count."""
    if action is None:
        return None
    return {
        name: value.strip() if isinstance(value, str) else value
        for name, value in action.items()
        if name not in ("metadata", "type")
    }


def _templates(context: CheckContext) -> Iterator[tuple[str, str]]:
    """What stands before and after a value: as in the demonstrations, tags, a code block."""
    yield "", ""
    try:
        demonstrated = demonstrated_levels(context)
    except (NotApplicable, PropertyViolated):
        demonstrated = {}
    for episodes in demonstrated.values():
        for turns in episodes[:5]:
            for _, answer in turns:
                action = parse_text(context, answer).action or {}
                for value in map(str, action.values()):
                    if value and value in answer:
                        before, _, after = answer.partition(value)
                        yield before, after
    system = str(getattr(context.subject.text, "SYSTEM", ""))
    for tag in dict.fromkeys(re.findall(r"<(\w+)>", system)):
        yield f"<{tag}>", f"</{tag}>"
    yield "```python\n", "\n```"
    yield "```\n", "\n```"


def _said(action: Action) -> dict[str, str]:
    """The fields of an action that say something, as texts."""
    return {
        name: str(value)
        for name, value in action.items()
        if name not in ("metadata", "type") and value not in ("", None, False, 0, [], {})
    }


def _forms(context: CheckContext) -> Iterator[Form]:
    """Demonstrated answers of several fields, with the fields' names in place of their values."""
    try:
        demonstrated = demonstrated_levels(context)
    except (NotApplicable, PropertyViolated):
        return
    for episodes in demonstrated.values():
        for turns in episodes:
            for _, answer in turns:
                said = _said(parse_text(context, answer).action or {})
                parts: list[str] = [answer]
                for name, value in sorted(said.items(), key=lambda item: -len(item[1])):
                    place = next((n for n, text in enumerate(parts[::2]) if value in text), None)
                    if place is None:
                        break
                    before, _, after = parts[2 * place].partition(value)
                    parts[2 * place : 2 * place + 1] = [before, name, after]
                else:
                    if len(said) > 1:
                        yield tuple(parts)


def _filled(action: Action, forms: list[Form]) -> Iterator[str]:
    """The texts of an action in the forms that have just its fields."""
    said = _said(action)
    for parts in forms:
        if sorted(parts[1::2]) == sorted(said):
            yield "".join(said[part] if place % 2 else part for place, part in enumerate(parts))


def _writings(action: Action, templates: list[tuple[str, str]]) -> Iterator[str]:
    """Texts that may stand for an action."""
    fields = {name: value for name, value in action.items() if name not in ("metadata", "type")}
    values = [
        *fields.values(),
        " ".join(map(str, fields.values())),
        ",".join(map(str, fields.values())),
    ]
    for value in values:
        plain = value if isinstance(value, str) else json.dumps(value, default=repr)
        for before, after in templates:
            yield f"{before}{plain}{after}"
    for data in (fields, action):
        for before, after in templates:
            yield f"{before}{json.dumps(data, default=repr)}{after}"
