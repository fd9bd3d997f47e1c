"""Reward: well formed, in range, and not to be had without solving."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.policies import play, policy_of, step_limit, wrong_moves
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import Seen
from hallmark_rl.conformance.core.episode import Action, Episode
from hallmark_rl.conformance.core.results import Broken, Excluded
from hallmark_rl.conformance.survey.model import Played, play_actions, play_policy


@each_episode("runtime.reward_well_formed", odd=True)
def well_formed(lab: Lab, episode: Episode) -> None:
    for number, seen in enumerate(lab.play(episode)):
        if number == 0 or seen.data is None:
            continue
        problem = _malformed(seen)
        if problem:
            shown = Episode(episode.calls[: number + 1], episode.label)
            raise Broken(f"step {number} has reward {problem}", shown)


def _malformed(seen: Seen) -> str:
    value = seen.reward
    data = seen.data or {}
    if value is None:
        if "tools" in data or "tool_name" in data or data.get("error"):
            return ""
        return "None"
    if isinstance(value, bool):
        return f"{value}, a bool"
    if not isinstance(value, int | float):
        return f"{value!r}, a {type(value).__name__}"
    return "" if math.isfinite(value) else str(value)


@each_episode("reward.in_range", odd=True)
def in_range(lab: Lab, episode: Episode) -> None:
    low, high = lab.declared.low, lab.declared.high
    if low is None or high is None:
        raise Excluded("no range is declared: write validation.reward.range in openenv.yaml")
    for number, seen in enumerate(lab.play(episode)):
        value = seen.reward
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        if number and plain and not low - 1e-9 <= value <= high + 1e-9:
            shown = Episode(episode.calls[: number + 1], episode.label)
            raise Broken(f"step {number} pays {value}, declared is {low}..{high}", shown)


@check("reward.bounded_farming")
def bounded_farming(lab: Lab) -> None:
    lab.require_capability_absent("continuing", "the reward of a continuing task is per step")
    most = 400 if lab.declared.max_steps is None else lab.declared.max_steps
    ceiling = lab.declared.success or lab.declared.high or 1.0
    for action in lab.within(lab.pool[:16], least=6):
        episode = Episode.of(lab.seeds[0], [action] * most, "repetition")
        trace = lab.play(episode)
        rewards = [seen.pay for seen in trace[1:]]
        if not trace[-1].done and len(rewards) >= 20:
            late = rewards[len(rewards) // 2 :]
            if min(late) > 0 and sum(rewards) > ceiling:
                few = Episode(episode.calls[:12], "repetition, and so on")
                earned = f"{sum(rewards):.3g} in {len(rewards)} steps"
                raise Broken(f"the same action earns {earned} and the episode goes on", few)


@check("reward.return_in_range")
def return_in_range(lab: Lab) -> None:
    """A range that a whole episode leaves misleads whoever normalises by it."""
    low, high = lab.declared.low, lab.declared.high
    if low is None or high is None:
        raise Excluded("no range is declared: write validation.reward.range in openenv.yaml")
    lab.require_capability_absent("continuing", "the reward of a continuing task is per step")
    for one in [*lab.survey.solutions, *lab.survey.idle, *lab.survey.chance]:
        if not one.error and not low - 1e-6 <= one.total <= high + 1e-6:
            seen = f"an episode earns {one.total:.4g}, the declared range is {low:g}..{high:g}"
            raise Broken(seen, one.episode("episode"))


def _best_allowed(lab: Lab, one: Played) -> float:
    """What a policy that does not solve may earn on this seed."""
    return one.total - min(lab.declared.margin, 0.5) * abs(lab.scale) * 0.2


def _not_solving(lab: Lab, one: Played) -> list[Action]:
    """Valid actions that are not part of the solution of this seed."""
    others = [action for other in lab.survey.solutions for action in other.actions[-1:]]
    found = [action for action in [*others, *lab.pool] if action not in one.actions]
    return [action for place, action in enumerate(found) if action not in found[:place]]


@check("reward.repetition")
def repetition(lab: Lab) -> None:
    for one in lab.within(lab.solutions[:4]):
        for action in lab.within(_not_solving(lab, one)[:16], least=6):
            _require_less(lab, one, [action] * step_limit(lab), "repetition")


@check("reward.toggling")
def toggling(lab: Lab) -> None:
    rng = lab.rng("toggle")
    for one in lab.within(lab.solutions[:3]):
        actions = _not_solving(lab, one)[:10]
        pairs = list(itertools.combinations(actions, 2))
        rng.shuffle(pairs)
        for pair in lab.within(pairs[:12], least=4):
            _require_less(lab, one, list(pair) * (step_limit(lab) // 2), "alternation")


def _require_less(lab: Lab, one: Played, actions: list[Action], label: str) -> None:
    """Less than the oracle on this seed, or at least on some: one seed may be that simple."""
    other = _as_good(lab, one, actions)
    if other is None:
        return
    alone = other.total <= one.total + 1e-6 * max(1.0, abs(one.total)) and len(one.actions) > 1
    seeds = [rest for rest in lab.solved if rest.seed != one.seed][:5] if alone else []
    if all(_as_good(lab, rest, actions) for rest in seeds):
        earned = f"{label} earns {other.total:.4g}, the oracle {one.total:.4g}"
        raise Broken(earned, other.episode(label))


def _as_good(lab: Lab, one: Played, actions: list[Action]) -> Played | None:
    """What the actions do on a seed where they earn what the oracle does without solving it."""
    other = play_actions(lab.subject, lab.survey, actions, one.seed)
    if other.error or (other.success and len(set(map(repr, other.actions))) <= 1):
        return None
    if "continuing" in lab.declared.capabilities and len(other.rewards) != len(one.rewards):
        return None
    if other.total < _best_allowed(lab, one) or other.success is True:
        return None
    solved = other.done and other.total <= one.total + 1e-9
    if solved and len(other.actions) < len(actions):
        return None  # it led to the goal, as one thrust may
    return other


@check("reward.oracle_dominates")
def oracle_dominates(lab: Lab) -> None:
    """Every other policy, on the same seeds."""
    lab.require_capability_absent("stochastic", "single returns are luck")
    for one in lab.within(lab.solutions, least=2):
        for label, other in _panel(lab, one):
            if other.error or other.total <= one.total + 1e-6 * max(1.0, abs(one.total)):
                continue
            if "continuing" in lab.declared.capabilities and len(other.rewards) > len(one.rewards):
                continue
            earned = f"{label} earns {other.total:.4g}, the oracle {one.total:.4g}"
            raise Broken(earned, other.episode(label))


def _panel(lab: Lab, one: Played) -> Iterator[tuple[str, Played]]:
    for label, group in (("doing nothing", lab.survey.idle), ("chance", lab.survey.chance)):
        yield from ((label, other) for other in group if other.seed == one.seed)
    solved = [other for other in lab.solutions if other.seed != one.seed]
    plays: list[tuple[str, list[Action]]] = [
        ("a wrong move before the solution", lab.pool[:1] + one.actions),
        ("the solution twice", one.actions * 2),
        ("its first move repeated", one.actions[:1] * step_limit(lab)),
    ]
    plays += [("another solution first", other.actions + one.actions) for other in solved[:2]]
    rng = lab.rng(f"panel{one.seed}")
    every = [action for other in lab.solutions for action in other.actions] + lab.pool
    for _ in range(4):
        plays.append(("mixed play", [rng.choice(every) for _ in range(step_limit(lab))]))
    for label, actions in plays:
        yield label, play_actions(lab.subject, lab.survey, actions, one.seed)
    for policy_label, policy in (
        ("solving after wrong moves", policy_of(lab, one.seed, wrong=2)),
        ("solving after every move is repeated", policy_of(lab, one.seed, repeat=2)),
    ):
        yield policy_label, play_policy(lab.subject, lab.survey, policy, one.seed, step_limit(lab))


@check("reward.progress_once")
def progress_once(lab: Lab) -> None:
    lab.require_capability_absent("stochastic", "single returns are luck")
    for one in lab.within(lab.solutions, least=3):
        for actions in _tempting(lab, one):
            other = play(lab, actions, one.seed)
            if not other.error and other.total > one.total + 1e-6 * max(1.0, abs(one.total)):
                seen = f"with the best-paid wrong move in it, {len(other.rewards)} steps"
                against = f"the oracle's {len(one.rewards)} earn {one.total:.4g}"
                raise Broken(f"{seen} earn {other.total:.4g}, {against}", other.episode("slow"))
    for one in lab.within(lab.solutions, least=2):
        for wrong in (1, 2, 4):
            for pick in range(3):
                policy = policy_of(lab, one.seed, wrong=wrong, pick=pick)
                other = play_policy(lab.subject, lab.survey, policy, one.seed, step_limit(lab) + 8)
                if other.error or len(other.rewards) <= len(one.rewards):
                    continue
                if other.total > one.total + 1e-6 * max(1.0, abs(one.total)):
                    seen = f"{len(other.rewards)} steps earn {other.total:.4g}"
                    against = f"the oracle's {len(one.rewards)} earn {one.total:.4g}"
                    raise Broken(f"solving late in {seen}, {against}", other.episode("slow"))


def _tempting(lab: Lab, one: Played) -> Iterator[list[Action]]:
    """The solution with the wrong move that pays most, at first or at last, some and many times."""
    wrong = [action for action in wrong_moves(lab, 120) if action not in one.actions]
    wrong = wrong[: max(4, int(0.5 / max(lab.survey.step_s, 1e-4)))]
    most = max(1, step_limit(lab) - len(one.actions))
    counts = sorted({1, most} if lab.slow else {1, 2, min(4, most), most})
    last = len(one.actions) - 1
    tried = {0: wrong} | ({last: [*lab.survey.invalid[:8], *wrong[:24]]} if last else {})
    for place, moves in tried.items():
        before, after = one.actions[:place], one.actions[place:]
        paid = [(play(lab, [*before, action], one.seed), action) for action in moves]
        open_ended = [(played.total, action) for played, action in paid if not played.done]
        if open_ended:
            best = max(open_ended, key=lambda pair: pair[0])[1]
            yield from ([*before, *[best] * count, *after] for count in counts)


@check("reward.late_solution")
def late_solution(lab: Lab) -> None:
    """The oracle delayed so that its solving step is the last one that is allowed."""
    limit = lab.declared.max_steps
    if limit is None:
        raise Excluded("no max_steps is declared: write declared = {'max_steps': N} in proof.py")
    if limit > 400:
        raise Excluded(f"the limit of {limit} steps is too far away to be tried")
    if all(len(one.actions) >= limit for one in lab.solutions):
        raise Excluded("the oracle always plays to the limit")
    early = late = 0
    failed: tuple[Played, float] | None = None
    for one in lab.within(lab.solutions, least=3):
        for pick in range(3):
            if len(one.actions) > limit:
                continue
            for wrong in range(max(0, limit - len(one.actions) - 1), limit - len(one.actions) + 1):
                policy = policy_of(lab, one.seed, wrong=wrong, pick=pick)
                other = play_policy(lab.subject, lab.survey, policy, one.seed, limit + 2)
                paid = other.rewards[-1] if other.rewards else 0.0
                solved = other.done and paid >= one.rewards[-1] - abs(lab.scale) / 2
                if len(other.rewards) == limit - 1 and solved:
                    early += 1
                elif len(other.rewards) == limit:
                    late += solved
                    if not solved and one.actions[-1] == other.actions[-1]:
                        failed = failed or (other, paid)
                elif other.done and len(other.rewards) < len(one.actions) + wrong and not solved:
                    failed = failed or (other, paid)
    attempts = _second_attempts(lab, limit)
    if attempts is not None:
        raise Broken("the right answer is not paid after a wrong one", attempts.episode("second"))
    if failed is not None and early and not late:
        other, paid = failed
        raise Broken(
            f"the solution in step {len(other.rewards)} of {limit} pays {paid:.4g}; "
            "one step earlier it is paid in full",
            other.episode("late"),
        )


def _second_attempts(lab: Lab, limit: int) -> Played | None:
    """Where one action solves: a case in which it never does as the second action."""
    refused: list[Played] = []
    for one in lab.solutions:
        if len(one.actions) != 1 or limit < 2:
            return None
        for action in _not_solving(lab, one)[:3]:
            played = play_actions(lab.subject, lab.survey, [action, *one.actions], one.seed)
            if len(played.actions) == 2 and not played.error:
                if played.total > lab.floor + 0.1 * abs(lab.scale):
                    return None
                refused.append(played)
    return refused[0] if len(refused) >= 4 else None
