"""A coding task: statement, reference solution, input generator and known wrong solutions.

`task_file` describes the files that tasks are loaded from. A task generates its test cases: its
expected results are those of the reference on generated inputs.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hypothesis.strategies import SearchStrategy, tuples

from hallmark_rl.sdk.coding.class_driver import DRIVER_NAME
from hallmark_rl.sdk.coding.mutate import mutants
from hallmark_rl.sdk.coding.sampling import draw
from hallmark_rl.sdk.common.equality import fingerprint, size
from hallmark_rl.sdk.common.plain_copy import copy_plain
from hallmark_rl.sdk.verifiers import Accepts
from hallmark_rl.sdk.verifiers.expected_results import is_value

Inputs = SearchStrategy[tuple[Any, ...]]

DEFAULT_LIMITS: Mapping[str, float] = {"wall_s": 8.0, "cpu_s": 1.0}
"""Seconds. The CPU limit stops slow programs; the wall limit only stops programs that sleep."""
POOL_SIZE = 192
MIN_FAILED_CASES = 3
"""How many cases of the pool each known wrong solution has to fail; an episode uses two of them."""
SMALL_POOL_SIZE = 24
"""How many of the pool's cases, which are sorted by size, count as its smallest."""
HIDDEN_FROM_SMALL, HIDDEN_FROM_REST, HIDDEN_PER_BUG, HIDDEN_NEW = 12, 18, 2, 2
"""Hidden cases of an episode: from the smallest of the pool; from the rest of the pool; for each
known wrong solution from the cases that it fails; drawn for this episode alone."""
VISIBLE_CASES = 3
VISIBLE_FROM = 64
"""How many cases are drawn first; the visible ones are the smaller of these. An episode in which
nothing is submitted needs no others, and drawing takes most of the time of its reset."""


@dataclass(frozen=True, slots=True)
class Case:
    """One test case.

    Attributes:
        args: The arguments, plain data.
        expected: The result of the reference.
        fingerprint: The fingerprint of `args`, equal for equal arguments; None where the case was
            not made by `CodingTask.make_case`.
    """

    args: tuple[Any, ...]
    expected: Any
    fingerprint: Any = None


