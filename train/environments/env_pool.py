"""Environments at work beside the model: worker processes that play while it generates.

    crew = Crew(lambda: Seat(make(), text), processes=2)
    episodes = crew.begin(tasks)            # returns at once
    crew.settle(episodes)                   # now their first observations are here
    crew.tell(episodes, completions)        # returns at once
    crew.settle(episodes)

What an episode comes to does not depend on which process plays it, nor on how many there are. The
workers are forked when the crew is made: make it before threads, before a GPU is touched.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection

from hallmark_rl.train.environments.env_workers import Job, Own, Worker
from hallmark_rl.train.environments.rollout_env import Assignment, Episode, Seat

_Said = tuple[Assignment, int, tuple[str, ...]]
"""Where an episode stands: its task, its number if it shares with nobody, and what was said."""


class Crew:
    """Seats in `processes` worker processes, or in this process if that is 0.

    With `shared`, episodes about the same task in which the same was said are played once, on one
    seat: for an environment that is proved to be deterministic. The others have seats of their own
    on which their task begins when there is nothing else to do, or when they are needed: where
    episodes part, the one that leaves takes such a seat, on which what was said so far is said
    again. So nothing is played more often than it would be without sharing.
    """

    def __init__(
        self, make: Callable[[], Seat], processes: int = 0, *, shared: bool = False
    ) -> None:
        self.waited_s = 0.0
        """Seconds in which nothing was done but wait for environments."""
        self.busy_s = 0.0
        """Seconds that environments worked, in all processes together."""
        self._shared, self._audited = shared, False
        self._said: dict[int, _Said] = {}  # so far, in each episode
        self._seats: dict[_Said, list[int]] = {}  # where that stands now
        self._used = 0
        self._ahead: tuple[list[Assignment], list[Episode]] | None = None
        self._hands: list[Own | Worker] = [Own(make)]
        if processes:
            ends: list[Connection] = []
            self._hands = [Worker(make, ends) for _ in range(processes)]

    def begin(self, tasks: list[Assignment], *, audited: bool = False) -> list[Episode]:
        """An episode for each task; nothing of it is known before it is settled."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead[0] == tasks and not audited:
            return ahead[1]
        self._seats.clear()
        self._used, self._audited = 0, audited
        episodes = [Episode(task) for task in tasks]
        self._said = {
            id(episode): (episode.task, -1 if self._shared else number, ())
            for number, episode in enumerate(episodes)
        }
        together: dict[_Said, list[Episode]] = {}
        for episode in episodes:
            together.setdefault(self._said[id(episode)], []).append(episode)
        first = [(group, self._new_seat(said), [said[0]]) for said, group in together.items()]
        spare = [said for said, group in together.items() for _ in group[1:]]
        later = self._by_hand([([], self._new_seat(said), [said[0]]) for said in spare])
        for number, hand in enumerate(self._hands):
            hand.prepare(later.get(number, []), audited)
        self._ask(first)
        return episodes

    def begin_ahead(self, tasks: list[Assignment]) -> None:
        """Let episodes begin that nobody asks for yet; `begin` takes them up if it comes next."""
        self._ahead = tasks, self.begin(tasks)

    def tell(self, episodes: Sequence[Episode], completions: Sequence[str]) -> None:
        """Hand over a turn of each episode. Every `tell` is followed by a `settle`."""
        together: dict[tuple[_Said, str], list[Episode]] = {}
        for episode, text in zip(episodes, completions, strict=True):
            together.setdefault((self._said[id(episode)], text), []).append(episode)
        jobs = []
        for (said, text), group in together.items():
            task, number, words = said
            behind = next(n for n in range(len(words) + 1) if self._standing(said, n))
            seat = self._standing(said, behind).pop(0)  # those that are ready come first
            jobs.append((group, seat, [*words[len(words) - behind :], text]))
            now = (task, number, (*words, text))
            self._seats.setdefault(now, []).append(seat)
            for episode in group:
                self._said[id(episode)] = now
        self._ask(jobs)

    def _new_seat(self, said: _Said) -> int:
        seat, self._used = self._used, self._used + 1
        self._seats.setdefault(said, []).append(seat)
        return seat

    def _ask(self, jobs: list[Job]) -> None:
        for number, own in self._by_hand(jobs).items():
            self._hands[number].ask(own, self._audited)

    def _by_hand(self, jobs: list[Job]) -> dict[int, list[Job]]:
        """The jobs of each process, with the places of their seats there."""
        parts: dict[int, list[Job]] = {}
        for group, seat, commands in jobs:
            hand, place = seat % len(self._hands), seat // len(self._hands)
            parts.setdefault(hand, []).append((group, place, commands))
        return parts

    def _standing(self, said: _Said, behind: int) -> list[int]:
        """Seats on which all but the last `behind` turns were said."""
        task, number, words = said
        return self._seats.get((task, number, words[: len(words) - behind]), [])

    def settle(self, episodes: Sequence[Episode]) -> None:
        """Wait until everything that `episodes` were told is answered."""
        start = time.perf_counter()
        wanted = {id(episode) for episode in episodes}
        for hand in self._hands:
            self.busy_s += hand.collect(wanted)
        self.waited_s += time.perf_counter() - start

    def close(self) -> None:
        """Close every instance and end the workers."""
        for hand in self._hands:
            hand.close()
