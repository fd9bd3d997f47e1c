"""Find solutions of an environment without its author, and say how far they can be believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from hallmark_rl.conformance.actions.action_source import (
    ActionSource,
    action_source,
    add_tokens,
)
from hallmark_rl.conformance.actions.message_words import fill_template
from hallmark_rl.conformance.actions.source_words import source_words
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.oracle_search.action_slots import templates
from hallmark_rl.conformance.oracle_search.answer_rules import is_action
from hallmark_rl.conformance.oracle_search.episode_search import best_episode, shortened
from hallmark_rl.conformance.oracle_search.explored_episodes import FEWEST_SOLVED, explore
from hallmark_rl.conformance.oracle_search.possible_rules import telling_actions
from hallmark_rl.conformance.oracle_search.repository_tables import Record, read_records
from hallmark_rl.conformance.oracle_search.rule_search import (
    ProvedRule,
    find_rules,
    visible_only,
)
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer, quality
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates
from hallmark_rl.conformance.survey.declarations import read_declared
from hallmark_rl.conformance.survey.rollouts import play_actions
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey
from hallmark_rl.sdk.subject.description import Subject

_CALLS = {"quick": 3_000, "default": 12_500, "thorough": 50_000}
"""Most calls of each part of the search, by profile."""
_FEWEST_CALLS = 60
"""A subject on which fewer calls fit in the seconds is not searched."""
_DEPTHS = {"quick": 8, "default": 16, "thorough": 30}
_MOST_ACTIONS = 60
_EXPLORED = 6
"""How many times the calls of another part a search of the states may use."""
_MOST_EXPLORED = 12
"""Actions that the search of the states tries after every message."""
_MOST_TELLING = 30
_NEAR = 0.9
_FEWEST_COMPARED = 3
"""Seeds on which a rule must have been compared with a wrong value to be called an answer."""
_UNREPEATED = 3
_MOST_BEATEN = 0.25
"""Share of these on which random play may earn more: luck, and no better way to play."""


@dataclass
class FoundSolutions:
    """What the search found.

    Attributes:
        kind: how far the solutions can be believed: `answer` (a value of the instance that is paid
            where a different task's value is not, and ends the episode), `solved` (the environment
            says that the episode is solved), `played` (only the best return found), or empty.
        how: where the solutions come from.
        solutions: the best episode of each seed.
        rule: the rule that plays them, as plain data; None if they are scripts.
        visible: the best rule that reads only metadata, state and observation, with at least one
            of the first two; None if there is none.
        flag_is_trusted: whether the success flag tells solved episodes from others.
        near_maximum: whether every solution earns at least nine tenths of the declared maximum.
        unrepeated: episodes that were paid and earned something else when they were played again.
    """

    kind: str = ""
    how: str = ""
    solutions: list[Rollout] = field(default_factory=list)
    rule: dict[str, Any] | None = None
    visible: dict[str, Any] | None = None
    flag_is_trusted: bool = False
    near_maximum: bool = False
    unrepeated: list[Rollout] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def find_solutions(subject: Subject, survey: Survey, profile: Profile) -> FoundSolutions:
    """Search for the best episode of each seed of the survey.

    First values that the instance holds or shows are put into actions; then, where no rule solves
    the task, a beam search tries valid actions, words and numbers of messages, and actions that
    the folder's files hold. What an exception of the environment leaves unplayed is left out.
    """
    calls, seconds = _CALLS[profile.name], profile.search
    if not survey.pool:
        return FoundSolutions(how="no valid action could be made")
    if max(survey.step_s, survey.reset_s) * _FEWEST_CALLS > 2 * seconds:
        return FoundSolutions(how="its steps or resets are too slow for a search")
    records = read_records(subject.root)
    declared = read_declared(subject)
    player = SearchPlayer(subject, survey, declared, records)
    seeds = [rollout.seed for rollout in survey.random_rollouts] or [1, 2, 3, 4]
    source = action_source(subject, survey.schema)
    add_tokens(source, survey.tokens)
    _add_commands(source, subject)
    source.tools = survey.tools
    if "actions" in survey.evidence:
        source.strategy = None
    found = FoundSolutions()
    try:
        for rollout in [*survey.null_rollouts[:2], *survey.random_rollouts[:2]]:
            player.allow(500, seconds / 4)
            player.play(rollout.actions, rollout.seed)
        player.allow(calls, seconds)
        rules = find_rules(player, source, survey.pool, seeds)
        _take_rules(player, found, rules, survey)
        found.visible = next(
            (item.rule.to_dict() for item in rules if visible_only(item.rule)), None
        )
        if found.kind not in ("answer", "solved") and survey.deterministic:
            player.allow(calls, seconds)
            _search_episodes(player, found, source, survey, seeds, _DEPTHS[profile.name])
            if found.kind != "solved":
                player.allow(2 * calls * _EXPLORED, seconds)
                actions = _candidate_actions(source, survey.pool, ())[:_MOST_EXPLORED]
                _take_explored(player, found, StepCandidates(source, subject, actions), seeds)
        found.flag_is_trusted = player.flag_is_trusted
    finally:
        player.close()
    if survey.deterministic:
        again = [_plays_again(subject, survey, rollout) for rollout in found.solutions]
        played = list(zip(found.solutions, again, strict=True))
        found.solutions = [rollout for rollout, is_same in played if is_same]
        found.unrepeated += [rollout for rollout, is_same in played if not is_same]
    found.unrepeated = found.unrepeated[:_UNREPEATED]
    if not found.solutions:
        return FoundSolutions(how="no paid episode was found", unrepeated=found.unrepeated)
    high = declared.success if declared.success is not None else declared.high
    if high is not None and high > 0:
        found.near_maximum = all(r.total >= _NEAR * high for r in found.solutions)
    found.solutions = [replace(rollout, found=found.how) for rollout in found.solutions]
    return found


def _add_commands(source: ActionSource, subject: Subject) -> None:
    """Offer the commands that the files describe, such as `answer TEXT`, to the only text field."""
    fields = source.text_fields()
    if len(fields) == 1:
        words = source_words(subject).words
        add_tokens(source, {fields[0]: [word for word in words if fill_template(word, ["x"])]})


def _take_rules(
    player: SearchPlayer,
    found: FoundSolutions,
    rules: list[ProvedRule],
    survey: Survey,
) -> None:
    """Take the solutions of the best rule, and say how well they are supported.

    A rule that doing nothing or random play beats holds no answer.
    """
    if not rules:
        return
    best = rules[0]
    idle, blind = survey.null_rollouts, [*survey.null_rollouts, *survey.random_rollouts]
    ended = [rollout for rollout in best.rollouts if _ends_by_itself(rollout, idle)]
    beaten = [rollout for rollout in best.rollouts if _is_beaten(rollout, blind)]
    solved = [rollout for rollout in best.rollouts if player.is_solved(rollout)]
    no_flag = all(rollout.success is None or not player.flag_is_trusted for rollout in ended)
    found.rule = best.rule.to_dict()
    found.how = str(best.rule)
    found.solutions = best.rollouts
    found.kind = "played"
    enough = 0.75 * len(best.rollouts)
    if len(solved) >= enough:
        found.kind, found.solutions = "solved", solved
    if (
        best.is_right
        and best.compared >= _FEWEST_COMPARED
        and len(beaten) <= _MOST_BEATEN * len(best.rollouts)
        and _earn_alike(best.rollouts)
        and (len(solved) >= enough or (no_flag and len(ended) >= enough))
    ):
        found.kind, found.solutions = "answer", solved if len(solved) >= enough else ended


def _earn_alike(rollouts: Sequence[Rollout]) -> bool:
    """Whether most episodes earn nearly the most that one of them earns.

    A right answer is worth the same on all seeds; what is right by parts earns this and that.
    """
    most = max(rollout.total for rollout in rollouts)
    return sum(rollout.total >= _NEAR * most for rollout in rollouts) > len(rollouts) / 2


def _is_beaten(rollout: Rollout, others: Sequence[Rollout]) -> bool:
    """Whether another episode of the same seed earns more."""
    return any(other.seed == rollout.seed and other.total > rollout.total for other in others)


def _ends_by_itself(rollout: Rollout, idle: Sequence[Rollout]) -> bool:
    """Whether a paid episode has ended, and not only as one of doing nothing ends and is paid.

    What is repeated until the last step that is allowed, and paid no more than doing nothing is,
    solves nothing. Where the first step always ends the episode, this tells nothing.
    """
    if not rollout.done or rollout.total <= 0:
        return False
    steps = len(rollout.actions)
    return steps == 1 or not any(
        other.done and len(other.actions) <= steps and other.total >= rollout.total
        for other in idle
    )


def _search_episodes(
    player: SearchPlayer,
    found: FoundSolutions,
    source: ActionSource,
    survey: Survey,
    seeds: Sequence[int | None],
    depth: int,
) -> None:
    """Improve the solutions by a beam search on each seed; all seeds get an equal share."""
    actions = _candidate_actions(source, survey.pool, player.records)
    if not actions:
        return
    by_seed = {rollout.seed: rollout for rollout in found.solutions}
    for rollout in [*survey.null_rollouts, *survey.random_rollouts]:
        played = by_seed.get(rollout.seed)
        if not rollout.error and rollout.total > (played.total if played else 0.0):
            by_seed[rollout.seed] = rollout
    scripts: list[list[Action]] = []
    for number, seed in enumerate(seeds):
        if not player.has_time:
            break
        tried = [by_seed[seed]] if seed in by_seed else []
        tried += [player.play(script, seed) for script in scripts[:4]]
        if not any(player.is_solved(rollout) for rollout in tried):
            telling = telling_actions(source, actions[:12], player.views(seed), _MOST_TELLING)
            unique = {to_json(action): action for action in [*actions, *telling]}
            with player.share(len(seeds) - number):
                made = best_episode(player, source, list(unique.values()), seed, depth=depth)
            if made is not None:
                made = shortened(player, made)
                tried.append(made)
                scripts.insert(0, made.actions)
        if tried:
            by_seed[seed] = max(
                tried, key=lambda item: quality(item, solved=player.is_solved(item))
            )
    best = [rollout for rollout in by_seed.values() if rollout.total > 0 and rollout.actions]
    solved = [rollout for rollout in best if player.is_solved(rollout)]
    if len(solved) >= max(2, len(seeds) // 2):
        found.kind, found.solutions, found.rule = "solved", solved, None
        found.how = "the best of many episodes of valid actions"
    elif best:
        if found.rule is None or [r.actions for r in best] != [r.actions for r in found.solutions]:
            found.rule, found.how = None, "the best of many episodes of valid actions"
        found.kind, found.solutions = "played", best


def _take_explored(
    player: SearchPlayer,
    found: FoundSolutions,
    candidates: StepCandidates,
    seeds: Sequence[int | None],
) -> None:
    """Take the better episodes that drawn ones, replaced steps and a search of the states give."""
    explored = explore(player, found.solutions, candidates, seeds)
    found.unrepeated += explored.unrepeated
    solved = [rollout for rollout in explored.made if player.is_solved(rollout)]
    earned = {rollout.seed: rollout.total for rollout in found.solutions}
    more = [r for r in explored.made if r.total > earned.get(r.seed, 0.0) + 1e-9]
    if len(solved) >= FEWEST_SOLVED:
        found.kind, found.solutions = "solved", solved
    elif len(more) >= max(FEWEST_SOLVED, len(earned) // 2) or (more and not earned):
        best = {rollout.seed: rollout for rollout in sorted(more, key=lambda item: item.total)}
        kept = [rollout for rollout in found.solutions if rollout.seed not in best]
        found.kind, found.solutions = "played", [*best.values(), *kept]
    else:
        return
    found.rule, found.how = None, "the best of many episodes of valid actions"


def _candidate_actions(
    source: ActionSource, pool: list[Action], records: Sequence[Record]
) -> list[Action]:
    """Actions to try in each step: one for each choice, valid ones, those in the folder's files."""
    named = [record.values for record in records if is_action(source, record.values)]
    actions = [*templates(source, pool), *pool[:16], *named[:30], *source.sample(40, seed=1)]
    unique = {to_json(action): action for action in actions if source.valid(action)}
    return list(unique.values())[:_MOST_ACTIONS]


def _plays_again(subject: Subject, survey: Survey, rollout: Rollout) -> bool:
    """Whether the actions earn the same on a new instance."""
    again = play_actions(subject, survey, rollout.actions, rollout.seed)
    return not again.error and abs(again.total - rollout.total) <= 1e-9 * max(1, abs(again.total))