@dataclass(frozen=True, eq=False)
class CodingTask:
    """A coding task. Immutable; the pool and the visible cases depend on its name alone.

    Attributes:
        name: A name that is unique in its task set.
        level: The difficulty level.
        split: "train" or "test".
        statement: What the program has to do, in words.
        signature: The line that defines the function; for a class, those of its methods too.
        entry: The name of the function or class.
        reference: The source of the reference solution.
        strategy: Generates argument tuples.
        solve: The reference solution as a function of the arguments (of a class, its driver).
        wrong_solutions: Sources of known wrong solutions, by what is wrong with them.
        equivalent_mutants: By the changed line of each equivalent mutant, why the change has no
            effect.
        properties: Functions `(result, *arguments) -> bool` that hold for every correct result.
        accepts: `(result, *arguments) -> bool` to use instead of equality with the reference.
        valid: `(*arguments) -> bool`: whether arguments from elsewhere are admitted.
        tolerance: The tolerance for floats, as for `equality.same`.
        limits: Limits of a run in the sandbox.
        driver: For a class, the source of its driver (`class_driver`); else "".
    """

    name: str
    level: int
    split: str
    statement: str
    signature: str
    entry: str
    reference: str
    strategy: Inputs
    solve: Callable[..., Any]
    wrong_solutions: Mapping[str, str] = field(default_factory=dict)
    equivalent_mutants: Mapping[str, str] = field(default_factory=dict)
    properties: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    accepts: Callable[..., bool] | None = None
    valid: Callable[..., bool] | None = None
    tolerance: float = 0.0
    limits: Mapping[str, float] = field(default_factory=lambda: dict(DEFAULT_LIMITS))
    driver: str = ""

    def __deepcopy__(self, memo: dict[int, Any]) -> CodingTask:
        return self  # immutable

    def with_driver(self, source: str) -> str:
        """Return the program `source`, extended so that it defines the function `call_entry`."""
        return f"{source}\n\n{self.driver}" if self.driver else source

    @property
    def call_entry(self) -> str:
        """The function that the sandbox calls."""
        return DRIVER_NAME if self.driver else self.entry

    def make_case(self, args: tuple[Any, ...]) -> Case:
        """Return the case with these arguments; runs the reference."""
        return Case(args, self.solve(*copy_plain(args)), fingerprint(args))

    def wanted(self, case: Case) -> Any:
        """Return what a correct result for `case` is, for `sdk.verifiers`: a value or `Accepts`."""
        accepts = self.accepts
        if accepts is None:
            return case.expected
        return Accepts(lambda result: accepts(result, *copy_plain(case.args)))

    def is_correct(self, result: Any, case: Case) -> bool:
        """Whether `result` (plain data) is a correct result for `case`."""
        return is_value(result, self.wanted(case), self.tolerance)

    @cached_property
    def pool(self) -> tuple[Case, ...]:
        """Up to `POOL_SIZE` distinct cases, smallest first; most hidden cases come from it.

        Up to twice as many if a known wrong solution fails fewer than `MIN_FAILED_CASES` of them.
        """
        known = {case.fingerprint: case for case in self._first_cases}
        rng = random.Random(f"pool {self.name}")
        pool = self._drawn(known, rng, POOL_SIZE, 2 * POOL_SIZE - VISIBLE_FROM)
        for source in self.wrong_solutions.values():
            failed = itertools.islice(self._failed_cases(source, pool), MIN_FAILED_CASES)
            try:
                count = len(list(failed))
            except Exception:  # the audit reports a wrong solution that does not run
                continue
            if count < MIN_FAILED_CASES:
                known = {case.fingerprint: case for case in pool}
                return self._drawn(known, rng, 2 * POOL_SIZE, 2 * POOL_SIZE)
        return pool

    @cached_property
    def _first_cases(self) -> tuple[Case, ...]:
        """Up to `VISIBLE_FROM` distinct cases, smallest first."""
        rng = random.Random(f"first cases {self.name}")
        return self._drawn({}, rng, VISIBLE_FROM, 2 * VISIBLE_FROM)

    def _drawn(
        self, known: Mapping[Any, Case], rng: random.Random, count: int, most_draws: int
    ) -> tuple[Case, ...]:
        """The known cases by their fingerprints, and drawn ones, until there are `count`."""
        distinct = dict(known)
        for _ in range(most_draws):
            if len(distinct) >= count:
                break
            case = self.make_case(draw(self.strategy, rng).value)
            distinct.setdefault(case.fingerprint, case)
        return tuple(sorted(distinct.values(), key=lambda case: size(case.args)))

    @cached_property
    def visible_cases(self) -> tuple[Case, ...]:
        """The examples of the prompt: small, and with different results where possible.

        They are cases of the pool, which need not be drawn for them.
        """
        count = max(VISIBLE_CASES, len(self._first_cases) // 3)
        small, larger = list(self._first_cases[:count]), self._first_cases[count:]
        random.Random(f"visible {self.name}").shuffle(small)
        by_result: dict[Any, Case] = {}
        for case in (*small, *larger):
            by_result.setdefault(fingerprint(case.expected), case)
        preferred = set(map(id, by_result.values()))
        rest = [case for case in small if id(case) not in preferred]
        return tuple([*by_result.values(), *rest][:VISIBLE_CASES])

    @cached_property
    def cases_failed_by_bug(self) -> Mapping[str, tuple[Case, ...]]:
        """For each known wrong solution, the cases of the pool that it fails.

        Wrong solutions are part of the task file and are trusted like the reference, so they run in
        this process. The audit checks that they end.
        """
        return {
            label: tuple(self._failed_cases(source, self.pool))
            for label, source in self.wrong_solutions.items()
        }

    def _failed_cases(self, source: str, pool: Sequence[Case]) -> Iterator[Case]:
        space: dict[str, Any] = {"__name__": self.name}
        exec(compile(self.with_driver(source), f"<wrong solution of {self.name}>", "exec"), space)
        for case in pool:
            try:
                result = space[self.call_entry](*copy_plain(case.args))
            except Exception:
                yield case
            else:
                if not self.is_correct(result, case):
                    yield case

    @cached_property
    def _new_inputs(self) -> SearchStrategy[tuple[Any, ...]]:
        return tuples(*[self.strategy] * HIDDEN_NEW)

    @cached_property
    def mutant_sources(self) -> tuple[str, ...]:
        """The mutants of the reference that the task file does not declare to be equivalent."""
        return tuple(
            mutant.source
            for mutant in mutants(self.reference)
            if mutant.line not in self.equivalent_mutants
        )

    def hidden_cases(self, seed: int | str, shown: tuple[Case, ...] = ()) -> list[Case]:
        """Return the hidden test cases of one episode, in random order.

        Most come from the pool. A fixed number of these are small, because edge cases are small,
        and a fixed number fail each known wrong solution. Some are drawn for this episode alone, so
        memorising the pool is not enough.

        Args:
            seed: Equal seeds give equal cases.
            shown: Cases that the agent has been shown; neither they nor the visible cases are
                returned.
        """
        rng = random.Random(f"hidden {self.name} {seed}")
        cases: list[Case] = []
        for part, count in (
            (self.pool[:SMALL_POOL_SIZE], HIDDEN_FROM_SMALL),
            (self.pool[SMALL_POOL_SIZE:], HIDDEN_FROM_REST),
        ):
            cases += rng.sample(part, min(len(part), count))
        for part in self.cases_failed_by_bug.values():
            cases += rng.sample(part, min(len(part), HIDDEN_PER_BUG))
        distinct = {id(case): case for case in cases}  # each case of the pool is a single object
        for case in self.visible_cases:
            distinct.pop(id(case), None)
        chosen = list(distinct.values())
        fingerprints = [case.fingerprint for case in (*chosen, *self.visible_cases)]
        for case in map(self.make_case, draw(self._new_inputs, rng).value):
            if case.fingerprint not in fingerprints:
                fingerprints.append(case.fingerprint)
                chosen.append(case)
        for shown_case in shown:
            chosen = [case for case in chosen if case.fingerprint != shown_case.fingerprint]
        rng.shuffle(chosen)
        return chosen
