"""Copies, hashes, orders of ids, round trips, levels, options, claims and notes that are paid."""

from __future__ import annotations

import hashlib
import string
from typing import Any, ClassVar, Literal

import pytest

from hallmark_rl.conformance.checking.probes.digests import hash_of, hashed_texts, is_digest
from hallmark_rl.conformance.checking.probes.spoilt_parts import spoilt_parts
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reset.few_tasks import few_tasks
from hallmark_rl.conformance.properties.reset.option_effects import seed_with_options
from hallmark_rl.conformance.properties.reward.round_trips import round_trips
from hallmark_rl.conformance.properties.secrecy.answer_digests import answer_digests
from hallmark_rl.conformance.properties.secrecy.answer_leaks import _without_shown, errors
from hallmark_rl.conformance.properties.secrecy.hidden_commands import require_no_key
from hallmark_rl.conformance.properties.secrecy.late_values import require_no_late_values
from hallmark_rl.conformance.properties.semantics.copied_values import copied_values
from hallmark_rl.conformance.properties.semantics.label_order import label_order
from hallmark_rl.conformance.properties.semantics.oracle_returns import oracle_max, success_flag
from hallmark_rl.conformance.properties.semantics.problems_paid import problems_paid
from hallmark_rl.conformance.properties.step.client_state import client_state
from hallmark_rl.conformance.properties.step.step_limit import terminates
from hallmark_rl.conformance.properties.variants.wrong_at_variant import (
    each_rejects_wrong_answers,
    each_shows_no_answer,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TEXT = {"type": "string"}


class Sorting(Env):
    """Four names are to be sorted; `is_shuffled` says whether they are shown in another order."""

    schema: ClassVar[dict[str, Any]] = small_schema(names={"type": "array", "items": TEXT})
    limit = 1
    is_shuffled = True

    def begin(self) -> None:
        letters = string.ascii_lowercase
        self.names = ["".join(self.rng.choices(letters, k=5)) for _ in range(4)]
        self.names.sort(reverse=self.is_shuffled)

    def show(self) -> Message:
        return {"task": "Bring them in order.", "names": list(self.names)}

    def paid(self, action: Message) -> float:
        return float(action["names"] == sorted(self.names))

    def oracle(self) -> Message:
        return {"names": sorted(self.names)}


class Sorted(Sorting):
    is_shuffled = False


class Echo(Sorted):
    def show(self) -> Message:
        return {**super().show(), "task": "Repeat these names."}


def test_a_task_that_is_done_already_is_solved_by_a_copy() -> None:
    copied_values(small_context(Sorting))
    with pytest.raises(PropertyViolated, match="names of the first message, copied"):
        copied_values(small_context(Sorted))
    with pytest.raises(NotApplicable, match="to copy"):
        copied_values(small_context(Echo))


class Reaching(Sorted):
    """The names are the target that is to be reached."""

    def show(self) -> Message:
        return {"task": "Reach the target.", "target": list(self.names)}


def test_a_target_that_is_shown_may_be_set() -> None:
    with pytest.raises(NotApplicable, match="nothing that the answer could be a copy of"):
        copied_values(small_context(Reaching))


class Levels(Sorting):
    """At level 2 five names, and the level 3 has two more that are not judged."""

    declared: ClassVar[dict[str, Any]] = {"levels": (1, 3)}
    judged = 7

    def begin(self) -> None:
        super().begin()
        if self.options.get("level") == 3:
            self.names += ["x" * self.rng.randint(5, 30) for _ in range(3)]

    def paid(self, action: Message) -> float:
        right, given = sorted(self.names), action["names"]
        return float(len(given) == len(right) and given[: self.judged] == right[: self.judged])


class HalfJudged(Levels):
    judged = 5


class AnyOrder(Levels):
    def paid(self, action: Message) -> float:
        given = action["names"]
        return float(len(given) == 7 if self.options.get("level") == 3 else super().paid(action))


def test_a_level_that_judges_less_than_the_others_is_named() -> None:
    each_rejects_wrong_answers(small_context(Levels))
    with pytest.raises(PropertyViolated, match=r"level=3.*names\[5\].*may be nonsense"):
        each_rejects_wrong_answers(small_context(HalfJudged))
    with pytest.raises(PropertyViolated, match=r"level=3.*solution of another seed is paid"):
        each_rejects_wrong_answers(small_context(AnyOrder))


class Audited(Levels):
    """At level 3 the first message holds the answer."""

    def show(self) -> Message:
        audit = {"by": "desk", "order": sorted(self.names)} if self.options else {}
        return {**super().show(), "audit": audit}


def test_a_level_that_shows_the_answer_is_named() -> None:
    each_shows_no_answer(small_context(Levels))
    with pytest.raises(PropertyViolated, match=r"audit.order of the first message is the right"):
        each_shows_no_answer(small_context(Audited))


def test_parts_are_spoilt_one_at_a_time_and_only_in_lists_of_one_kind() -> None:
    made = dict(
        spoilt_parts({"a": ["x", "y", "z"], "b": [1, 2], "c": {"k": "v"}, "d": [1, "2", 3]})
    )
    assert list(made) == ["a[0]", "a[1]", "a[2]"]
    assert made["a[1]"]["a"] == ["x", "qzx", "z"]


class Etag(Env):
    """One of six queues; the tag is a hash of the number and, unless `is_sound`, of the queue."""

    schema: ClassVar[dict[str, Any]] = small_schema(queue={"enum": list("abcdef")})
    limit = 1
    is_sound = False

    def begin(self) -> None:
        self.number, self.queue = f"M{self.rng.randrange(10**4)}", self.rng.choice("abcdef")

    def show(self) -> Message:
        parts = [self.number] if self.is_sound else [self.number, self.queue]
        tag = hashlib.md5("|".join(parts).encode(), usedforsecurity=False).hexdigest()
        return {"number": self.number, "tag": tag[:12], "text": f"about {self.queue}"}

    def paid(self, action: Message) -> float:
        return float(action["queue"] == self.queue)

    def oracle(self) -> Message:
        return {"queue": self.queue}


class SoundEtag(Etag):
    is_sound = True


def test_a_hash_of_the_answer_and_a_shown_number_is_found() -> None:
    answer_digests(small_context(SoundEtag))
    with pytest.raises(PropertyViolated, match="tag is the md5 of number, the answer's queue"):
        answer_digests(small_context(Etag))


def test_hashes_are_told_from_words_and_small_numbers() -> None:
    assert all(map(is_digest, ("7aeb6dfb1420", 3_735_928_559)))
    assert not any(map(is_digest, ("deadline", "a", 12, True, "no-hash-at-all", None)))
    ways = {str(way) for way in hashed_texts({"queue": "a"}, {"number": "M1"})}
    assert {"the answer's queue", "number, the answer's queue"} <= ways
    assert hash_of("x", ["zzzzzzzzzzzz"]) is None


class Ids(Env):
    """Choose one of six listed ids; the right one is the least unless `is_sound`."""

    schema: ClassVar[dict[str, Any]] = small_schema(invoice=TEXT)
    limit = 1
    is_sound = False
    text = "Which invoice fits?"

    def begin(self) -> None:
        self.ids = [f"INV-{number}" for number in self.rng.sample(range(1000, 9999), 6)]
        self.right = self.rng.choice(self.ids) if self.is_sound else min(self.ids)

    def show(self) -> Message:
        return {"text": self.text, "invoices": list(self.ids)}

    def paid(self, action: Message) -> float:
        return float(action["invoice"] == self.right)

    def oracle(self) -> Message:
        return {"invoice": self.right}


class SoundIds(Ids):
    is_sound = True


class OldestIds(Ids):
    text = "Which invoice is the oldest?"


def test_the_least_id_is_not_the_right_one_unless_the_task_says_so() -> None:
    label_order(small_context(SoundIds))
    with pytest.raises(PropertyViolated, match="the least id of invoices"):
        label_order(small_context(Ids))
    with pytest.raises(NotApplicable, match="may have a meaning"):
        label_order(small_context(OldestIds))


class Stall(Env):
    """Buy three units and finish; what is brought back is refunded at the list price."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["buy", "return", "finish"]}, units={"type": "integer", "minimum": 0}
    )
    refund = 10

    def begin(self) -> None:
        self.wanted, self.have = self.rng.randint(2, 5), 0
        self.cash = 100 + 8 * self.wanted

    def show(self) -> Message:
        return {"wanted": self.wanted, "have": self.have, "cash": self.cash}

    def paid(self, action: Message) -> float:
        units = action.get("units", 0)
        if action["kind"] == "buy":
            self.have, self.cash = self.have + units, self.cash - 8 * units
        elif action["kind"] == "return" and units <= self.have:
            self.have, self.cash = self.have - units, self.cash + self.refund * units
        elif action["kind"] == "finish":
            self.over = True
            return self.cash / 100 if self.have == self.wanted else 0.0
        return 0.0

    def oracle(self) -> Message:
        missing = self.wanted - self.have
        return {"kind": "buy", "units": missing} if missing else {"kind": "finish"}


class FairStall(Stall):
    refund = 8


def test_goods_that_are_bought_and_brought_back_must_not_earn() -> None:
    round_trips(small_context(FairStall))
    with pytest.raises(PropertyViolated, match="again and again before the last step"):
        round_trips(small_context(Stall))


class Few(Sorting):
    """As many tasks as `kinds`."""

    kinds = 3

    def begin(self) -> None:
        kind = self.rng.randrange(self.kinds)
        self.names = [f"{letter}{kind}" for letter in "dcba"]


class Many(Few):
    kinds = 40


def test_a_handful_of_tasks_is_counted() -> None:
    few_tasks(small_context(Many))
    with pytest.raises(PropertyViolated, match="give 3 different tasks"):
        few_tasks(small_context(Few))


class Branches(Sorting):
    """An option that is mixed into the seed, or replaces it."""

    def reset(
        self,
        seed: int | None = None,
        branch: Literal["", "north", "south"] = "",
        **options: Any,
    ) -> Message:
        return super().reset(self.number(seed, branch))

    def number(self, seed: int | None, branch: str) -> Any:
        return f"{seed}/{branch}"


class Frozen(Branches):
    def number(self, seed: int | None, branch: str) -> Any:
        return f"branch {branch}" if branch else seed


def test_an_option_that_replaces_the_seed_is_named() -> None:
    seed_with_options(small_context(Branches))
    with pytest.raises(PropertyViolated, match="8 seeds give one episode each"):
        seed_with_options(small_context(Frozen))


class Rota(Env):
    """A plan of four days; the message names the rules that it breaks, and one may be broken."""

    schema: ClassVar[dict[str, Any]] = small_schema(days={"type": "array", "items": TEXT})
    limit = 1
    allowed = 1

    def begin(self) -> None:
        self.team = self.rng.sample("abcdef", 4)
        self.off = self.rng.choice(self.team)
        self.broken: list[str] | None = None

    def show(self) -> Message:
        return {"team": self.team, "off_on_monday": self.off, "broken_rules": self.broken or []}

    def paid(self, action: Message) -> float:
        days = action["days"]
        rules = {"all": sorted(days) == sorted(self.team), "off": days[:1] != [self.off]}
        self.broken = [name for name, is_kept in rules.items() if not is_kept]
        return float(len(self.broken) <= self.allowed)

    def oracle(self) -> Message:
        return {"days": sorted(self.team, key=lambda name: name == self.off)}


class StrictRota(Rota):
    allowed = 0


def test_an_answer_whose_problems_are_named_is_not_paid_in_full() -> None:
    problems_paid(small_context(StrictRota))
    with pytest.raises(PropertyViolated, match=r"broken_rules says \['"):
        problems_paid(small_context(Rota))


class Desk(Env):
    """Grant what is due, which a client may claim to be anything unless `is_sound`."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        amount={"type": "integer"}, context={"type": "object", "default": {}}
    )
    limit = 1
    is_sound = False

    def begin(self) -> None:
        self.due = self.rng.randint(1000, 9999)

    def show(self) -> Message:
        return {"case": {"due": 0, "checked": False}}

    def paid(self, action: Message) -> float:
        case = {"due": self.due, "checked": True}
        if not self.is_sound:
            case = {**case, **action.get("context", {})}
        return float(bool(case["checked"]) and action["amount"] == case["due"])

    def oracle(self) -> Message:
        return {"amount": self.due, "context": {}}


