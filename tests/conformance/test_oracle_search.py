"""The search for solutions of an environment without an oracle."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.conformance.actions.action_source import action_source
from hallmark_rl.conformance.core import stopwatch
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.oracle_search import explored_episodes
from hallmark_rl.conformance.oracle_search import find_solutions as find_solutions_module
from hallmark_rl.conformance.oracle_search.answer_rules import AnswerRule, RulePolicy
from hallmark_rl.conformance.oracle_search.draft_code import draft
from hallmark_rl.conformance.oracle_search.episode_search import shown_actions
from hallmark_rl.conformance.oracle_search.find_solutions import _earn_alike, find_solutions
from hallmark_rl.conformance.oracle_search.repository_tables import matching_values, read_records
from hallmark_rl.conformance.oracle_search.rule_search import find_rules
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer
from hallmark_rl.conformance.oracle_search.value_walk import looked_up, values_of
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.conformance.survey.declarations import read_declared
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey
from hallmark_rl.sdk.common.secret import Secret
from hallmark_rl.sdk.subject.description import Subject
from hallmark_rl.sdk.subject.load import load_subject

SOUND = Path(__file__).parents[1] / "defects" / "sound"
BASES = Path(__file__).parents[1] / "defects" / "bases"
QUICK = PROFILES["quick"]


def surveyed(folder: Path) -> tuple[Subject, Survey]:
    """An environment without its author's proof, and its survey."""
    subject = dataclasses.replace(load_subject(str(folder)), proof=None)
    return subject, collect_survey(subject, QUICK)


class Game:
    def __init__(self) -> None:
        self.board = {"target": "crane", "size": 5}
        self.parts = [1, 2]

    @property
    def trap(self) -> Any:
        raise AssertionError("no property is read")


class Holder:
    def __init__(self) -> None:
        self._game = Game()
        self._self = self
        self.table = {f"title {number}": number for number in range(500)}
        self.rows = [{"answer": number} for number in range(300)]


def test_values_are_found_by_paths_that_python_evaluates() -> None:
    holder = Holder()
    values = values_of(holder)
    assert values["._game.board['target']"] == "crane"
    for path in ("._game.board['size']", "._game.parts[1]"):
        assert eval(f"holder{path}") == values[path]


def test_a_secret_is_opened() -> None:
    holder = SimpleNamespace(game=Secret({"seller": Secret([450, 700])}))
    assert values_of(holder)[".game.reveal()['seller'].reveal()[1]"] == 700


def test_records_of_a_list_keep_their_empty_fields() -> None:
    rows = [{"street": "Elm", "remark": None}, {"street": "Oak", "remark": "closed"}]
    found = values_of({"rows": rows, "row": rows[0]})
    assert found["['rows']"] == rows
    assert found["['row']"] == {"street": "Elm"}


def test_an_object_that_raises_is_left_out() -> None:
    class Angry(dict[str, int]):
        def items(self) -> Any:
            raise RuntimeError

    assert values_of({"angry": Angry(a=1), "calm": 2})["['calm']"] == 2


def test_tables_of_any_length_are_looked_up() -> None:
    tables: dict[str, Any] = {}
    values_of(Holder(), tables)
    found = looked_up(tables, {"shown['t']": "title 400"}, {"env._index": 250, "env.other": 3})
    assert found[".table[shown['t']]"] == 400
    assert found[".rows[env._index]['answer']"] == 250
    assert ".rows[env.other]['answer']" not in found


def test_files_are_read_and_never_run(tmp_path: Path) -> None:
    (tmp_path / "tasks.json").write_text(
        json.dumps({"tasks": [{"question": "Who wrote the long book?", "solution": "Ada"}]})
    )
    (tmp_path / "bank.csv").write_text("text,label\nWhere is the old mill?,north\n")
    (tmp_path / "bank.py").write_text(
        "raise SystemExit\nROWS = [('When did it rain last?', 'May')]\n"
        "Task(prompt='How deep is the lake?', key='twelve')\n"
    )
    (tmp_path / "proof.py").write_text("x = [('Never read this one', 'no')]\n")
    (tmp_path / "broken.json").write_text("{")
    records = read_records(tmp_path)
    for text, answer in (
        ("Who wrote the long book?", "Ada"),
        ("Where is the old mill?", "north"),
        ("When did it rain last?", "May"),
        ("How deep is the lake?", "twelve"),
    ):
        assert answer in matching_values(records, f"Q: {text}").values()
    assert not matching_values(records, "Never read this one")
    assert read_records(None) == []


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        (BASES / "words", "answer"),
        (BASES / "relay", "answer"),  # a list that is played item by item
        (SOUND / "archive", "answer"),  # an entry that the observation names
        (SOUND / "orchard", "solved"),  # found by beam search; the flag says so
    ],
)
def test_solutions_are_found(folder: Path, kind: str) -> None:
    subject, survey = surveyed(folder)
    found = find_solutions(subject, survey, QUICK)
    assert found.kind == kind
    assert len(found.solutions) >= 2
    assert all(rollout.found and rollout.total > 0 for rollout in found.solutions)
    assert find_solutions(subject, survey, QUICK).to_dict() == found.to_dict()


