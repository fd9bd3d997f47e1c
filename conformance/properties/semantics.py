"""Semantics: the reward says solved exactly when it is solved."""

from __future__ import annotations

import difflib
import inspect
import itertools
import re
from typing import Any

from conformance.actions import as_plain
from conformance.compare import content_difference
from conformance.driver import make_action
from conformance.edits import edits, whole_text
from conformance.episode import Action, Episode
from conformance.lab import Lab
from conformance.policies import play_live
from conformance.registry import check
from conformance.survey import Played, play_actions, play_policy, success_of
from conformance.verdict import Broken, Excluded, Unproved


def _same(left: float, right: float) -> bool:
    return abs(left - right) <= 1e-9 * max(1.0, abs(left), abs(right))


def _margin(lab: Lab) -> float:
    """How far below the oracle what does not solve must stay."""
    return max(1e-6, 0.02 * abs(lab.scale))


def _play(lab: Lab, actions: list[Action], seed: int | None) -> Played:
    return play_actions(lab.subject, lab.survey, actions, seed)


@check("semantic.oracle_max")
def oracle_max(lab: Lab) -> None:
    if lab.survey.evidence.get("oracle") and not lab.survey.solutions[:1]:
        raise Unproved(f"the oracle cannot be used: {lab.survey.evidence['oracle']}")
    for one in lab.survey.solutions or lab.solutions:
        if one.error:
            raise Broken(f"the oracle does not finish: {one.error}", one.episode("solution"))
        continuing = "continuing" in lab.declared.capabilities
        if not one.done and not continuing:
            raise Broken(
                f"the oracle's {len(one.actions)} actions do not end the episode",
                one.episode("solution"),
            )
        if one.success is False and not continuing:
            raise Broken("after the oracle's episode success is False", one.episode("solution"))
        wanted = lab.declared.success if lab.declared.success is not None else lab.declared.high
        best = max([one.total, *one.rewards], default=0.0)
        if wanted is not None and best < wanted - lab.declared.tolerance:
            if lab.declared.success is None and continuing:
                continue
            if lab.declared.success is None and _consistent_below(lab, wanted):
                continue
            raise Broken(
                f"the oracle earns {one.total:.4g}, the declared maximum is {wanted:g}",
                one.episode("solution"),
            )


def _consistent_below(lab: Lab, wanted: float) -> bool:
    """A range with room above (costs, bonuses): the oracle ends every episode as a success."""
    flags = [one.success for one in lab.solutions]
    return all(flags) and min(one.total for one in lab.solutions) > 0.5 * wanted


@check("semantic.floor_gap")
def floor_gap(lab: Lab) -> None:
    reference = lab.reference
    span = 1.0
    if lab.declared.low is not None and lab.declared.high is not None:
        span = min(1.0, lab.declared.high - lab.declared.low)
    needed = min(lab.declared.margin, 0.5) * span
    for label, group in (("doing nothing", lab.survey.idle), ("random play", lab.survey.chance)):
        good = [one for one in group if not one.error]
        if not good:
            continue
        mean = sum(one.total for one in good) / len(good)
        if label == "random play":
            needed = min(needed, 0.05 * span)
        if reference - mean < needed - 1e-9:
            best = max(good, key=lambda one: one.total)
            seen = f"{label} earns {mean:.4g} on average, the oracle {reference:.4g}"
            raise Broken(f"{seen}; the gap must be {needed:g}", best.episode(label))


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
            other = _play(lab, [action] * limit, one.seed)
            if other.total >= one.total - _margin(lab):
                wins.append(other)
            elif not wins and one is solutions[min(3, len(solutions) - 1)]:
                break
        if len(wins) > max(2, len(solutions) * 0.7):
            seen = f"one action solves {len(wins)} of {len(solutions)} seeds"
            raise Broken(seen, wins[0].episode("constant"))