class SoundDesk(Desk):
    is_sound = True


def test_what_a_client_claims_in_an_object_is_not_believed() -> None:
    client_state(small_context(SoundDesk))
    with pytest.raises(PropertyViolated, match="claims in an object is believed"):
        client_state(small_context(Desk))


class Dials(Env):
    """Set a dial to a value that details show from the fourth step on, unless `is_sound`."""

    schema: ClassVar[dict[str, Any]] = small_schema(command=TEXT)
    limit = 9
    is_sound = False

    def begin(self) -> None:
        self.right, self.value = self.rng.randint(20, 900), 0

    def show(self) -> Message:
        late = self.count >= 4
        details = {"dial": {"value": self.value, "right": 0 if self.is_sound else self.right}}
        return {"text": "set the dial", "metadata": {"details": details if late else {}}}

    def paid(self, action: Message) -> float:
        words = action["command"].split()
        if words[:1] == ["set"] and words[-1].isdigit():
            self.value = int(words[-1])
        self.over = words == ["commit"]
        return float(self.over and self.value == self.right)

    def oracle(self) -> Message:
        return {"command": "commit" if self.value == self.right else f"set dial {self.right}"}


class SoundDials(Dials):
    is_sound = True


def test_numbers_of_commands_are_looked_for_late_in_an_episode() -> None:
    def read(driver: Any, response: Any) -> Any:
        return (response.data or {}).get("metadata")

    require_no_late_values(small_context(SoundDials), read, "the metadata")
    with pytest.raises(PropertyViolated, match=r"details\.dial\.right holds after 7 idle steps"):
        require_no_late_values(small_context(Dials), read, "the metadata")


