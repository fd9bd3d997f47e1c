"""Sort the mails of a shift into folders: each episode draws its ids, and there is no proof.py."""

import random
from enum import StrEnum
from typing import Any
from uuid import uuid4

from openenv.core.env_server import Environment, create_fastapi_app
from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field

MAILS = 6
MOVES = 12


class Folder(StrEnum):
    """The folders of the mailbox."""

    BILLING = "billing"
    SUPPORT = "support"
    SALES = "sales"
    SPAM = "spam"


SUBJECTS = {
    Folder.BILLING: ("Invoice 2231 shows the wrong VAT", "No refund yet", "Charged twice"),
    Folder.SUPPORT: ("The app crashes", "Cannot reset my password", "Lamp arrived broken"),
    Folder.SALES: ("Quote for 40 desk lamps", "A discount for schools?", "Can I resell these?"),
    Folder.SPAM: ("You have won a cruise!!!", "Cheap pills", "Urgent transfer of 4 million"),
}


class Mail(BaseModel):
    """One unread mail."""

    id: int
    subject: str


class InboxAction(Action):
    """Move one mail to a folder."""

    mail_id: int = Field(..., description="the id of the mail")
    folder: Folder = Field(..., description="where it belongs")


class InboxObservation(Observation):
    """The mailbox after the last move."""

    inbox: list[Mail] = Field(default_factory=list, description="the mails of this shift")
    filed: dict[str, str] = Field(default_factory=dict, description="folder by id of filed mails")
    moves_left: int = Field(default=0, description="moves that remain")
    note: str = Field(default="", description="what the last move did")


class InboxEnvironment(Environment[InboxAction, InboxObservation, State]):
    """A sixth for each mail in its folder; a mail can be filed once."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._inbox: list[Mail] = []
        self._answers: dict[int, Folder] = {}
        self._filed: dict[int, Folder] = {}
        self._done = True
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> InboxObservation:
        """Begin a shift with six mails."""
        rng = random.Random(seed)
        pool = [(folder, subject) for folder in SUBJECTS for subject in SUBJECTS[folder]]
        ids = rng.sample(range(100, 1000), MAILS)
        drawn = dict(zip(ids, rng.sample(pool, MAILS), strict=True))
        self._inbox = [Mail(id=mail_id, subject=text) for mail_id, (_, text) in drawn.items()]
        self._answers = {mail_id: folder for mail_id, (folder, _) in drawn.items()}
        self._filed, self._done = {}, False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("A new shift begins.")

    def step(
        self, action: InboxAction, timeout_s: float | None = None, **options: Any
    ) -> InboxObservation:
        """File one mail."""
        if self._done:
            return self._observe("The shift is over: call reset().", 0.0)
        self._state.step_count += 1
        reward, note = self._file(action.mail_id, action.folder)
        self._done = len(self._filed) == MAILS or self._state.step_count >= MOVES
        return self._observe(note, reward)

    def _file(self, mail_id: int, folder: Folder) -> tuple[float, str]:
        """Move a mail; the reward of the move and a note about it."""
        if mail_id not in self._answers:
            return 0.0, "There is no such mail."
        if mail_id in self._filed:
            return 0.0, "This mail was filed before."
        self._filed[mail_id] = folder
        correct = self._answers[mail_id] == folder
        return (1.0 / MAILS if correct else 0.0), f"Moved to {folder.value}."

    def _observe(self, note: str, reward: float | None = None) -> InboxObservation:
        return InboxObservation(
            inbox=[mail.model_copy() for mail in self._inbox],
            filed={str(mail_id): folder.value for mail_id, folder in self._filed.items()},
            moves_left=MOVES - self._state.step_count,
            note=note,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()


app = create_fastapi_app(InboxEnvironment, InboxAction, InboxObservation)