@check("semantic.adversarial_floor")
def adversarial_floor(lab: Lab) -> None:
    maker = getattr(lab.subject.proof, "exploits", None)
    if not callable(maker):
        raise Excluded("no exploits are named: write exploits() in proof.py")
    allowed = max(0.0, lab.floor) + lab.declared.margin * abs(lab.scale) * 0.5
    for name, policy in maker():
        for seed in lab.seeds[:3]:
            one = play_policy(lab.subject, lab.survey, policy, seed, lab.declared.max_steps or 60)
            if one.total > allowed + 1e-9:
                seen = f"the exploit {name!r} earns {one.total:.4g}, allowed is {allowed:.4g}"
                raise Broken(seen, one.episode(str(name)))


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
        _play(lab, other.actions, other.seed)
        played = _play(lab, other.actions, one.seed)
        if played.total >= one.total - _margin(lab) or (played.success and one.success):
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
            played = _play(lab, [*one.actions[:-1], edited], one.seed)
            if played.error:
                continue
            tried += 1
            passed = played.total >= one.total - _margin(lab) or bool(
                played.success and one.success
            )
            kinds.setdefault(name.partition(":")[0], []).append(passed)
            if passed:
                accepted.append((name, played))
    near = [_play(lab, actions, seed) for seed, actions in _nearest(lab)]
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
            played = _play(lab, changed, one.seed)
            if not played.error and played.total >= one.total - _margin(lab):
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
            played = _play(lab, [*one.actions[:-1], action], one.seed)
            if not played.error and played.total >= one.total - _margin(lab):
                raise Broken(f"{name} scores like the answer: {text!r}", played.episode(name))


def _questions(lab: Lab, one: Played) -> list[str]:
    """Texts of the first observation, and what looks like arithmetic in them."""
    seen = lab.new().reset(**({} if one.seed is None else {"seed": one.seed}))
    texts = [value for value in (seen.data or {}).values() if isinstance(value, str) and value]
    sums = [found for text in texts for found in re.findall(r"[\d(][\d\s+*/().-]+\d\)?", text)]
    return [text for text in [*texts, *sums] if 2 < len(text) <= 300][:6]


@check("semantic.success_flag")
def success_flag(lab: Lab) -> None:
    solutions = lab.solutions
    if all(one.success is None for one in solutions):
        raise Excluded("no observation reports success")
    for one in solutions:
        if one.done and one.success is False:
            raise Broken("the oracle's episode ends with success False", one.episode("solution"))
    for one in solutions:
        driver = lab.new()
        trace = lab.play(one.episode("solution"), driver)
        for number, seen in enumerate(trace[:-1]):
            flag = success_of(seen.data)
            if flag is True and number < len(one.actions):
                shown = Episode(one.episode("").calls[: number + 1], "solution")
                raise Broken(f"message {number} already reports success", shown)
    for group in (lab.survey.idle, lab.survey.chance):
        for other in group:
            match = [one for one in solutions if one.seed == other.seed]
            if match and other.done and other.success and other.total < match[0].total / 2 - 1e-9:
                text = f"success is True with a return of {other.total:.4g}"
                text = f"{text}, the oracle's is {match[0].total:.4g}"
                raise Broken(text, other.episode("failure"))


@check("semantic.not_too_early")
def not_too_early(lab: Lab) -> None:
    for one in lab.within(lab.solutions, least=3):
        for other in lab.solutions:
            if other.actions[-1:] == one.actions[-1:]:
                continue
            played = _play(lab, other.actions[-1:], one.seed)
            ended = played.done and len(played.actions) == 1
            if ended and played.total > one.total - _margin(lab) and len(one.actions) > 1:
                seen = f"a wrong first move ends the episode with {played.total:.4g}"
                raise Broken(seen, played.episode("wrong move"))
        cut = _play(lab, one.actions, one.seed)
        if len(cut.actions) < len(one.actions):
            raise Broken("the episode ends before the solution is played", cut.episode("solution"))


@check("semantic.verifier_determinism", clean=True)
def verifier_determinism(lab: Lab) -> None:
    lab.require_capability_absent("stochastic", "chance is meant")
    for one in lab.within(lab.solutions, least=3):
        for _ in range(lab.profile.repeats):
            again = _play(lab, one.actions, one.seed)
            if again.rewards != one.rewards and not _close(again.rewards, one.rewards):
                if not lab.survey.accepts.get("seed", True):
                    raise Excluded("reset() takes no seed")
                seen = f"rewards {one.rewards} at first, then {again.rewards}"
                raise Broken(seen, one.episode("solution"))


def _close(left: list[float], right: list[float]) -> bool:
    return len(left) == len(right) and all(map(_same, left, right))