class Console(Env):
    """`unlock KEY` and `commit`: the key of the operators stands in the metadata."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "properties": {
            "command": {"type": "string", "description": "`unlock KEY`, `read NAME` or `commit`"}
        },
        "required": ["command"],
    }
    shown = "key"

    def begin(self) -> None:
        self.key = f"{self.rng.getrandbits(40):010x}"
        self.serial = f"S{self.rng.getrandbits(30)}"
        self.is_open = False

    def show(self) -> Message:
        held = {"key": self.key, "serial": self.serial}
        return {"text": "ready", "metadata": {"name": held[self.shown]}}

    def paid(self, action: Message) -> float:
        words = action["command"].split()
        self.is_open |= words == ["unlock", self.key]
        self.over = words == ["commit"]
        return float(self.over and self.is_open)

    def oracle(self) -> Message:
        return {"command": "commit" if self.is_open else f"unlock {self.key}"}

    def step(self, action: Message) -> Message:
        return {**super().step(action), "text": "open" if self.is_open else "shut"}


class SoundConsole(Console):
    shown = "serial"


def test_a_key_of_a_command_that_the_metadata_hold_is_tried_with_each_verb() -> None:
    require_no_key(small_context(SoundConsole))
    with pytest.raises(PropertyViolated, match=r"`unlock KEY` with metadata\.name earns 1"):
        require_no_key(small_context(Console))


class Records(Env):
    """Look up one of four records in ten steps; what is unknown costs no step unless `is_sound`."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        record={"type": "string", "examples": ["order", "policy", "return", "stock"]}
    )
    limit = 10
    is_sound = False

    def paid(self, action: Message) -> float:
        known = action["record"] in ("order", "policy", "return", "stock")
        self.count -= not (known or self.is_sound)
        return 0.0

    def oracle(self) -> Message:
        return {"record": "order"}


