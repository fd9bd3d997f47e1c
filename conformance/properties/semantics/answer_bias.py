"""Semantics: the right answer cannot be guessed from its place or from data beside the question.

A rule is chosen on some seeds and confirmed on others. It is reported if it is right so much more
often than by chance that this has a probability below the property's share of the error rate, for
all rules together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Guess,
    Question,
    channel_baseline,
    features,
    is_choice,
    learned_share,
    option_lists,
    place_rules,
    question_parts,
    task_numbers,
    told_state,
)
from hallmark_rl.conformance.checking.probes.near_misses import is_one_shot_answer
from hallmark_rl.conformance.checking.probes.option_ranks import middle_pair, rank_rules
from hallmark_rl.conformance.checking.probes.program_variants import unplayed_solution
from hallmark_rl.conformance.checking.probes.several_questions import chosen_places
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.different_tasks import (
    require_no_looks,
    require_no_neighbours,
)
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout

_EXPLORED, _CONFIRMED = 120, 240
"""Seeds on which a rule is chosen, and fresh seeds on which it is confirmed."""
_FEWEST = 60
_SCREEN = 1e-2
_LEAST_GAIN = 0.12
"""By how much a rule must be right more often than by chance; smaller biases are not worth it."""
_LEAST_RANKED = 0.8
"""Share of the questions whose right number must have one rank; wrong ones are often near it."""
_BY_PLACE = ("option ", "the option number")
"""What the names of rules begin with that look at nothing but places and numbers of tasks."""
_LEAST_IN_PAIR = 0.97
"""Share of the questions whose right number must be one of the two in the middle."""
_LEAST_GAIN_BESIDE = 0.25
_MOST_CLASSES = 12
_LONGEST_ANSWER = 120


@check("semantic.answer_bias")
def answer_bias(context: CheckContext) -> None:
    """Try rules that choose an option by place, look, number or rank.

    Each list of options is tried for itself: its questions have seeds of their own.
    """
    explored, confirmed = _questions(context)
    paths = [
        path
        for path in explored[0].options
        if is_choice(path, [q.options[path] for q in explored if path in q.options])
    ]
    rules = [(path, name, _alone(at), 0.0) for path in paths for name, at in place_rules()]
    rules += [
        (path, name, _alone(at), _LEAST_RANKED) for path in paths for name, at in rank_rules()
    ]
    records = [path for path in explored[0].options if path not in paths]
    records = [path for path in records if _holds_answers(explored, path)]
    rules += [
        (path, name, _alone(at), _LEAST_RANKED)
        for path in records
        for name, at in place_rules()
        if name.startswith(_BY_PLACE)
    ]
    pair = "one of the two middle numbers"
    rules += [(path, pair, middle_pair, _LEAST_IN_PAIR) for path in paths]
    claims = len(rules) + len(explored[0].options)
    rate = allowance("semantic.answer_bias", max(1, claims))
    require_no_looks([*explored, *confirmed], rate)
    if not rules:
        raise NotApplicable("the answer is not chosen from a list of options")
    for path, name, choose, least in rules:
        hits, tried, chance = 0, 0, 0.0
        for stage, questions in enumerate((explored, confirmed)):
            outcomes = [
                (place in chosen, len(chosen) / len(question.options[path]))
                for question in questions
                if path in question.options
                and (place := question.place(path)) is not None
                and (chosen := choose(question, path))
            ]
            hits, tried = sum(hit for hit, _ in outcomes), len(outcomes)
            chance = sum(rate for _, rate in outcomes) / max(1, tried)
            bound = rate if stage else _SCREEN
            gained = tried and hits / tried >= max(least, chance + _LEAST_GAIN)
            if tried < _FEWEST / 2 or not gained or upper_tail(hits, tried, chance) > bound:
                break
        else:
            raise PropertyViolated(
                f"{name} of {path} is right on {hits} of {tried} fresh seeds; "
                f"by chance it would be on {chance * tried:.0f}",
                Episode.of(confirmed[0].seed, [], "opening"),
            )


def _holds_answers(questions: list[Question], path: str) -> bool:
    """Whether the right answer is one of a list's texts, or in one of its objects, nearly always.

    The list may have an order, such as that of departures, so only its places are tried, and a rule
    must be right nearly always.
    """
    items = [item for question in questions for item in question.options.get(path, [])]
    places = [question.place(path) for question in questions if path in question.options]
    found = sum(place is not None for place in places)
    return all(isinstance(item, str | dict) for item in items) and found > 0.95 * len(questions)


def _alone(guess: Guess) -> Callable[[Question, str], frozenset[int]]:
    """A rule that chooses one option, as one that chooses a set of them."""

    def choose(question: Question, path: str) -> frozenset[int]:
        place = guess(question, path)
        return frozenset() if place is None else frozenset({place})

    return choose


@check("semantic.side_channels")
def side_channels(context: CheckContext) -> None:
    """Learn answers from metadata, state, ids, forms of texts and seeds, without the question."""
    explored, confirmed = _questions(context)
    targets = {"answer": [str(question.answer) for question in [*explored, *confirmed]]}
    for path in explored[0].options:
        lists = [q.options[path] for q in explored if path in q.options]
        if is_choice(path, lists) or _holds_answers(explored, path):
            places = [q.place(path) if path in q.options else None for q in explored + confirmed]
            if sum(place is not None for place in places) > 0.9 * len(places):
                targets[f"place in {path}"] = [str(place) for place in places]
    targets |= _first_places([*explored, *confirmed])
    tables = [features(question) for question in [*explored, *confirmed]]
    names = [name for name in tables[0] if len({table.get(name) for table in tables}) > 1]
    usable = {
        target: values
        for target, values in targets.items()
        if 2 <= len(set(values)) <= _MOST_CLASSES
    }
    numbers = task_numbers(explored[0])
    rate = allowance("semantic.side_channels", max(1, len(usable) * len(names) + len(numbers)))
    require_no_neighbours([*explored, *confirmed], rate)
    if not usable or not names:
        raise NotApplicable("the answers are too different, or nothing is beside the question")
    split = len(explored)
    parts = [question_parts(question) for question in [*explored, *confirmed]]
    for target, values in usable.items():
        tried = len(values) - split
        common = Counter(values).most_common(1)[0][1] / len(values)
        by_heart = max(
            (learned_share(parts, path, values, split) for path in parts[0]), default=0.0
        )
        for name in names:
            baseline = channel_baseline(name, tables, common, by_heart)
            share = learned_share(tables, name, values, split)
            if share < baseline + _LEAST_GAIN_BESIDE:
                continue
            hits = round(share * tried)
            if upper_tail(hits, tried, baseline) < rate:
                raise PropertyViolated(
                    f"{name} predicts the {target} on {hits} of {tried} fresh seeds; "
                    f"without it {baseline * tried:.0f} would be right",
                    Episode.of(confirmed[0].seed, [], "opening"),
                )


def _first_places(questions: list[Question]) -> dict[str, list[str]]:
    """Of answers with several parts: the place of the first part in a list that is shown."""
    firsts = [
        question.answer.split(",")[0].strip()
        if isinstance(question.answer, str) and "," in question.answer
        else question.answer[0]
        if isinstance(question.answer, list) and len(question.answer) > 1
        else None
        for question in questions
    ]
    found = {}
    for path in questions[0].options:
        places = [
            str(items.index(first)) if first in (items := question.options.get(path, [])) else ""
            for question, first in zip(questions, firsts, strict=True)
        ]
        if "" not in places:
            found[f"place of the answer's first part in {path}"] = places
    return found


def _questions(context: CheckContext) -> tuple[list[Question], list[Question]]:
    """Questions with their answers: those to explore, and fresh ones."""
    context.require_capability_absent("single_task", "there is one task")
    context.new_in_process_driver().close()
    first = context.solutions[0]
    names = [name for name in first.actions[-1] if name not in ("metadata", "type")]
    answers = {
        name: {repr(solution.actions[-1].get(name)) for solution in context.solutions}
        for name in names
    }
    varied = [name for name in names if len(answers[name]) > 1]
    if not varied:
        raise NotApplicable("the answer is the same on all seeds: see semantic.canary_floor")
    if not _are_decisions(context, varied):
        if not is_one_shot_answer(context):
            raise NotApplicable("the oracle takes many steps, so there is no single answer")
        if _are_moves(context.solutions, varied):
            raise NotApplicable("the steps of a solution are moves, and not answers")
    if all(len(str(first.actions[-1][name])) > _LONGEST_ANSWER for name in varied):
        raise NotApplicable("the answer is a long text")
    rng = context.rng("fresh questions")
    explored = _collect(context, list(range(1001, 1001 + _EXPLORED)), varied)
    confirmed = _collect(context, [rng.randrange(10**4, 2**31) for _ in range(_CONFIRMED)], varied)
    if not all(question.places for question in [*explored, *confirmed]):  # by chance on some
        explored = [replace(question, places={}) for question in explored]
        confirmed = [replace(question, places={}) for question in confirmed]
    if len(explored) < _FEWEST or len(confirmed) < _FEWEST:
        raise EvidenceMissing(
            f"in the time of this check {min(len(explored), len(confirmed))} questions could be "
            f"answered, {_FEWEST} are needed: use --profile thorough"
        )
    return explored, confirmed


def _are_moves(solutions: list[Rollout], names: list[str]) -> bool:
    """Whether each step of a solution sends what the last one sends, and their numbers differ."""
    steps = {len(solution.actions) for solution in solutions}
    return len(steps) > 1 and all(
        action.get(name) is not None
        for solution in solutions
        for action in solution.actions
        for name in names
    )


def _are_decisions(context: CheckContext, names: list[str]) -> bool:
    """Whether the last steps, which end the episodes, say something else than the steps before.

    They are of a kind of their own, such as `accuse` after `examine`; or in all steps before, these
    fields are left at their defaults.
    """
    last = [solution.actions[-1] for solution in context.solutions]
    before = [action for solution in context.solutions for action in solution.actions[:-1]]
    if not before or not all(solution.done for solution in context.solutions):
        return False
    kinds = [name for name in last[0] if len({repr(action.get(name)) for action in last}) == 1]
    if any(all(action.get(name) != last[0][name] for action in before) for name in kinds):
        return True
    fields = context.survey.schema.get("properties", {})
    return all(
        "default" in fields.get(name, {})
        and all(action.get(name) == fields[name]["default"] for action in before)
        for name in names
    )


def _collect(context: CheckContext, seeds: list[int], names: list[str]) -> list[Question]:
    questions: list[Question] = []
    for seed in context.until_budget(seeds, least=_FEWEST):
        driver = context.new_driver()
        response = driver.reset(seed=seed)
        state = driver.state().data or {}
        driver.close()
        solution = _solution(context, seed)
        if response.data is None or solution is None:
            continue
        shown = shown_to_agent(response.data)
        beside = {"metadata": response.data.get("metadata"), "state": told_state(state)}
        answer = next((solution[name] for name in names if solution.get(name) is not None), None)
        options = option_lists(shown)
        places = chosen_places(answer, options)
        questions.append(Question(seed, shown, beside, answer, options, places))
    return questions


def _solution(context: CheckContext, seed: int) -> dict[str, object] | None:
    """The last action of the oracle's solution of a seed; of one step, it is not played."""
    if all(len(solution.actions) == 1 for solution in context.solutions):
        try:
            return unplayed_solution(context, seed).actions[-1]
        except Exception:  # the author's oracle may fail on a seed: see semantic.oracle_reliable
            return None
    steps = 2 * max(len(solution.actions) for solution in context.solutions)
    rollout = play_policy(context.subject, context.survey, oracle_of(context), seed, steps)
    return rollout.actions[-1] if rollout.actions and not rollout.error else None
