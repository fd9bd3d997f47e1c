"""Semantics: what is not the answer is not paid like it."""

from __future__ import annotations

import difflib
import itertools
import re

from conformance.edits import edits, whole_text
from conformance.episode import Action, Episode
from conformance.lab import Lab
from conformance.policies import margin, play, play_live
from conformance.registry import check
from conformance.survey import Played, play_policy
from conformance.verdict import Broken, Excluded


@check("semantic.canary_floor")
def canary_floor(lab: Lab) -> None:
    """Constant policies over all seeds: other answers, valid actions, words of the source."""
    from conformance.canaries import canaries

    lab.require_capability_absent("single_task", "there is one task")
    solutions = lab.solutions
    if len(solutions) < 4:
        raise Excluded("too few seeds to tell a constant policy from luck")
    answers = [one.actions[-1] for one in solutions if len(one.actions) == 1]
    limit = min(lab.declared.max_steps or 20, 20)
    tried = [*answers, *lab.pool[:12], *canaries(lab)]
    unique = [action for place, action in enumerate(tried) if action not in tried[:place]]
    for action in lab.within(unique, least=12):
        wins: list[Played] = []
        for one in solutions:
            other = play(lab, [action] * limit, one.seed)
            if other.total >= one.total - margin(lab):
                wins.append(other)
            elif not wins and one is solutions[min(3, len(solutions) - 1)]:
                break
        if len(wins) > max(2, len(solutions) * 0.7):
            seen = f"one action solves {len(wins)} of {len(solutions)} seeds"
            raise Broken(seen, wins[0].episode("constant"))


@check("semantic.wrong_answers")
def wrong_answers(lab: Lab) -> None:
    """Solutions of other seeds, after they have been paid where they belong."""
    solved: list[tuple[Played, Played]] = []
    pairs = 0
    solutions = lab.solutions
    for one, other in lab.within(itertools.permutations(solutions, 2), least=6):
        if one.actions == other.actions or (one.secrets and one.secrets == other.secrets):
            continue
        if one.actions[-1] == other.actions[-1] and len(one.actions) == 1:
            continue
        pairs += 1
        play(lab, other.actions, other.seed)
        played = play(lab, other.actions, one.seed)
        if played.total >= one.total - margin(lab) or (played.success and one.success):
            solved.append((played, one))
    if not pairs:
        raise Excluded("every seed has the same solution")
    single = all(len(one.actions) == 1 for one in solutions)
    if solved and (len(solved) > pairs * 0.5 or (single and len(solved) > pairs * 0.1)):
        played, one = solved[0]
        raise Broken(
            f"{len(solved)} of {pairs} solutions of other seeds score like the right one "
            f"({played.total:.4g} against {one.total:.4g})",
            played.episode("another seed's solution"),
        )


@check("semantic.near_misses")
def near_misses(lab: Lab) -> None:
    accepted: list[tuple[str, Played]] = []
    kinds: dict[str, list[bool]] = {}
    tried = 0
    for one in lab.within(lab.solutions, least=3):
        for name, edited in edits(lab, one):
            played = play(lab, [*one.actions[:-1], edited], one.seed)
            if played.error:
                continue
            tried += 1
            passed = played.total >= one.total - margin(lab) or bool(played.success and one.success)
            kinds.setdefault(name.partition(":")[0], []).append(passed)
            if passed:
                accepted.append((name, played))
    near = [play(lab, actions, seed) for seed, actions in _nearest(lab)]
    by_seed = {one.seed: one for one in lab.solutions}
    paid = [p for p in near if p.total >= by_seed[p.seed].total - 0.08 * abs(lab.scale)]
    if len(paid) >= 2 and len(paid) >= 0.2 * len(near):
        seen = f"{len(paid)} of {len(near)} most similar solutions of other seeds score alike"
        raise Broken(seen, paid[0].episode("near miss"))
    if not tried and not near:
        raise Excluded("the solutions cannot be edited in a way that matters")
    always = [kind for kind, passes in kinds.items() if len(passes) >= 2 and all(passes)]
    telling = [kind for kind in always if kind.endswith(("an item more", "without its last item"))]
    # A game has several winning moves: only where one action is the whole answer is a fifth much.
    share = 0.2 if all(len(one.actions) == 1 for one in lab.solutions) else 0.8
    if whole_text(lab, lab.solutions[0]) is not None:
        share = 0.2
    if telling or (len(accepted) >= 2 and len(accepted) >= share * tried):
        name, played = accepted[0]
        seen = f"{len(accepted)} of {tried} single edits score like the solution, such as {name}"
        raise Broken(seen, played.episode("near miss"))


def _nearest(lab: Lab) -> list[tuple[int | None, list[Action]]]:
    """For some seeds, the solutions of other seeds that are most like their own."""
    from conformance.policies import oracle_of

    oracle = oracle_of(lab)
    cost = lab.survey.reset_s + 10 * lab.survey.step_s
    pool = list(lab.solutions)
    for seed in range(201, 201 + min(60, int(1.0 / max(cost, 1e-3)))):
        if lab.left() < -1.0:
            break
        pool.append(play_policy(lab.subject, lab.survey, oracle, seed, 60))
    found: list[tuple[int | None, list[Action]]] = []
    for one in lab.solutions[:6]:
        text = repr(one.actions[-1])
        if len(text) > 200:
            continue
        others = {repr(o.actions[-1]): o for o in pool if o.actions and not o.error}
        others.pop(text, None)
        close = sorted(others, key=lambda other: -_alike(text, other))[:3]
        found += [
            (one.seed, [*one.actions[:-1], others[other].actions[-1]])
            for other in close
            if others[other].actions[-1] not in one.actions
        ]
    return found


