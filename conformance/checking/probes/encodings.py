"""The forms in which a secret may appear in a text: encoded, hashed, reversed, spelled out."""

from __future__ import annotations

import base64
import binascii
import codecs
import functools
import hashlib
import itertools
import json
import re
import urllib.parse
import zlib
from collections.abc import Callable, Iterable
from typing import Any

_LONGEST_DECODED = 20_000
"""Characters of an encoded text that is decoded."""
_MOST_TOKENS = 200
_TOKEN = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,6}")
_SHORTEST_ANAGRAM = 6
"""Letters of a word that another order of the same letters does not form by chance."""
_FEWEST_WORDS = 3
"""Words of a text that another order of the same words does not form by chance."""


_NAMED_IN_TEXTS = {
    re.compile(r"\brevers|\bbackwards?\b|\bback to front\b|\bmirror", re.I): (
        "reversed",
        "with its words in reverse order",
    ),
    re.compile(r"\brot-?13\b|\bcaesar|\bciphers?\b|\b(en|de)(cipher|crypt)", re.I): ("in rot13",),
    re.compile(r"\bbase-?64\b", re.I): ("in base64", "urlsafe base64"),
    re.compile(r"\bbase-?32\b", re.I): ("in base32",),
    re.compile(r"\bhex(adecimal)?\b", re.I): ("in hexadecimal",),
    re.compile(r"\b(percent|url)[- ](en|de)cod", re.I): ("percent-encoded",),
    re.compile(r"\b(character codes?|code points?|ascii)\b", re.I): (
        "as character codes",
        "as a list of codes",
    ),
}
"""What a text says of a task in which such a form is decoded; a hash never is."""


def forms_of_the_task(sentences: Iterable[str]) -> set[str]:
    """The names of the forms that sentences about a task speak of, as one that is to be decoded."""
    written = list(sentences)
    return {
        form
        for pattern, forms in _NAMED_IN_TEXTS.items()
        if any(map(pattern.search, written))
        for form in forms
    }


def encoded_forms(secret: str, *, every: bool = False) -> dict[str, str]:
    """The text of a secret in each form, by the name of the form.

    Forms of short secrets that would match by chance are left out, unless `every` is given.
    """
    raw = secret.encode()
    forms = {
        "plainly": secret,
        "reversed": secret[::-1],
        "in base64": base64.b64encode(raw).decode().rstrip("="),
        "in hexadecimal": raw.hex(),
        "in rot13": codecs.encode(secret, "rot13"),
        "percent-encoded": urllib.parse.quote(secret),
        "spaced out": " ".join(secret),
        "joined by dashes": "-".join(secret),
        "joined by commas": ",".join(secret),
        "as JSON": json.dumps(secret)[1:-1],
        "as character codes": " ".join(str(ord(c)) for c in secret),
        "as a list of codes": ", ".join(str(ord(c)) for c in secret),
        "as a list of letters": ", ".join(json.dumps(c) for c in secret),
        "in base32": base64.b32encode(raw).decode().rstrip("="),
        "urlsafe base64": base64.urlsafe_b64encode(raw).decode().rstrip("="),
    }
    words = secret.split()
    if len(words) > 1:
        forms["with its words in reverse order"] = " ".join(reversed(words))
    for name in ("md5", "sha1", "sha256", "sha512"):
        for text in {secret, secret.lower(), secret.upper()}:
            forms[f"as {name} of {text!r}"] = hashlib.new(name, text.encode()).hexdigest()
    if len(secret) < 5 and not every:
        for name in ("reversed", "in rot13", "in hexadecimal", "percent-encoded", "as JSON"):
            forms.pop(name)
    if len(secret) == 1 and not every:
        return {"plainly": secret}
    return {
        name: text for name, text in forms.items() if text and (name == "plainly" or text != secret)
    }


def find_encoded(secret: str, text: str) -> str:
    """The name of the form in which `secret` appears in `text`; empty if in none.

    Case is ignored, but not that of JSON; short forms must not stand within a longer word. Parts of
    the text that are encoded (base64, base32, hexadecimal; compressed or not) are searched as well.
    """
    form = _find_form(secret, text)
    if form:
        return form
    for encoding, decoded in decoded_parts(text):
        form = _find_form(secret, decoded)
        if form:
            return f"{form} in a text in {encoding}"
    return ""


