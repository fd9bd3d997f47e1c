"""What the checks of a Gymnasium environment share: plays in forks, declarations, findings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from hallmark_rl.checkout import ROOT
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.gyms import gym_player
from hallmark_rl.conformance.gyms.gym_declarations import GymDeclarations
from hallmark_rl.conformance.gyms.transcript import Transcript, read_transcript
from hallmark_rl.conformance.processes.forking import run_in_fork

STEPS = 200
"""Most steps of an episode that is played to learn about the environment."""
_REPEATED = 2
"""How often a play is compared with itself before a difference to another one counts."""
_PLAYING = 0.8
"""Share of the deadline of a fork after which its play stops between two calls."""
_BOOT = (
    "import sys; sys.path += sys.argv[1:]; "
    "from hallmark_rl.conformance.gyms.gym_player import main; main()"
)
"""Run by `python -P -c` with the root of a checkout as an argument, if it is one."""
Settings = dict[str, Any]


class GymFinding(PropertyViolated):
    """A violation, with the settings of the plays that show it; see `gym_player.play`."""

    def __init__(self, observed: str, plays: Sequence[Settings] = ()) -> None:
        super().__init__(observed)
        self.plays = list(plays)


class GymContext:
    """The environment under test and what is known about it.

    Args:
        spec: `gym:ID`, `gym:module:ID`, `gym:module:Class`, `gym:file.py:Class` or
            `pettingzoo:module`.
        args: keyword arguments with which it is made.
        declared: the author's declarations.
        profile: the amount of work.
        seed: seed of the suite's choices.
    """

    def __init__(
        self,
        spec: str,
        args: Mapping[str, Any],
        declared: GymDeclarations,
        profile: Profile,
        seed: int,
    ) -> None:
        self.spec, self.args, self.declared = spec, dict(args), declared
        self.profile, self.seed = profile, seed
        self._random: list[tuple[Settings, Transcript]] | None = None

    def play(self, *plays: Settings) -> list[Transcript]:
        """The transcripts of plays, each in a fork and with an instance of its own."""
        return [self._in_fork(settings) for settings in plays]

    def play_whole(self, *plays: Settings) -> list[Transcript]:
        """The transcripts of plays, for checks that can judge only plays that were not cut short.

        Raises `EvidenceMissing` if one is not: it was too slow, hung, or its process ended.
        """
        return [self._require_whole(self._in_fork(settings)) for settings in plays]

    def _require_whole(self, transcript: Transcript) -> Transcript:
        if transcript.is_slow:
            seconds = self.profile.deadline * _PLAYING
            why = f" ({transcript.time_told})" if transcript.time_told else ""
            raise EvidenceMissing(
                f"a play takes longer than {seconds:.0f} s{why}: --profile thorough has more time"
            )
        if not transcript.is_whole:
            raise EvidenceMissing(f"a play gave no result: {transcript.problem}")
        return transcript

    def _in_fork(self, settings: Settings) -> Transcript:
        timed = self._timed(settings)
        work = lambda: gym_player.run(self.spec, self.args, [timed])  # noqa: E731
        data = run_in_fork(work, self.profile.deadline)
        return read_transcript(data[0] if isinstance(data, list) and data else data)

    def _timed(self, settings: Settings) -> Settings:
        return Settings(settings, seconds=self.profile.deadline * _PLAYING)

    def play_elsewhere(self, settings: Settings, variables: Mapping[str, str]) -> Transcript:
        """The transcript of a play in another interpreter, with other environment variables.

        Raises `EvidenceMissing` if the play is not whole.
        """
        request = {"spec": self.spec, "args": self.args, "plays": [self._timed(settings)]}
        command = [sys.executable, "-P", "-c", _BOOT, *filter(None, [ROOT])]
        try:
            done = subprocess.run(
                command,
                input=json.dumps(request),
                capture_output=True,
                text=True,
                timeout=3 * self.profile.deadline,
                env={**os.environ, **variables},
            )
            return self._require_whole(read_transcript(json.loads(done.stdout)[0]))
        except subprocess.TimeoutExpired:
            raise EvidenceMissing("it did not end in another interpreter") from None
        except (ValueError, IndexError, TypeError):
            raise EvidenceMissing("it could not be played in another interpreter") from None

    @property
    def random_plays(self) -> list[tuple[Settings, Transcript]]:
        """Random episodes of several seeds, played once."""
        if self._random is None:
            plays = [
                Settings(
                    seeds=[self.seed + 2 * number, self.seed + 2 * number + 1],
                    policy_seed=self.seed + number,
                    steps=STEPS,
                )
                for number in range(self.profile.seeds)
            ]
            self._random = list(zip(plays, self.play(*plays), strict=True))
        return self._random

    def require_reproducible(self, settings: Settings) -> None:
        """Raise `EvidenceMissing` if the play differs from itself: then no other one shows why.

        It is called where a difference is found, so that a sound environment is not played more.
        """
        for _ in range(_REPEATED):
            first, second = self.play_whole(settings, settings)
            if first.seen != second.seen:
                raise EvidenceMissing(
                    "episodes of one seed differ also where nothing was changed: see "
                    "gym.seed_reproducible"
                )

    def require_play(self) -> Transcript:
        """The first random play with a step; it may have been slow, or have failed later.

        Raises `EvidenceMissing` if there is none.
        """
        transcripts = [transcript for _, transcript in self.random_plays]
        for transcript in transcripts:
            if any(transcript.episodes):
                return transcript
        problem = next((t.problem for t in transcripts if t.problem), "")
        if problem:
            raise EvidenceMissing(f"random play fails, see gym.interface: {problem}")
        raise EvidenceMissing("random play made no step in its time")

    @property
    def limit(self) -> int | None:
        """The declared or registered number of steps after which an episode is over."""
        declared = self.declared.max_steps
        limit = self.require_play().facts.get("limit") if declared is None else declared
        return int(limit) if isinstance(limit, int | float) and limit == limit else None

    @property
    def threshold(self) -> float | None:
        """The declared or registered return from which an episode counts as solved."""
        declared = self.declared.solved
        value = self.require_play().facts.get("threshold") if declared is None else declared
        return float(value) if isinstance(value, int | float) else None

    def script(self, plays: Sequence[Settings]) -> str:
        """A script that makes the plays again and prints their transcripts."""
        return (
            "import json\n"
            "from hallmark_rl.conformance.gyms.gym_player import run\n"
            f"plays = {list(plays)!r}\n"
            f"print(json.dumps(run({self.spec!r}, {self.args!r}, plays), indent=1))\n"
        )
