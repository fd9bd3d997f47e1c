"""Secrecy: no reference within an agent's text is replaced by a value that it was not shown.

Templates, INI files with interpolation and environment variables replace `${name}`, `%(name)s`,
`{name}` and `{{ name }}`, and a format may hold another reference: `{date:{name}}`. Where the
answer can be referred to, it need not be known.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_REPLACES = re.compile(
    r"\b(ConfigParser|RawConfigParser|Interpolation|Template|jinja2?|expandvars|mako|chevron)\b"
    r"|\bast\.(parse|Name)\b|\beval\(|\b(simpleeval|asteval|numexpr|sympify)\b"
    r"|\b(safe_)?substitute\b"
)
"""Code that may replace references in a text."""
_FORMS = (
    "NAME",
    "${NAME:KEY}",
    "%(KEY)s",
    "{NAME[KEY]}",
    "{NAME.KEY}",
    "{{ NAME.KEY }}",
    "${NAME}",
    "%(NAME)s",
    "{NAME}",
    "{NAME!s}",
    "{NAME:}",
    "{{ NAME }}",
    "$NAME",
)
_SIGNS = re.compile(r"[${}%()\[\]]+")
_FIELD = re.compile(r"\{([A-Za-z_]\w*)[:!}]")
"""A reference of `str.format` in a text."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{1,23}")
_MOST_NAMES, _MOST_FIELDS = 160, 3
_SETTING = re.compile(
    r"^(\s*(?:[\"']?|[{<](?=[\w.-]+[}>]))([A-Za-z_][\w.-]*)[\"'}>]?\s*[:=]\s*)(\S.*?)(,?)$", re.M
)
"""A line that sets a value: what comes before it, the name, the value, and a comma."""
_SEEDS = 3
_FEWEST_TEXTS = 3
_NONSENSE = "zzqx"
_WITHIN = ("{NAME}", "{NAME!s}", "{NAME:}", "${NAME}", "{{ NAME }}")
_MOST_WORDS = 3
"""Words of a longer text in whose place references are put."""


@check("secrecy.hidden_references")
def hidden_references(context: CheckContext) -> None:
    """Put references to names of the source in place of values in solutions' texts."""
    names = list(_names(context))[:_MOST_NAMES]
    solutions = [rollout for rollout in context.solutions if rollout.actions and not rollout.error]
    places = list(_text_places(context, solutions[0]))[:_MOST_FIELDS] if solutions else []
    places = [place for place in places if _is_judged(context, solutions[0], place)]
    if not places:
        raise NotApplicable("no text that matters is part of a solution's last action")
    forms = [*_nested(solutions[0], places), *_FORMS]
    pairs = itertools.product(places, forms, names)
    for place, form, name in context.until_budget(pairs, least=100):
        if "NAME" not in form and name != names[0]:
            continue
        paid = []
        chosen = _different(solutions, place) if form == "NAME" else solutions[:_SEEDS]
        for solution in chosen:
            text = _text_at(solution, place)
            changed = text and _with_references(text, form, name)
            if not changed or changed == text:
                break
            last = with_leaf(solution.actions[-1], place, changed)
            rollout = play(context, [*solution.actions[:-1], last], solution.seed)
            least = max(solution.total - oracle_margin(context), context.floor + 1e-9)
            if not context.source.valid(last) or rollout.error or rollout.total < least:
                break
            paid.append((rollout, changed))
        if chosen and len(paid) == len(chosen):
            rollout, changed = paid[0]
            if _is_paid_as_words(context, chosen[0], place, changed):
                continue
            raise PropertyViolated(
                f"{changed[:200]!r} earns {rollout.total:.4g} like the solution, on {len(paid)} "
                f"seeds: a reference is replaced by the answer",
                rollout.episode("references"),
            )
    _require_none_within(context, solutions, places, names)


def _is_paid_as_words(context: CheckContext, solution: Rollout, place: Path, changed: str) -> bool:
    """Whether the names of references are paid without their signs: then it is the words."""
    words = _SIGNS.sub(" ", changed)
    if words == changed:
        return False
    last = with_leaf(solution.actions[-1], place, words)
    rollout = play(context, [*solution.actions[:-1], last], solution.seed)
    return not rollout.error and rollout.total >= solution.total - oracle_margin(context)


def _require_none_within(
    context: CheckContext, solutions: list[Rollout], places: list[Path], names: list[str]
) -> None:
    """Raise if a reference is filled in for a word of a longer text that differs between tasks."""
    for place in places:
        chosen = _different(solutions, place)
        counts = {len(_own_words(solution, chosen, place)) for solution in chosen}
        if not chosen or len(counts) > 1:
            continue
        tried = itertools.product(range(min(_MOST_WORDS, *counts)), _WITHIN, names)
        for index, form, name in context.until_budget(tried, least=100):
            paid: list[Rollout] = []
            for solution in chosen:
                word = _own_words(solution, chosen, place)[index]
                text = _text_at(solution, place).replace(word, form.replace("NAME", name))
                last = with_leaf(solution.actions[-1], place, text)
                rollout = play(context, [*solution.actions[:-1], last], solution.seed)
                least = max(solution.total - oracle_margin(context), context.floor + 1e-9)
                if not context.source.valid(last) or rollout.error or rollout.total < least:
                    break
                if not paid and _is_paid_without(context, solution, place, word):
                    break
                paid.append(rollout)
            if len(paid) == len(chosen):
                raise PropertyViolated(
                    f"a text with {form.replace('NAME', name)!r} in the place of {word!r} earns "
                    f"{rollout.total:.4g} like the solution, on {len(paid)} seeds: a reference is "
                    f"replaced by the answer",
                    paid[0].episode("references"),
                )