def find_disguised(secret: str, text: str) -> str:
    """Like `find_encoded`, in forms that a task may show on purpose; empty if in none of them.

    They are: its words or letters in another order, and its letters moved along the alphabet.
    """
    lower = secret.lower()
    words = re.findall(r"\w+", lower)
    shown = re.findall(r"\w+", text.lower())
    if len(set(words)) >= _FEWEST_WORDS:
        ordered, count = sorted(words), len(words)
        if any(
            sorted(shown[place : place + count]) == ordered
            for place in range(len(shown) - count + 1)
        ):
            return "with its words in another order"
    if len(words) == 1 and len(lower) >= _SHORTEST_ANAGRAM and len(set(lower)) > len(lower) // 2:
        letters = sorted(lower)
        if any(len(word) == len(lower) and sorted(word) == letters for word in shown):
            return "with its letters in another order"
    if sum(sign.isascii() and sign.isalpha() for sign in lower) >= _SHORTEST_ANAGRAM:
        for shift in range(1, 26):
            if _shifted(lower, shift) in text.lower():
                return f"with its letters moved by {shift} places of the alphabet"
    return ""


def _shifted(text: str, shift: int) -> str:
    table = {ord("a") + place: ord("a") + (place + shift) % 26 for place in range(26)}
    return text.translate(table)


@functools.lru_cache(maxsize=512)
def decoded_parts(text: str) -> tuple[tuple[str, str], ...]:
    """The names of encodings, and the texts that words of `text` are in them; also nested."""
    found: list[tuple[str, str]] = []
    level = [("", text)]
    for _ in range(2):
        level = [
            (" in ".join(filter(None, [name, outer])), decoded)
            for outer, part in level
            for token in itertools.islice(dict.fromkeys(_TOKEN.findall(part)), _MOST_TOKENS)
            for name, decoded in _decoded(token)
        ]
        found += level
    return tuple(found)


@functools.lru_cache(maxsize=4096)
def _decoded(token: str) -> tuple[tuple[str, str], ...]:
    """The readable texts that a word is in an encoding, with the encoding's name."""
    found = []
    if len(token) <= _LONGEST_DECODED:
        bare = token.rstrip("=")
        for name, decode in _DECODERS.items():
            try:
                raw = decode(bare)
            except (ValueError, binascii.Error):
                continue
            for label, data in ((name, raw), (f"compressed {name}", _inflated(raw))):
                try:
                    decoded = (data or b"").decode()
                except UnicodeDecodeError:
                    continue
                if decoded and decoded.replace("\n", " ").isprintable():
                    found.append((label, decoded))
    return tuple(found)


_DECODERS: dict[str, Callable[[str], bytes]] = {
    "hexadecimal": bytes.fromhex,
    "base64": lambda text: base64.b64decode(text + "=" * (-len(text) % 4), b"+/", validate=True),
    "urlsafe base64": lambda text: base64.b64decode(
        text + "=" * (-len(text) % 4), b"-_", validate=True
    ),
    "base32": lambda text: base64.b32decode(text + "=" * (-len(text) % 8)),
}


def _inflated(raw: bytes) -> bytes | None:
    """What compressed bytes hold; None if they are not compressed."""
    for window in (zlib.MAX_WBITS | 32, -zlib.MAX_WBITS):  # zlib or gzip, and neither's header
        try:
            return zlib.decompressobj(window).decompress(raw, _LONGEST_DECODED)
        except zlib.error:
            continue
    return None


def _is_json(text: str) -> bool:
    """Whether a text is a JSON object or array, in which upper and lower case differ."""
    if text[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _find_form(secret: str, text: str) -> str:
    """The name of the form in which `secret` stands in `text` itself; empty if in none."""
    lower = text.lower()
    exact_case = _is_json(secret)
    for name, form, lower_form in _lower_forms(secret):
        if exact_case and form not in text:
            continue
        if name == "plainly" or len(form) < 6:
            if lower_form in lower and (len(form) >= 8 or _stands_alone(lower_form, lower)):
                return name
        elif lower_form in lower:
            return name
    return ""


@functools.lru_cache(maxsize=1024)
def _lower_forms(secret: str) -> tuple[tuple[str, str, str], ...]:
    """The name and the text of each form, and the text in lower case."""
    return tuple((name, form, form.lower()) for name, form in encoded_forms(secret).items())


def _stands_alone(part: str, text: str) -> bool:
    """Whether a part of a text stands there without a letter or digit beside it."""
    return bool(re.search(rf"(?<![A-Za-z0-9]){re.escape(part)}(?![A-Za-z0-9])", text))


def to_text(value: Any) -> str:
    """Data as JSON text, to be searched with `find_encoded`."""
    return json.dumps(value, default=repr, ensure_ascii=False)