def test_a_rule_solves_seeds_that_it_was_not_found_on() -> None:
    subject, survey = surveyed(BASES / "relay")
    found = find_solutions(subject, survey, QUICK)
    assert found.rule is not None
    policy = RulePolicy(subject, AnswerRule.from_dict(found.rule))
    for seed in (501, 502):
        assert play_policy(subject, survey, policy, seed, 20).total == pytest.approx(1.0)


def test_secrets_that_the_author_names_are_tried_as_answers() -> None:
    subject, survey = surveyed(SOUND / "queries")
    named = SimpleNamespace(secrets=lambda env: [env._sql])
    found = find_solutions(dataclasses.replace(subject, proof=named), survey, QUICK)
    assert found.kind == "answer"
    assert found.rule is not None
    assert [source["place"] for source in found.rule["sources"]] == ["secrets"]


def test_a_slow_environment_is_not_searched() -> None:
    subject, survey = surveyed(BASES / "words")
    found = find_solutions(subject, dataclasses.replace(survey, step_s=1.0), QUICK)
    assert not found.solutions
    assert "too slow" in found.how


def player_of(folder: Path) -> SearchPlayer:
    subject, survey = surveyed(folder)
    return SearchPlayer(subject, survey, read_declared(subject), [])


class Clock:
    """Seconds of a machine on which each second of work takes `slowness` seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, slowness: float = 1.0) -> None:
        self.cpu, self.slowness = 0.0, slowness
        wall = SimpleNamespace(monotonic=lambda: self.cpu * self.slowness)
        monkeypatch.setattr(stopwatch, "time", wall)
        monkeypatch.setattr(stopwatch, "_cpu_seconds", lambda: self.cpu)


@pytest.mark.parametrize(("slowness", "goes_on"), [(1.0, True), (2.5, True), (60.0, False)])
def test_a_busy_machine_searches_as_much_and_a_sleeping_environment_ends(
    monkeypatch: pytest.MonkeyPatch, slowness: float, goes_on: bool
) -> None:
    clock = Clock(monkeypatch, slowness)
    player = player_of(BASES / "words")
    player.allow(100, 10.0)
    clock.cpu = 9.0
    assert player.has_time is goes_on
    clock.cpu = 10.5
    assert not player.has_time


def test_each_seed_gets_a_share_of_the_calls_and_of_the_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    player = player_of(BASES / "words")
    player.allow(100, 12.0)
    for number in range(3):
        with player.share(3 - number):
            assert player.has_time
            clock.cpu += 4.5  # longer than its share, as the last episode may be
            assert not player.has_time
        clock.cpu -= 0.5
    player.allow(90, 12.0)
    with player.share(3):
        player.calls -= 30
        assert not player.has_time
    assert player.has_time


@pytest.mark.parametrize("part", ["best_episode", "StateSearch"])
def test_a_long_search_on_the_first_seed_leaves_time_for_the_others(
    monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    subject, survey = surveyed(BASES / "words")
    clock = Clock(monkeypatch)
    searched: list[int | None] = []

    def endless(player: SearchPlayer, *arguments: Any, **options: Any) -> Any:
        searched.append(next(item for item in arguments if isinstance(item, int)))
        while player.has_time:
            clock.cpu += 0.01
        return SimpleNamespace(best_episode=lambda: None) if part == "StateSearch" else None

    def nothing(*arguments: Any, **options: Any) -> Any:
        return SimpleNamespace(best_episode=lambda: None) if part == "best_episode" else None

    places = {"best_episode": find_solutions_module, "StateSearch": explored_episodes}
    for name, module in places.items():
        monkeypatch.setattr(module, name, endless if name == part else nothing)
    monkeypatch.setattr(explored_episodes, "best_drawn_episode", lambda *arguments: None)
    monkeypatch.setattr(find_solutions_module, "find_rules", lambda *arguments: [])
    find_solutions(subject, survey, QUICK)
    assert searched == [rollout.seed for rollout in survey.random_rollouts]


def test_a_draft_names_the_values_or_lists_the_steps() -> None:
    subject, survey = surveyed(SOUND / "archive")
    made = draft(subject, survey, find_solutions(subject, survey, QUICK))
    assert made["fields"] == {"kind": "'answer'", "text": "env._marks[shown['title']]"}
    subject, survey = surveyed(SOUND / "orchard")
    made = draft(subject, survey, find_solutions(subject, survey, QUICK))
    assert {"work": "deliver"} in made["steps"].values()


GUESS = """
import random
from typing import Any