def _own_words(solution: Rollout, others: list[Rollout], place: Path) -> list[str]:
    """The words of a text, between blanks, that are not in the texts of all other solutions."""
    texts = [_text_at(other, place).split() for other in others]
    words = [word.strip(".,;:!?()") for word in _text_at(solution, place).split()]
    shared = {word.strip(".,;:!?()") for word in set.intersection(*map(set, texts))}
    return [word for word in dict.fromkeys(words) if len(word) > 1 and word not in shared]


def _is_paid_without(context: CheckContext, solution: Rollout, place: Path, word: str) -> bool:
    """Whether nonsense in the place of a word is paid like the word."""
    text = _text_at(solution, place).replace(word, _NONSENSE)
    last = with_leaf(solution.actions[-1], place, text)
    rollout = play(context, [*solution.actions[:-1], last], solution.seed)
    return rollout.total >= solution.total - oracle_margin(context)


def _names(context: CheckContext) -> Iterator[str]:
    """Names in the environment's source: keys, attributes and fields.

    Raises `NotApplicable` if nothing in the source replaces references.
    """
    found: dict[str, None] = {}
    replaces = False
    for _, _, tree in own_trees(context.subject):
        replaces = replaces or bool(_REPLACES.search(ast.unparse(tree)))
        for node in ast.walk(tree):
            replaces = replaces or _formats_a_value(node)
            match node:
                case ast.Dict(keys=keys):
                    texts = [key.value for key in keys if isinstance(key, ast.Constant)]
                case ast.Subscript(slice=ast.Constant(value=value)):
                    texts = [value]
                case ast.keyword(arg=str(arg)):
                    texts = [arg]
                case ast.Attribute(attr=attr):
                    texts = [attr]
                case ast.AnnAssign(target=ast.Name(id=name)):
                    texts = [name]
                case _:
                    continue
            found |= {t: None for t in texts if isinstance(t, str) and _NAME.fullmatch(t)}
    if not replaces:
        raise NotApplicable("nothing in the source replaces references in a text")
    # The names of answers come first, and a bare name is tried before all other forms.
    hidden = re.compile(r"answer|solution|expected|reference|target|secret|gold|truth|key|right")
    yield from sorted(found, key=lambda name: not hidden.search(name.lower()))


def _formats_a_value(node: ast.AST) -> bool:
    """Whether a text that is no literal is formatted: `action.text.format(...)`."""
    match node:
        case ast.Call(func=ast.Attribute(attr="format" | "format_map", value=value)):
            return not isinstance(value, ast.Constant | ast.JoinedStr)
        case _:
            return False


def _nested(solution: Rollout, places: list[Path]) -> list[str]:
    """References in the format of a reference that a solution's texts hold: `{date:{NAME}}`."""
    known = [name for place in places for name in _FIELD.findall(_text_at(solution, place))]
    return [f"{{{name}:{{NAME}}}}" for name in dict.fromkeys(known)]


def _text_places(context: CheckContext, solution: Rollout) -> Iterator[Path]:
    """The texts of the last action that are not one of a few choices."""
    fields = context.source.schema.get("properties", {})
    for place, value in leaves(solution.actions[-1]):
        is_choice = {"enum", "const"} & set(fields.get(str(place[0]), {}))
        if isinstance(value, str) and len(value) > 1 and not is_choice:
            yield place


def _different(solutions: list[Rollout], place: Path) -> list[Rollout]:
    """Solutions with different texts in a place; none if there are few, as names of classes."""
    texts = {_text_at(solution, place): solution for solution in solutions}
    return [*texts.values()][:_SEEDS] if len(texts) >= _FEWEST_TEXTS else []


def _is_judged(context: CheckContext, solution: Rollout, place: Path) -> bool:
    """Whether a text that means nothing earns less in its place."""
    last = with_leaf(solution.actions[-1], place, _NONSENSE)
    rollout = play(context, [*solution.actions[:-1], last], solution.seed)
    return bool(rollout.error) or rollout.total < solution.total - oracle_margin(context)


def _text_at(solution: Rollout, place: Path) -> str:
    value = dict(leaves(solution.actions[-1])).get(place)
    return value if isinstance(value, str) else ""


def _with_references(text: str, form: str, name: str) -> str:
    """The text with a reference for each value that a line sets, else for the whole text."""

    def reference(key: str) -> str:
        return form.replace("NAME", name).replace("KEY", key)

    if _SETTING.search(text):
        return _SETTING.sub(lambda line: line[1] + reference(line[2]) + line[4], text)
    return "" if "KEY" in form else reference("")
