"""MkDocs hook: add generated pages, and files of the repository that lie outside of `docs/`.

Links are written as they work in the repository (`../examples/README.md`). Those that lead out of
`docs/` are rewritten to where the site has the file, or the page that is generated from it.
"""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path

import reference_pages  # MkDocs puts the folder of a hook on the path while it loads the hook
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]

COPIED = {
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security-policy.md",
    "envs/coding/README.md": "environments/coding.md",
    "envs/wordle/README.md": "environments/wordle.md",
    "examples/README.md": "environments/examples.md",
    ".pre-commit-hooks.yaml": "files/pre-commit-hooks.yaml",
    ".github/workflows/publish.yml": "files/publish.yml",
    "LICENSE": "files/LICENSE.txt",
    "action.yml": "files/action.yml",
}
"""Files of the repository, and where the site has them."""
GENERATED = {
    "conformance/catalogue": "reference/properties/index.md",
    "hallmark_rl/commands.py": "reference/commands.md",
    "sandbox/__init__.py": "reference/python/sandbox.md",
    "sdk/__init__.py": "reference/python/sdk.md",
    "sdk/verifiers/__init__.py": "reference/python/verifiers.md",
    "train/config.py": "reference/training-settings.md",
}
"""Sources to which documents link, and the pages that are generated from them."""
_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)")


def on_config(config: MkDocsConfig) -> None:
    """Let `hallmark_rl`, and the bank of defects in `tests`, be imported."""
    sys.path.append(str(ROOT))


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the copied and the generated pages."""
    for source, target in COPIED.items():
        files.append(File.generated(config, target, abs_src_path=str(ROOT / source)))
    for target, text in reference_pages.pages().items():
        files.append(File.generated(config, target, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Rewrite the links of a page to the places of the site."""
    uri = page.file.src_uri
    origin = next((src for src, target in COPIED.items() if target == uri), f"docs/{uri}")
    return rewrite_links(markdown, origin, uri)


def rewrite_links(markdown: str, origin: str, uri: str) -> str:
    """Replace links that hold in the repository by links that hold in the site.

    Args:
        markdown: the text of the page.
        origin: its path in the repository.
        uri: its path in the site.
    """

    def place(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(origin), match[1]))
        where = COPIED.get(target) or GENERATED.get(target)
        if where is None and target.startswith("docs/"):
            where = target.removeprefix("docs/")
        if where is None:
            return match[1]
        return posixpath.relpath(where, posixpath.dirname(uri) or ".")

    return _LINK.sub(place, markdown)