from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class Message(Action):
    text: str = Field(default="", description="`look up: word` or `guess: word`")


class Cupboard(Environment):
    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any):
        self.wanted = "".join(random.Random(seed).choices("abcdefgh", k=6))
        return Observation()

    def step(self, action: Message, timeout_s: float | None = None, **more: Any):
        right = action.text == f"guess: {self.wanted}"
        return Observation(reward=float(right), done=True)

    @property
    def state(self) -> State:
        return State()
"""


def test_a_value_is_tried_after_the_beginning_of_a_quoted_command(tmp_path: Path) -> None:
    (tmp_path / "cupboard.py").write_text(GUESS, encoding="utf-8")
    subject, survey = surveyed(tmp_path)
    found = find_solutions(subject, survey, QUICK)
    assert found.kind == "answer"
    assert str(found.how) == "text = 'guess: ' and attributes .wanted"
    assert draft(subject, survey, found)["fields"]["text"] == "'guess: ' + str(env.wanted)"


@pytest.mark.parametrize(
    ("described", "readme"),
    [("look WORD or guess WORD", ""), ("", "# Cupboard\n\nSay `look WORD` or `guess WORD`.\n")],
)
def test_a_value_is_tried_after_the_verb_of_a_described_command(
    tmp_path: Path, described: str, readme: str
) -> None:
    code = GUESS.replace("`look up: word` or `guess: word`", described).replace("guess: ", "guess ")
    (tmp_path / "cupboard.py").write_text(code, encoding="utf-8")
    (tmp_path / "README.md").write_text(readme, encoding="utf-8")
    found = find_solutions(*surveyed(tmp_path), QUICK)
    assert (found.kind, str(found.how)) == ("answer", "text = 'guess ' and attributes .wanted")


CROWDED = """
import random
from typing import Any

from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State


class Word(Action):
    text: str = ""


class Room(Environment):
    def __init__(self) -> None:
        super().__init__()
        self.started = False
        vars(self).update({f"thing_{n}": f"value {n}" for n in range(60)})

    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any):
        self.started, self.deep = True, {"NAME": f"{random.Random(seed).random()}"}
        return Observation()

    def step(self, action: Word, timeout_s: float | None = None, **more: Any):
        return Observation(reward=float(action.text == self.deep["NAME"]), done=True)

    @property
    def state(self) -> State:
        return State()
"""


@pytest.mark.parametrize(("attribute", "calls"), [("sentence", 90), ("answer", 150)])
def test_a_search_with_few_calls_proves_what_it_finds(
    attribute: str, calls: int, tmp_path: Path
) -> None:
    """Secrets that the author names are tried first; then half of the calls is for other seeds."""
    (tmp_path / "room.py").write_text(CROWDED.replace("NAME", attribute), encoding="utf-8")
    proof = (
        "def secrets(env):\n    return [env.deep['sentence']]\n" if attribute == "sentence" else ""
    )
    (tmp_path / "proof.py").write_text(proof, encoding="utf-8")
    subject = load_subject(str(tmp_path))
    survey = collect_survey(subject, QUICK)
    player = SearchPlayer(subject, survey, read_declared(subject), [])
    player.allow(calls, 30.0)
    source = action_source(subject, survey.schema)
    rules = find_rules(player, source, survey.pool, [1, 2, 3, 4])
    player.close()
    assert rules
    assert rules[0].is_right
    place = "secrets [0]" if proof else f"attributes .deep['{attribute}']"
    assert place in str(rules[0].rule)


def test_an_answer_is_found_where_no_seed_fixes_the_task(tmp_path: Path) -> None:
    code = CROWDED.replace("NAME", "answer").replace("Random(seed)", "SystemRandom()")
    (tmp_path / "room.py").write_text(code, encoding="utf-8")
    subject = load_subject(str(tmp_path))
    survey = collect_survey(subject, QUICK)
    player = SearchPlayer(subject, survey, read_declared(subject), [])
    player.allow(3000, 30.0)
    rules = find_rules(player, action_source(subject, survey.schema), survey.pool, [1, 2, 3, 4])
    player.close()
    assert "attributes .deep['answer']" in str(rules[0].rule)


DESK = """
import random
from typing import Any, Literal

