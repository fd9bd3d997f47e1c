"""Semantics: the right one of several options is not always the one that is most like the others.

Wrong options that are made from the right one by changing a part of it share more with it than with
one another. Then the right option is the one that agrees with the others most, which is seen
without the question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, fresh_seeds, upper_tail
from hallmark_rl.conformance.checking.policies import earns_less_with, oracle_of
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST = 80, 40
_GLANCE = 8
"""Episodes after which nothing more is played if no options were seen that hold the answer."""
_MOST_STEPS = 60
_LAST_STEPS = 6
"""How many actions before the end may choose an option."""
_FEWEST_OPTIONS, _MOST_OPTIONS = 3, 12
_FEWEST_WORDS = 3
_HITS = 0.9
"""Share of seeds on which the option that is most like the others must be right."""
_LARGEST_CHANCE = 0.6
_CLAIMS = 24
_COUNTERED = 6
"""Episodes in which another option is chosen instead, which must earn less."""
_MEANT = re.compile(
    r"\b(majority|consensus|vote[sd]?|typical|representative|most (similar|common|frequent)"
    r"|odd one|outlier)\b",
    re.I,
)
"""Words of a task in which what the options have in common may have a meaning."""

_LINE = re.compile(r"^[ \t>*-]*[\[(]?([A-L]|\d{1,2})[\]).:]+[ \t]+(.+)$", re.M)
"""A line of a text that begins with the letter or the number of an option."""
_LETTERS = "ABCDEFGHIJKL"

_Place = tuple[str, int, Path]
"""Path of the options in the message, index of the action from the end, path of the value in it."""


@dataclass(frozen=True)
class _Choice:
    """An option that an action of a solution chooses by its name.

    Attributes:
        solution: the oracle's episode.
        value: the name of the option.
        names: those of all options.
        central: those of the options that agree with the others most.
    """

    solution: Rollout
    value: Any
    names: tuple[Any, ...]
    central: frozenset[Any]

    @property
    def hit(self) -> bool:
        """Whether the chosen option is one that agrees with the others most."""
        return self.value in self.central

    @property
    def chance(self) -> float:
        """How probable that is for an option at random."""
        return len(self.central) / len(self.names)


@check("semantic.central_options")
def central_options(context: CheckContext) -> None:
    """Compare options with one another on some seeds, and confirm the rule on others."""
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("stochastic", "episodes are not comparable")
    found: dict[_Place, list[_Choice]] = {}
    played = 0
    for choices in context.until_budget(_collected(context), least=_FEWEST):
        played += 1
        for place, choice in choices.items():
            found.setdefault(place, []).append(choice)
        if played == _GLANCE and not any(_may_hold(choices) for choices in found.values()):
            break
    suspects = {place: choices for place, choices in found.items() if _may_hold(choices)}
    if not suspects and played <= _GLANCE:
        raise NotApplicable("no options are shown, or none is the one that agrees with the others")
    if played < _FEWEST:
        raise EvidenceMissing(f"{played} episodes could be played, {_FEWEST} are needed")
    rate = allowance("semantic.central_options", _CLAIMS)
    for (path, turn, field), choices in list(suspects.items())[:_CLAIMS]:
        confirmed = choices[len(choices) // 2 :]
        hits = sum(choice.hit for choice in confirmed)
        chance = sum(choice.chance for choice in confirmed) / len(confirmed)
        if hits < _HITS * len(confirmed) or upper_tail(hits, len(confirmed), chance) > rate:
            continue
        solution = confirmed[0].solution
        if not _others_earn_less(context, confirmed, turn, field):
            continue
        if any(_MEANT.search(text) for text in task_sentences(context, solution)):
            raise NotApplicable("the texts say that what options have in common may have a meaning")
        raise PropertyViolated(
            f"of the options {path}, the one that agrees with the others most is the right "
            f"{'.'.join(map(str, field))} on {hits} of {len(confirmed)} fresh seeds; by chance it "
            f"would be on {chance * len(confirmed):.0f}",
            solution.episode("solution"),
        )


def _collected(context: CheckContext) -> Iterator[dict[_Place, _Choice]]:
    """The choices of the oracle's last actions, on one fresh seed after another."""
    seeds = fresh_seeds(context.seed, "central options")
    for _ in range(_SEEDS):
        responses: list[Response] = []
        rollout = play_policy(
            context.subject, context.survey, oracle_of(context), next(seeds), _MOST_STEPS, responses
        )
        if not rollout.error and rollout.total > context.floor + 1e-9:
            yield dict(_choices(rollout, responses))