class SoundRecords(Records):
    is_sound = True


def test_an_undeclared_limit_that_some_actions_pass_by_is_named() -> None:
    def check(env_class: type[Env]) -> None:
        context = small_context(env_class)
        context.survey.pool = [{"record": name} for name in ("order", "policy", "return", "zz")]
        terminates(context)

    check(SoundRecords)
    with pytest.raises(PropertyViolated, match="whatever is repeated in them, end after 10"):
        check(Records)


class Divisors(Env):
    """Name the number that is shown, or one that only a refusal tells."""

    schema: ClassVar[dict[str, Any]] = small_schema(divisor=TEXT)
    limit = 3
    tells = False

    def begin(self) -> None:
        self.number, self.hidden = self.rng.randint(1000, 9999), f"{self.rng.getrandbits(40):010x}"
        self.note = ""

    def show(self) -> Message:
        return {"number": self.number, "note": self.note}

    def right(self) -> str:
        return self.hidden if self.tells else str(self.number)

    def paid(self, action: Message) -> float:
        self.note = f"cannot compare with {self.right()}" if self.tells else "no"
        return float(action["divisor"] == self.right())

    def oracle(self) -> Message:
        return {"divisor": self.right()}


class TellingDivisors(Divisors):
    tells = True


def test_a_refusal_leaks_only_what_the_first_message_does_not_show() -> None:
    errors(small_context(Divisors))
    with pytest.raises(PropertyViolated, match="is in the response to this action"):
        errors(small_context(TellingDivisors))