from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State


class Work(Action):
    kind: Literal["wait", "ask", "close"] = "wait"
    topic: str = ""


class Ticket(Observation):
    last_result: str = ""


class Desk(Environment):
    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any):
        self.steps, self.asked = 0, False
        self.topic = random.Random(seed).choice(["printer", "network", "invoice", "password"])
        return Ticket(last_result=self.topic)

    def step(self, action: Work, timeout_s: float | None = None, **more: Any):
        self.steps += 1
        if action.kind == "close":
            return Ticket(reward=1.0 if self.asked else 0.0, done=True)
        right = action.kind == "ask" and action.topic == self.topic
        self.asked = self.asked or right
        reward = WAITING if action.kind == "wait" else 0.05 if right else -0.02
        return Ticket(last_result=self.topic, reward=reward, done=self.steps >= 12)

    @property
    def state(self) -> State:
        return State()
"""


@pytest.mark.parametrize(("waiting", "kinds"), [("0.05", ("", "played")), ("0.0", ("answer",))])
def test_what_pays_no_more_than_doing_nothing_is_no_answer(
    waiting: str, kinds: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "desk.py").write_text(DESK.replace("WAITING", waiting), encoding="utf-8")
    subject, survey = surveyed(tmp_path)
    assert all(rollout.done for rollout in survey.null_rollouts)
    assert find_solutions(subject, survey, QUICK).kind in kinds


def test_a_rule_that_random_play_beats_is_no_answer(tmp_path: Path) -> None:
    closing = DESK.replace("WAITING", "0.0").replace("1.0 if self.asked else 0.0", "2.0")
    (tmp_path / "desk.py").write_text(closing, encoding="utf-8")
    subject, survey = surveyed(tmp_path)
    assert find_solutions(subject, survey, QUICK).kind != "answer"


def test_answers_are_worth_the_same_on_most_seeds() -> None:
    def rollouts(*totals: float) -> list[Rollout]:
        return [Rollout(1, [{}], [total], done=True) for total in totals]

    assert _earn_alike(rollouts(1.0, 0.95, 1.0, 0.2))
    assert not _earn_alike(rollouts(0.3, 0.4, 0.25, 0.5))


FIELD = """
import random
from typing import Any, Literal

from openenv.core.env_server import Environment
from openenv.core.env_server.types import Action, Observation, State


class Dig(Action):
    kind: Literal["look", "dig"] = "look"
    row: int = 0
    column: int = 0


class Field(Environment):
    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any):
        rng = random.Random(seed)
        self.at = [rng.randrange(90), rng.randrange(90)]
        return Observation()

    def step(self, action: Dig, timeout_s: float | None = None, **more: Any):
        right = action.kind == "dig" and [action.row, action.column] == ORDER
        return Observation(reward=float(right), done=action.kind == "dig")

    @property
    def state(self) -> State:
        return State()
"""


@pytest.mark.parametrize("order", ["self.at", "self.at[::-1]"])
def test_a_list_of_numbers_is_tried_as_a_position(order: str, tmp_path: Path) -> None:
    (tmp_path / "field.py").write_text(FIELD.replace("ORDER", order), encoding="utf-8")
    subject, survey = surveyed(tmp_path)
    found = find_solutions(subject, survey, QUICK)
    assert found.kind == "answer"
    assert "row = attributes .at[" in found.how
    assert all(rollout.total == 1.0 for rollout in found.solutions)


def test_shown_numbers_and_their_halves_are_tried_in_each_kind_of_action() -> None:
    schema = {
        "type": "object",
        "properties": {
            "kind": {"enum": ["offer", "accept"]},
            "price": {"type": "integer"},
            "note": {"type": "string"},
        },
        "required": ["kind"],
    }
    source = action_source(Subject("x", "x"), schema)
    actions = [{"kind": "accept", "price": 0}, {"kind": "offer", "price": 0}]
    made = shown_actions(
        source, actions, {"asked": 700, "things": ["lamp-7", "key-2"], "reward": 5.0}
    )
    for kind in ("accept", "offer"):
        assert [a["price"] for a in made if a["kind"] == kind and "note" not in a] == [700, 350]
        assert {"kind": kind, "price": 0, "note": "lamp-7"} in made
