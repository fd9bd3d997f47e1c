"""Ids that the first message shows make actions that are accepted."""

from __future__ import annotations

from typing import Any, ClassVar

from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.survey.shown_values import SEEDS, accepted_with_shown_values
from hallmark_rl.conformance.survey.survey_data import BASE_POOL, FIRST_SEED
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Inbox(Env):
    """Mails are filed by ids, which each episode draws and shows."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        mail_id={"type": "integer"}, folder={"enum": ["bills", "spam"]}
    )

    def begin(self) -> None:
        self.ids = self.rng.sample(range(10**6, 10**7), 6)
        self.note = ""

    def show(self) -> Message:
        return {"inbox": [{"id": mail_id} for mail_id in self.ids], "note": self.note}

    def paid(self, action: Message) -> float:
        known = action["mail_id"] in self.ids
        self.note = "" if known else "There is no such mail."
        return float(known)

    def oracle(self) -> Message:
        return {"mail_id": self.ids[0], "folder": "bills"}


class Sealed(Inbox):
    """The first message shows no id."""

    def show(self) -> Message:
        return {"letters": len(self.ids), "note": self.note}


class Boxes(Inbox):
    """A mail and a box must both be those of the episode; their fields are named like them."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        mail_id={"type": "integer"}, box_id={"type": "integer"}
    )

    def show(self) -> Message:
        mails, boxes = self.ids[:3], self.ids[3:]
        return {"mails": [{"id": m} for m in mails], "box_ids": boxes, "note": self.note}

    def paid(self, action: Message) -> float:
        known = action["mail_id"] in self.ids and action["box_id"] in self.ids
        self.note = "" if known else "There is no such mail or box."
        return float(known)


class Target(Inbox):
    """The field has another name than what is shown."""

    schema: ClassVar[dict[str, Any]] = small_schema(target={"type": "integer"})

    def paid(self, action: Message) -> float:
        return super().paid({"mail_id": action["target"]})


def accepted(env_class: type[Env]) -> list[Action]:
    context = small_context(env_class)
    return accepted_with_shown_values(context.survey, context.source, context.new_driver())


def test_ids_of_each_seed_make_accepted_actions_and_the_seeds_alternate() -> None:
    seeds = range(FIRST_SEED, FIRST_SEED + SEEDS)
    env = Inbox()
    seed_of = {mail["id"]: seed for seed in seeds for mail in env.reset(seed)["inbox"]}
    found = accepted(Inbox)
    assert [seed_of[action["mail_id"]] for action in found[:SEEDS]] == list(seeds)
    assert SEEDS < len(found) <= BASE_POOL
    assert all(action["folder"] in ("bills", "spam") for action in found)


def test_nothing_is_found_where_no_id_is_shown() -> None:
    assert accepted(Sealed) == []


def test_fields_that_are_named_like_a_value_are_filled_together() -> None:
    assert len(accepted(Boxes)) > SEEDS


def test_other_fields_are_tried_too() -> None:
    assert len(accepted(Target)) > SEEDS


class Lines(Inbox):
    """Mails have names, which stand before a colon in lines of text."""

    schema: ClassVar[dict[str, Any]] = small_schema(mail_id={"type": "string"})

    def begin(self) -> None:
        self.ids = [f"mail-{number}" for number in self.rng.sample(range(10**6), 6)]
        self.note = ""

    def show(self) -> Message:
        lines = [f"{mail_id}: from Ada, about bills" for mail_id in self.ids]
        return {"lines": lines, "note": self.note}


def test_names_within_lines_of_text_make_accepted_actions() -> None:
    assert len(accepted(Lines)) > SEEDS


class Bus(Env):
    """A ride names a line and one of its stops."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        line={"type": "string"}, stop={"type": "string"}
    )

    def begin(self) -> None:
        stops = [f"{word}{self.rng.randrange(999)}" for word in ("Alder", "Elm", "Depot", "Kiln")]
        self.lines = {"red": stops[:2], "blue": stops[2:]}
        self.note = ""

    def show(self) -> Message:
        return {"lines": self.lines, "note": self.note}

    def paid(self, action: Message) -> float:
        served = action.get("stop") in self.lines.get(action.get("line", ""), [])
        self.note = f"you are at {action['stop']}" if served else "no such ride"
        return 0.0


def test_a_key_and_an_item_of_its_list_fill_two_fields() -> None:
    found = accepted(Bus)
    assert len(found) > SEEDS
    assert {action["line"] for action in found} == {"red", "blue"}


class Route(Env):
    """A route passes all stops, whose names are the keys of an object, or a list."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        route={"type": "array", "items": {"type": "string"}}
    )

    def begin(self) -> None:
        self.stops = {f"{name}{self.rng.randrange(99)}": [1, 2] for name in "ABCDE"}
        self.note = ""

    def show(self) -> Message:
        return {"stops": self.stops, "note": self.note}

    def paid(self, action: Message) -> float:
        passes = sorted(action["route"]) == sorted(self.stops)
        self.note = "" if passes else "refused: the route leaves out a stop"
        return float(passes)

    def oracle(self) -> Message:
        return {"route": list(self.stops)}


class Listed(Route):
    def show(self) -> Message:
        return {"stops": list(self.stops), "note": self.note}


def test_all_names_of_a_group_make_a_list() -> None:
    for env_class in (Route, Listed):
        found = accepted(env_class)
        assert len(found) > SEEDS
        assert all(len(action["route"]) == 5 for action in found)
        assert len({tuple(sorted(action["route"])) for action in found}) == SEEDS


class King(Env):
    """A king moves to a square beside its own, which each episode draws and shows."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        move={"type": "string", "description": "Such as Kf6"}
    )

    def begin(self) -> None:
        self.file, self.rank = self.rng.randrange(8), self.rng.randint(1, 8)
        self.note = ""

    def show(self) -> Message:
        return {"text": f"White: K{'abcdefgh'[self.file]}{self.rank}", "note": self.note}

    def paid(self, action: Message) -> float:
        near = [
            f"K{'abcdefgh'[file]}{rank}"
            for file in range(max(0, self.file - 1), min(8, self.file + 2))
            for rank in range(max(1, self.rank - 1), min(9, self.rank + 2))
        ]
        legal = action["move"] in near
        self.note = f"you go to {action['move']}" if legal else "This move is illegal."
        return 0.0


def test_moves_to_squares_near_shown_ones_are_accepted() -> None:
    assert len(accepted(King)) > SEEDS
