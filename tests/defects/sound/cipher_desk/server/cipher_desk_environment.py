"""Decipher a sentence; hints show letters at a price."""

import random
import re
import string
import uuid

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import CipherAction, CipherObservation, CipherState
except ImportError:
    from models import CipherAction, CipherObservation, CipherState

METHODS = {
    "shift": "Every letter was moved by the same number of places in the alphabet.",
    "mirror": "The alphabet was reversed, and then every letter was moved by the same number of "
    "places.",
    "keyword": "The cipher alphabet starts with the letters of a keyword and goes on with all "
    "other letters in order.",
}
KEYWORDS = [
    "zebra",
    "monarch",
    "python",
    "juniper",
    "voltage",
    "quartz",
    "glimpse",
    "harvest",
    "fabric",
    "duchess",
]
WHO = [
    "the old miller",
    "a young sailor",
    "our tall neighbour",
    "the quiet clerk",
    "my elder sister",
    "a lost tourist",
]
DID = ["hid", "found", "painted", "borrowed", "repaired", "sold", "carried", "dropped"]
WHAT = [
    "a brass key",
    "the green kettle",
    "seven candles",
    "a broken violin",
    "the heavy ledger",
    "two silver spoons",
]
WHERE = [
    "behind the chapel",
    "near the harbour",
    "under the bridge",
    "at the market",
    "beside the well",
    "inside the barn",
]
WHEN = ["before sunrise", "on a friday", "after the storm", "last october", "around midnight"]
TRIES = 3
HINT, WRONG, HINTS = 0.15, 0.2, 4


def alphabet(rng, method):
    letters = string.ascii_lowercase
    if method == "keyword":
        key = "".join(dict.fromkeys(rng.choice(KEYWORDS)))
        return key + "".join(c for c in letters if c not in key)
    base = letters if method == "shift" else letters[::-1]
    shift = rng.randint(1, 25)
    return base[shift:] + base[:shift]


def plain_form(text):
    return " ".join(re.findall("[a-z]+", text.lower()))


class CipherDeskEnvironment(Environment[CipherAction, CipherObservation, CipherState]):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self):
        super().__init__()
        self._state = CipherState()
        self._plain = self._cipher = ""
        self._key, self._known = {}, {}
        self._wrong, self._done = 0, True

    def reset(self, seed=None, episode_id=None, method="shift", **kwargs):
        if method not in list(METHODS):
            raise ValueError(f"method must be one of {', '.join(METHODS)}")
        rng = random.Random(None if seed is None else f"cipher desk, {method}, {seed}")
        self._plain = " ".join(rng.choice(part) for part in (WHO, DID, WHAT, WHERE, WHEN))
        self._key = dict(zip(string.ascii_lowercase, alphabet(rng, method), strict=False))
        self._cipher = "".join(self._key.get(c, c) for c in self._plain)
        self._known, self._wrong, self._done = {}, 0, False
        self._state = CipherState(episode_id=episode_id or str(uuid.uuid4()), method=method)
        return self._show("", None)

    def step(self, action, timeout_s=None, **kwargs):
        if self._done:
            return CipherObservation(done=True, reward=0.0, note="The desk is closed.")
        self._state.step_count += 1
        kind = action.kind.strip().lower()
        if kind == "hint":
            return self._show(self._hint(), 0.0)
        if kind != "answer":
            return self._show("That is neither an answer nor a hint.", 0.0)
        if plain_form(action.text) == self._plain:
            reward, self._done = self._worth(), True
            return self._show("Right.", reward)
        self._wrong += 1
        self._done = self._wrong == TRIES
        return self._show("Wrong." + " That was the last try." * self._done, 0.0)

    @property
    def state(self):
        return self._state.model_copy()

    def _worth(self):
        return round(1.0 - HINT * len(self._known) - WRONG * self._wrong, 2)

    def _hint(self):
        rest = [c for c in self._cipher if c.isalpha() and c not in self._known]
        if len(self._known) >= HINTS or not rest:
            return "There are no more hints."
        letter = max(sorted(set(rest)), key=rest.count)
        self._known[letter] = next(p for p, c in self._key.items() if c == letter)
        return f"{letter} stands for {self._known[letter]}."

    def _show(self, note, reward):
        self._done = self._done or self._state.step_count >= 12
        return CipherObservation(
            method=METHODS[self._state.method],
            ciphertext=self._cipher,
            known=dict(self._known),
            worth=0.0 if self._done else self._worth(),
            note=note,
            reward=reward,
            done=self._done,
        )
