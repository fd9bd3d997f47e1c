"""`python -m hallmark_rl.conformance.oracle_search FOLDER FILE`: search, write the result as JSON.

`hallmark wrap` runs this in a process of its own and makes a draft of `proof.py` from the file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.oracle_search.draft_code import draft
from hallmark_rl.conformance.oracle_search.find_solutions import find_solutions
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.sdk.subject.load import load_subject


def search(folder: str) -> dict[str, Any]:
    """The draft of an oracle for the environment in a folder; empty if nothing was found.

    Raises:
        SubjectError: the folder holds no environment that can be loaded.
    """
    subject = load_subject(folder)
    profile = PROFILES["default"]
    survey = collect_survey(subject, profile)
    if survey.startup or survey.solutions:
        return {}
    return draft(subject, survey, find_solutions(subject, survey, profile))


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(search(sys.argv[1])), encoding="utf-8")
