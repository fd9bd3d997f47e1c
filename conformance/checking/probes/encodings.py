"""The forms in which a secret may appear in a text: encoded, hashed, reversed, spelled out."""

from __future__ import annotations

import base64
import codecs
import hashlib
import json
import re
import urllib.parse
from typing import Any


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

    Case is ignored; short forms must not stand within a longer word.
    """
    lower = text.lower()
    for name, form in encoded_forms(secret).items():
        if name == "plainly" or len(form) < 6:
            pattern = rf"(?<![A-Za-z0-9]){re.escape(form.lower())}(?![A-Za-z0-9])"
            exact = len(form) >= 8 and form.lower() in lower
            if exact or re.search(pattern, lower):
                return name
        elif form.lower() in lower:
            return name
    return ""


def to_text(value: Any) -> str:
    """Data as JSON text, to be searched with `find_encoded`."""
    return json.dumps(value, default=repr, ensure_ascii=False)