def _alike(left: str, right: str) -> float:
    return difflib.SequenceMatcher(None, left, right).ratio()


@check("semantic.fields_count")
def fields_count(lab: Lab) -> None:
    """Another seed's value in a field that the solutions fill differently should cost something."""
    for field in lab.solutions[0].actions[-1]:
        values = [one.actions[-1].get(field) for one in lab.solutions]
        if field in ("metadata", "type") or len({repr(value) for value in values}) < 3:
            continue
        if any(word in field.lower() for word in ("reason", "thought", "explan", "comment")):
            continue
        kept: list[Played] = []
        lost = 0
        for one, other in itertools.pairwise(lab.solutions):
            value = other.actions[-1].get(field)
            if value == one.actions[-1].get(field):
                continue
            changed = [*one.actions[:-1], {**one.actions[-1], field: value}]
            played = play(lab, changed, one.seed)
            if not played.error and played.total >= one.total - margin(lab):
                kept.append(played)
            else:
                lost += 1
        if len(kept) >= 3 and not lost:
            raise Broken(f"the value of {field!r} does not matter", kept[0].episode("other value"))


@check("semantic.shotgun")
def shotgun(lab: Lab) -> None:
    for one in lab.within(lab.solutions[:4], least=2):
        field = whole_text(lab, one)
        if field is None:
            raise Excluded("solutions are not one short text")
        right = str(one.actions[-1][field])
        others = [
            str(other.actions[-1][field])
            for other in lab.solutions
            if other.seed != one.seed and other.actions[-1].get(field) not in (None, right)
        ]
        if len(others) < 2:
            raise Excluded("too few different answers")
        texts = {
            "many candidates": " ".join([*others, right]),
            "many candidates, listed": ", ".join([right, *others]),
            "the answer taken back": f"{right} is wrong, my answer is {others[0]}",
            "the answer denied": f"not {right}",
        }
        for number, text in enumerate(_questions(lab, one)):
            if right.lower() not in text.lower():
                texts[f"the question's own text {number}"] = text
        for name, text in texts.items():
            action = {**one.actions[-1], field: text}
            if not lab.source.valid(action):
                continue
            played = play(lab, [*one.actions[:-1], action], one.seed)
            if not played.error and played.total >= one.total - margin(lab):
                raise Broken(f"{name} scores like the answer: {text!r}", played.episode(name))


def _questions(lab: Lab, one: Played) -> list[str]:
    """Texts of the first observation, and what looks like arithmetic in them."""
    seen = lab.new().reset(**({} if one.seed is None else {"seed": one.seed}))
    texts = [value for value in (seen.data or {}).values() if isinstance(value, str) and value]
    sums = [found for text in texts for found in re.findall(r"[\d(][\d\s+*/().-]+\d\)?", text)]
    return [text for text in [*texts, *sums] if 2 < len(text) <= 300][:6]


@check("semantic.not_too_early")
def not_too_early(lab: Lab) -> None:
    for one in lab.within(lab.solutions, least=3):
        for other in lab.solutions:
            if other.actions[-1:] == one.actions[-1:]:
                continue
            played = play(lab, other.actions[-1:], one.seed)
            ended = played.done and len(played.actions) == 1
            if ended and played.total > one.total - margin(lab) and len(one.actions) > 1:
                seen = f"a wrong first move ends the episode with {played.total:.4g}"
                raise Broken(seen, played.episode("wrong move"))
        cut = play(lab, one.actions, one.seed)
        if len(cut.actions) < len(one.actions):
            raise Broken("the episode ends before the solution is played", cut.episode("solution"))


@check("semantic.answer_revealed")
def answer_revealed(lab: Lab) -> None:
    """Fail on purpose, then give the right answer."""
    solved_total = {one.seed: one for one in lab.solutions}
    for one in lab.within(lab.solutions[:4], least=2):
        wrong = [o.actions[-1] for o in lab.solutions if o.actions[-1] != one.actions[-1]]
        wrong += [action for action in lab.pool[:3] if action not in one.actions]
        limit = lab.declared.max_steps or 30
        for action in wrong[:3]:
            trace = play_live(lab, one.seed, [action] * min(limit, 60), more=one.actions)
            ended = next((n for n, seen in enumerate(trace) if seen.done), None)
            if ended is None:
                continue
            late = sum(seen.pay for seen in trace[ended + 1 :])
            if late > 1e-9 and late > 0.2 * abs(solved_total[one.seed].total):
                actions = [*[action] * min(limit, 60), *one.actions]
                shown = Episode.of(one.seed, actions[:40], "the answer after the end")
                raise Broken(f"after a failed episode the answer is still paid {late:.4g}", shown)