def _choices(rollout: Rollout, responses: list[Response]) -> Iterator[tuple[_Place, _Choice]]:
    count = len(rollout.actions)
    first = dict(_options(shown_to_agent(responses[0].data or {}), alike=True))
    for index in range(max(0, count - _LAST_STEPS), count):
        groups = list(_options(shown_to_agent(responses[index].data or {})))
        groups = [(path, new) for path, new in groups if not _is_edited(first.get(path, {}), new)]
        for field, value in leaves(rollout.actions[index]):
            for path, options in groups:
                if type(value) in (int, str) and value in options:
                    central = _central(options)
                    if len(central) < len(options):
                        place = (path, index - count, field)
                        yield place, _Choice(rollout, value, tuple(options), central)


def _is_edited(old: dict[Any, Counter[str]], new: dict[Any, Counter[str]]) -> bool:
    """Whether the steps have removed or changed a few of the options: then they are the work."""
    changed = sum(old.get(name) != parts for name, parts in new.items())
    return new.keys() < old.keys() or (new.keys() == old.keys() and 0 < 2 * changed < len(new))


def _options(
    message: dict[str, Any], *, alike: bool = False
) -> Iterator[tuple[str, dict[Any, Counter[str]]]]:
    """Groups of options in a message: path, and what each option consists of, by its name.

    Groups in which two options are the same only if `alike`: there it is part of the task.
    """
    for path, value in subtrees(message):
        for kind, options in _named(value):
            if not _FEWEST_OPTIONS <= len(options) <= _MOST_OPTIONS:
                continue
            parts = {label: _parts(option) for label, option in options.items()}
            different = {to_json(option) for option in options.values()}
            if len(different) < len(options) and not alike:
                continue
            if all(parts.values()):
                yield f"{path}{kind}", parts
            fields = {label: _fields(option) for label, option in options.items()}
            if len({field.total() for field in fields.values()}) == 1 and all(fields.values()):
                yield f"{path}{kind} (field by field)", fields


def _named(value: Any) -> Iterator[tuple[str, dict[Any, Any]]]:
    """Ways to name options: by a key, a number or a letter, by themselves, as lines of a text."""
    if isinstance(value, dict):
        yield "", value
    elif isinstance(value, str):
        lines = _LINE.findall(value)
        yield " (lines)", dict(lines)
        yield " (numbered lines)", {int(name): text for name, text in lines if name.isdigit()}
    elif isinstance(value, list) and len(value) <= _MOST_OPTIONS:
        yield " (places from 0)", dict(enumerate(value))
        yield " (places from 1)", dict(enumerate(value, 1))
        yield " (letters)", dict(zip(_LETTERS, value, strict=False))
        if all(isinstance(item, str) for item in value):
            yield "", {item: item for item in value}
        if all(isinstance(item, dict) for item in value):
            yield from _by_key(value)


def _by_key(items: list[dict[str, Any]]) -> Iterator[tuple[str, dict[Any, Any]]]:
    """The objects of a list, named by the value of one of their keys, which differs in all."""
    for key in items[0] if items else ():
        names = [item.get(key) for item in items]
        if all(isinstance(name, int | str) for name in names) and len({*names}) == len(items):
            rest = [{k: part for k, part in item.items() if k != key} for item in items]
            yield f".{key}", dict(zip(names, rest, strict=True))


def _parts(option: Any) -> Counter[str]:
    """What an option consists of: its scalars with their paths, or its words; empty if too few."""
    if isinstance(option, dict):
        scalars = [
            (path, part) for path, part in subtrees(option) if not isinstance(part, dict | list)
        ]
        return Counter(to_json(scalar) for scalar in scalars) if len(scalars) > 1 else Counter()
    words = re.findall(r"\w+", option) if isinstance(option, str) else []
    return Counter(words) if len(words) >= _FEWEST_WORDS else Counter()


def _fields(option: Any) -> Counter[str]:
    """The fields of a text between blanks with their places, as of a crontab's line."""
    fields = option.split() if isinstance(option, str) else []
    return Counter(map(str, enumerate(fields))) if len(fields) >= _FEWEST_WORDS else Counter()


def _central(options: dict[Any, Counter[str]]) -> frozenset[Any]:
    """The names of the options that share most with the others."""
    shared = {
        name: sum((parts & other).total() for label, other in options.items() if label != name)
        for name, parts in options.items()
    }
    most = max(shared.values())
    return frozenset(name for name, count in shared.items() if count == most)


def _may_hold(choices: list[_Choice]) -> bool:
    """Whether the rule holds on the first half of the choices, so that it is worth confirming."""
    first = choices[: (len(choices) + 1) // 2]
    chance = sum(choice.chance for choice in first) / len(first)
    varied = len({repr(choice.value) for choice in choices}) > 1
    return varied and chance <= _LARGEST_CHANCE and sum(c.hit for c in first) >= _HITS * len(first)


def _others_earn_less(
    context: CheckContext, choices: list[_Choice], turn: int, field: Path
) -> bool:
    """Whether another option is wrong, so that the choice matters."""
    return all(
        earns_less_with(
            context,
            choice.solution,
            field,
            next(name for name in choice.names if name != choice.value),
            turn,
        )
        for choice in choices[:_COUNTERED]
    )
