"""Semantics: the order of a table in the source does not tell the right one of several options.

Wrong options that are the neighbours of the right one in a table leave it in the middle of them.
The order of the table is learned from many episodes, whatever the order of the shown options.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import solve
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.policies import earns_less_with
from hallmark_rl.conformance.checking.probes.answer_patterns import Question
from hallmark_rl.conformance.checking.probes.listed_items import lists_with
from hallmark_rl.conformance.checking.probes.option_ranks import asks_for_rank
from hallmark_rl.conformance.checking.probes.source_tables import Table, place_in, source_tables
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message, task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.asked_questions import asked_questions

_FEWEST_OPTIONS, _MOST_OPTIONS = 3, 12
_FEWEST = 16
"""Different sets of options, each with its right one, that are needed."""
_COVERED = 0.9
"""Share of the questions whose options must all stand in one table."""
_LEAST_SHARE, _LEAST_GAIN = 0.6, 0.3
_MOST_OF_ONE, _FEWEST_ANSWERS = 0.5, 4
_COUNTERED = 4
"""Questions on which another option is chosen instead, which must earn less."""
_RANKS = 6
_NEXT_TO = re.compile(
    r"\b(next|before|after|previous|between|following|preceding|earlier|later|adjacent|neighbou?r\w*"
    r"|nearest|closest|sequence|chronolog\w*)\b",
    re.I,
)
"""Words of a task that asks for a place in an order."""
_CHOOSES = re.compile(r"\b(answer|choose|pick|right|correct|name|which|find|take|select)\b", re.I)


class _Choice(NamedTuple):
    """The question, the names of its options, and the index of the right one."""

    question: Question
    names: tuple[str, ...]
    place: int

    @property
    def key(self) -> tuple[str, frozenset[str]]:
        """The right option among its options: seeds repeat them, and each counts once."""
        return self.names[self.place], frozenset(self.names)


class _Rule(NamedTuple):
    """A rank in the order of a table; `of` is None where a number of options has no such rank."""

    name: str
    of: Callable[[int], int | None]


@check("semantic.source_order")
def source_order(context: CheckContext) -> None:
    """Rank the right options by each table of the source that names all options."""
    tables = list(source_tables(context.subject))
    if not tables or not any(_has_options(context, tables)):
        raise NotApplicable("no options are shown that stand in one table of the source")
    explored, confirmed = asked_questions(context)
    choices: dict[str, list[_Choice]] = {}
    for question in [*explored, *confirmed]:
        for path, choice in _choices(question):
            choices.setdefault(path, []).append(choice)
    ranked = [
        (path, found)
        for path, each in choices.items()
        for table in tables
        if (found := _ranked(each, table))
    ]
    if not ranked:
        raise NotApplicable("too few different options stand in one table of the source")
    rules = list(_rules())
    rate = allowance("semantic.source_order", len(ranked) * len(rules))
    for path, found in ranked:
        for rule in rules:
            _require_no_rank(context, path, found, rule, rate)


def _has_options(context: CheckContext, tables: list[Table]) -> Iterator[bool]:
    for solution in context.solutions:
        shown = first_message(context, solution)
        for answer in solution.actions[-1].values():
            for _, choice in _choices(Question(0, shown, {}, answer)):
                yield any(_places(choice, table) for table in tables)


def _choices(question: Question) -> Iterator[tuple[str, _Choice]]:
    """Lists of options of which the answer is, names or numbers one."""
    if isinstance(question.answer, str) and question.answer:
        for found in lists_with(question.shown, question.answer):
            names = tuple(str(found.named(place)) for place in range(len(found.rows)))
            yield found.path, _Choice(question, names, found.place)
    for path, items in question.options.items():
        chosen = question.place(path)
        if chosen is not None and all(isinstance(item, str) for item in items):
            yield f"{path} (by place)", _Choice(question, tuple(items), chosen)


def _places(choice: _Choice, table: Table) -> list[int]:
    """The rows of the options, in the order of the options; empty if one has no row of its own."""
    rows = [place_in(table, name) for name in choice.names]
    known = [row for row in rows if row is not None]
    is_few = _FEWEST_OPTIONS <= len(rows) <= _MOST_OPTIONS
    return known if is_few and len(set(known)) == len(rows) else []


def _ranked(choices: Sequence[_Choice], table: Table) -> list[tuple[_Choice, int]]:
    """Different choices with the rank of the right option; empty if the table is not theirs."""
    found: dict[tuple[str, frozenset[str]], tuple[_Choice, int]] = {}
    covered = 0
    for choice in choices:
        rows = _places(choice, table)
        covered += bool(rows)
        if rows:
            found.setdefault(choice.key, (choice, sorted(rows).index(rows[choice.place])))
    is_drawn = len({key[1] for key in found}) > 2
    is_table = covered >= _COVERED * len(choices) and len(found) >= _FEWEST
    return list(found.values()) if is_table and is_drawn else []


def _rules() -> Iterator[_Rule]:
    yield _Rule("the middle one", lambda count: count // 2 if count % 2 else None)
    for rank in range(_RANKS):
        yield _Rule(f"number {rank + 1}", _from_start(rank))
        yield _Rule(f"number {rank + 1} from the end", _from_end(rank))


def _from_start(rank: int) -> Callable[[int], int | None]:
    return lambda count: rank if rank < count else None


def _from_end(rank: int) -> Callable[[int], int | None]:
    return lambda count: count - 1 - rank if rank < count else None


def _require_no_rank(
    context: CheckContext,
    path: str,
    found: Sequence[tuple[_Choice, int]],
    rule: _Rule,
    rate: float,
) -> None:
    tried = [(c, r, n) for c, r in found if (n := rule.of(len(c.names))) is not None]
    hits = [choice for choice, rank, wanted in tried if rank == wanted]
    if len(tried) < _FEWEST or not hits:
        return
    chance = sum(1 / len(choice.names) for choice, _, _ in tried) / len(tried)
    if len(hits) / len(tried) < max(_LEAST_SHARE, chance + _LEAST_GAIN):
        return
    if upper_tail(len(hits), len(tried), chance) >= rate:
        return
    right = Counter(choice.names[choice.place] for choice in hits)
    if len(right) < _FEWEST_ANSWERS or max(right.values()) > _MOST_OF_ONE * len(hits):
        return
    is_end = any(wanted in (0, len(choice.names) - 1) for choice, _, wanted in tried)
    if _is_meant(context, hits, is_end=is_end) or not _others_earn_less(context, hits):
        return
    raise PropertyViolated(
        f"by the order of a table in the source, {rule.name} of the options {path} is right in "
        f"{len(hits)} of {len(tried)} different tasks; by chance it would be in "
        f"{chance * len(tried):.0f}",
        Episode.of(hits[0].question.seed, [], "opening"),
    )


def _is_meant(context: CheckContext, choices: Sequence[_Choice], *, is_end: bool) -> bool:
    """Whether the texts ask for a place in an order."""
    options = {name for choice in choices for name in choice.names}
    shown = {
        text
        for choice in choices
        for _, text in subtrees(choice.question.shown)
        if isinstance(text, str) and not any(name in text for name in options)
    }
    asked = [text for text in task_sentences(context) if _CHOOSES.search(text)]
    if any(_NEXT_TO.search(text) for text in (*shown, *asked)):
        return True
    texts = [*shown, *asked] if is_end else [*shown]
    return asks_for_rank(texts, is_end=False) or (is_end and asks_for_rank(texts, is_end=True))


def _others_earn_less(context: CheckContext, choices: Sequence[_Choice]) -> bool:
    """Whether the answer of another question is wrong, so that the choice matters."""
    for one, other in itertools.pairwise(choices[: _COUNTERED + 1]):
        solution = solve(context, one.question.seed)
        field = next((k for k, v in one.question.fields.items() if v == one.question.answer), "")
        if solution is None or one.question.answer == other.question.answer:
            continue
        if not earns_less_with(context, solution, (field,), other.question.answer):
            return False
    return True
