"""Fill in a registration form from a letter, through a small shell."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

from openenv.core.env_server import Environment, State

from ..letters import FIELDS, FORMATS, TURNS, draw_applicant, write_letter
from ..models import FormShellAction, FormShellObservation
from ..shell import Command, ShellError, read

TURN_COST = 0.04


class FormShellEnvironment(Environment[FormShellAction, FormShellObservation, State]):
    """One command each turn; the form is graded when it is submitted, less what the turns cost."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._open = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> FormShellObservation:
        """Open a new form: level 1 has four fields, level 2 six."""
        level = level if level in FIELDS else 1
        rng = Random(f"form shell {seed} {level}") if seed is not None else Random()
        applicant = draw_applicant(rng)
        self._fields = FIELDS[level]
        self._truth = {field: applicant[field] for field in self._fields}
        self._letter = write_letter(applicant, level)
        self._form = dict.fromkeys(self._fields, "")
        self._left = TURNS[level]
        self._open = True
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        return self._look()

    def step(
        self, action: FormShellAction, timeout_s: float | None = None, **kwargs: Any
    ) -> FormShellObservation:
        """Carry out what was typed."""
        if not self._open:
            return FormShellObservation(done=True, reward=0.0, output="no form: reset first")
        self._state.step_count += 1
        self._left -= 1
        reward = 0.0
        try:
            commands = read(action.line, self._fields)
        except ShellError as error:
            output = str(error)
        else:
            output = ""
            for command in commands:
                output = self._run(command)
                if not self._open:
                    reward = self._grade()
                    break
        self._open = self._open and self._left > 0
        return self._look(reward, output)

    def _run(self, command: Command) -> str:
        """Carry out one command; returns what the shell prints."""
        if command.verb == "submit":
            self._open = False
            return "submitted"
        if command.verb == "show":
            return "; ".join(f"{field}={value}" for field, value in self._form.items())
        self._form[command.field] = command.value
        return "ok"

    def _grade(self) -> float:
        """1 for a form without a mistake, else half of the share of right fields; less turns."""
        right = sum(self._form[field] == self._truth[field] for field in self._fields)
        mark = 1.0 if right == len(self._fields) else 0.5 * right / len(self._fields)
        return max(0.0, mark - TURN_COST * self._state.step_count)

    def _look(self, reward: float | None = None, output: str = "") -> FormShellObservation:
        return FormShellObservation(
            letter=self._letter,
            form=dict(self._form),
            formats={field: FORMATS[field] for field in self._fields},
            turns_left=self._left,
            output=output,
            reward=reward,
            done=not self._open,
        )

    @property
    def state(self) -> State:
        """The id and the number of turns."""
        return self._state