def test_the_repr_of_an_observation_counts_without_what_the_message_shows() -> None:
    data = {"number": 3815, "text": "see below", "metadata": {}}
    assert "3815" not in _without_shown("Obs(number=3815, _key='k9')", data)
    assert "k9" in _without_shown("Obs(number=3815, _key='k9')", data)


class Campaign(Env):
    """Ten visitors of whom some click on the banner; success would be that all of them do."""

    schema: ClassVar[dict[str, Any]] = small_schema(banner={"enum": [0, 1]})
    limit = 10
    declared: ClassVar[dict[str, Any]] = {
        "capabilities": ["stochastic"],
        "reward_range": (0.0, 1.0),
    }

    def begin(self) -> None:
        self.clicks = 0

    def show(self) -> Message:
        return {"clicks": self.clicks, "success": self.clicks == self.limit}

    def paid(self, action: Message) -> float:
        self.clicks += self.count < self.limit and self.rng.random() < 0.2 + 0.5 * action["banner"]
        return self.clicks / self.limit if self.count == self.limit else 0.0

    def oracle(self) -> Message:
        return {"banner": 1}


class SolvedCampaign(Campaign):
    declared: ClassVar[dict[str, Any]] = {**Campaign.declared, "success_reward": 0.1}


class Certain(Campaign):
    declared: ClassVar[dict[str, Any]] = {"reward_range": (0.0, 1.0)}


def test_where_luck_is_needed_the_best_policy_may_never_succeed() -> None:
    success_flag(small_context(Campaign))
    oracle_max(small_context(Campaign))
    for env_class in (SolvedCampaign, Certain):
        with pytest.raises(PropertyViolated, match="success = False"):
            success_flag(small_context(env_class))
        with pytest.raises(PropertyViolated, match="success is False"):
            oracle_max(small_context(env_class))


class Slots(Campaign):
    """Ten pulls; every win pays a tenth, and to win all of them is declared as success."""

    declared: ClassVar[dict[str, Any]] = {**Campaign.declared, "success_reward": 1.0}

    def show(self) -> Message:
        return {"clicks": self.clicks}


class FarFromSuccess(Slots):
    declared: ClassVar[dict[str, Any]] = {**Slots.declared, "success_reward": 1.5}


class CertainSlots(Slots):
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0}


def test_luck_explains_a_little_less_than_the_declared_return_and_no_more() -> None:
    oracle_max(small_context(Slots))
    for env_class in (FarFromSuccess, CertainSlots):
        with pytest.raises(PropertyViolated, match="the declared maximum is"):
            oracle_max(small_context(env_class))