@check("semantic.oracle_reliable")
def oracle_reliable(lab: Lab) -> None:
    from conformance.policies import oracle_of

    oracle = oracle_of(lab)
    _ = lab.solutions
    least = min(one.total for one in lab.solutions) if lab.solutions else 0.0
    cost = lab.survey.reset_s + 10 * lab.survey.step_s
    count = 30 if cost < 0.2 else max(4, int(6.0 / cost))
    for seed in range(101, 101 + count):
        if lab.left() < -2:
            break
        lab.figures["seeds"] = seed - 100
        one = play_policy(lab.subject, lab.survey, oracle, seed, 200)
        if one.error:
            raise Broken(f"the oracle fails: {one.error}", one.episode("solution"))
        failed = one.success is False or one.total < least - 0.5 * abs(lab.scale)
        if failed and "stochastic" not in lab.declared.capabilities:
            seen = (
                f"on seed {seed} the oracle earns {one.total:.4g}, elsewhere at least {least:.4g}"
            )
            raise Broken(seen, one.episode("solution"))


@check("semantic.verifier_portability", clean=True)
def verifier_portability(lab: Lab) -> None:
    lab.require_deterministic()
    _ = lab.solutions
    traces, problem = lab.extra.get("traces"), lab.extra.get("problem")
    if traces is None:
        raise Excluded(f"it cannot be loaded elsewhere: {problem}")
    for data, other in zip(lab.extra["episodes"], traces, strict=True):
        episode = Episode.from_dict(data)
        if episode.label == "solution":
            here = [message.get("reward") for message in lab.pristine(episode)]
            found = content_difference(here, [message.get("reward") for message in other])
            if found is not None:
                raise Broken(f"in another process the rewards differ: reward{found}", episode)


@check("semantic.replayability", clean=True)
def replayability(lab: Lab) -> None:
    lab.require_deterministic()
    for one in lab.within(lab.solutions, least=3):
        episode = one.episode("solution")
        if lab.subject.url is None:
            trace = lab.pristine(episode)
            rewards = [_number(message.get("reward")) for message in trace[1:]]
        else:
            rewards = [seen.pay for seen in lab.play(episode)[1:]]
        if not _close(rewards, one.rewards):
            if not lab.survey.accepts.get("seed", True):
                raise Excluded("reset() takes no seed")
            raise Broken(f"recorded {one.rewards}, replayed {rewards}", episode)


def _number(value: Any) -> float:
    usable = isinstance(value, int | float) and value == value
    return float(value) if usable else 0.0


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


@check("semantic.invariances")
def invariances(lab: Lab) -> None:
    maker = getattr(lab.subject.proof, "invariances", None)
    if not callable(maker):
        raise Excluded("no invariances are named: write invariances() in proof.py")
    entries = maker()
    if isinstance(entries, dict):
        entries = entries.items()
    for entry in entries:
        name, function = entry if isinstance(entry, tuple) else (entry.__name__, entry)
        _require_invariant(lab, str(name), function)


def _require_invariant(lab: Lab, name: str, function: Any) -> None:
    """`f(action) -> action` must keep the reward; `f(env, observation, action)` likewise;
    `f(transcript) -> bool` must hold, where a transcript is a list of (action, observation)."""
    names = list(inspect.signature(function).parameters)
    if len(names) == 1 and names[0] in ("transcript", "trace", "history", "episode"):
        for episode in lab.corpus():
            trace = lab.play(episode)
            transcript = list(zip([None, *episode.actions], [s.raw for s in trace], strict=False))
            answer = function(transcript)
            if answer is False or isinstance(answer, str):
                raise Broken(f"the invariant {name!r} does not hold: {answer or ''}", episode)
        return
    for one in lab.solutions[:4]:
        driver = lab.local()
        seen = driver.reset(**({} if one.seed is None else {"seed": one.seed}))
        changed, total = [], 0.0
        for action in one.actions:
            made = make_action(lab.subject.action_type, action)
            other = function(made) if len(names) == 1 else function(driver.env, seen.raw, made)
            plain = as_plain(other)
            changed.append(plain)
            seen = driver.step(plain)
            total += seen.pay
            if seen.done or seen.data is None:
                break
        if not _same(total, one.total):
            text = f"{name!r}: {total:.4g} instead of {one.total:.4g}"
            raise Broken(text, Episode.of(one.seed, changed, str(name)))
