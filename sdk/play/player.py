"""`Player`: answers the page's requests, a few at a time, each within a time limit."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import threading
from concurrent.futures import Future
from typing import Any

from hallmark_rl.sdk.environment.base import VerifiedEnvironment
from hallmark_rl.sdk.play.author_policies import Policy, author_policies
from hallmark_rl.sdk.play.episode_request import EpisodeRequest, read_request
from hallmark_rl.sdk.play.episode_script import PlayedOn, episode_script, episode_test
from hallmark_rl.sdk.play.form_fields import action_fields
from hallmark_rl.sdk.play.plain_values import plain
from hallmark_rl.sdk.play.replayed_episode import RANDOM, ReplayedEpisode
from hallmark_rl.sdk.play.reset_fields import reset_fields
from hallmark_rl.sdk.subject.description import Subject

GRACE_S = 5.0
"""How long an environment may take beyond its limit, which is checked between steps."""


class Busy(Exception):
    """As many episodes as allowed are being played; the caller should try again."""


class TooSlow(Exception):
    """The environment did not answer in time."""


class Player:
    """Plays episodes of one environment for a page.

    Args:
        subject: the environment.
        private: show what only the verifier knows, and offer the policies of `proof.py`. Without
            it `proof.py` is not used at all.
        served: the environment runs on this server: scripts name the server's address instead of
            what the environment was loaded from.
        workers: the most episodes at a time.
        waiting: the most requests that wait for one of them.
        seconds: the most time that one request takes.
    """

    def __init__(
        self,
        subject: Subject,
        *,
        private: bool = False,
        served: bool = False,
        workers: int = 2,
        waiting: int = 16,
        seconds: float = 60.0,
    ) -> None:
        self.private = private
        self._subject = subject if private else dataclasses.replace(subject, proof=None)
        self._served, self._seconds = served, seconds
        self._most = workers + waiting
        self._places = threading.Semaphore(self._most)
        self._turns = threading.Semaphore(workers)
        policies: tuple[dict[str, Policy], str] = ({}, "")
        if private:
            policies = author_policies(subject)
        self._policies, self._note = policies
        declared = getattr(self._subject.proof, "declared", None)
        code_field = declared.get("code_field", "") if isinstance(declared, dict) else ""
        self._fields = action_fields(subject.action_type, str(code_field))
        self._reset_fields = reset_fields(subject)
        self._asynchronous = not _is_verified(subject) and inspect.iscoroutinefunction(
            getattr(subject.env_class, "step_async", None)
        )

    def about(self) -> dict[str, Any]:
        """What the page needs to draw its forms, as JSON data."""
        return {
            "name": plain(self._subject.name),
            "description": str(plain(self._subject.manifest.get("description", ""))),
            "private": self.private,
            "note": self._note,
            "reset": [dataclasses.asdict(each) for each in self._reset_fields],
            "action": [dataclasses.asdict(each) for each in self._fields],
            "policies": [RANDOM, *self._policies],
        }

    async def episode(self, data: Any) -> dict[str, Any]:
        """Play the episode that a request asks for.

        Args:
            data: the parsed body of the request, from anybody.

        Returns:
            What `ReplayedEpisode.play` returns, with `options`, `script` and `test`.

        Raises:
            RequestProblem: the request is wrong.
            Busy: too many episodes are being played.
            TooSlow: the environment did not answer in time. Its thread goes on, and counts as an
                episode that is being played until it ends.
        """
        request = read_request(data, [each.name for each in self._reset_fields])
        if not self._places.acquire(blocking=False):
            raise Busy(f"{self._most} episodes are being played or waiting: try again")
        work: Future[dict[str, Any]] = Future()
        # A daemon: an environment that never returns must not keep the process alive.
        threading.Thread(target=self._work, args=(request, work), daemon=True).start()
        try:
            async with asyncio.timeout(self._seconds + GRACE_S):
                return await asyncio.wrap_future(work)
        except TimeoutError:
            raise TooSlow(f"the environment did not answer in {self._seconds:g} s") from None

    def _work(self, request: EpisodeRequest, work: Future[dict[str, Any]]) -> None:
        """Play a request when it is its turn, unless nobody waits for it any more."""
        try:
            with self._turns:
                if work.set_running_or_notify_cancel():
                    work.set_result(self._play(request))
        except BaseException as error:
            work.set_exception(error)
        finally:
            self._places.release()

    def _play(self, request: EpisodeRequest) -> dict[str, Any]:
        played = ReplayedEpisode(
            self._subject,
            request,
            self._fields,
            self._policies,
            private=self.private,
            seconds=self._seconds,
        ).play()
        place = PlayedOn(
            request.address,
            "" if self._served else self._subject.spec,
            {
                name: value if self.private else ...
                for name, value in self._subject.env_args.items()
            },
            self._asynchronous,
        )
        episode = (place, request.options, played["actions"])
        return {
            **played,
            "options": dict(request.options),
            "script": episode_script(*episode),
            "test": episode_test(*episode, played["steps"]),
        }


def _is_verified(subject: Subject) -> bool:
    kind = subject.env_class
    return isinstance(kind, type) and issubclass(kind, VerifiedEnvironment)
