"""`hallmark view RUN`: the recorded episodes of a training run, with filters, in a browser.

hallmark view runs/wordle
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.extras import require_extras
from hallmark_rl.typer_app import new_app, run_app


def view(
    run: Annotated[Path, typer.Argument(help="the folder of a run, or a file of its episodes")],
    port: Annotated[int, typer.Option(help="port; 0 for a free one", min=0, max=65535)] = 8011,
) -> None:
    """Look at recorded episodes in a browser, also while the run goes on. Listens at 127.0.0.1."""
    require_extras("hallmark view", "openenv")
    from hallmark_rl.sdk.play.page_server import serve_page
    from hallmark_rl.train.reporting.recorded_episodes import NoEpisodes, find_episode_files
    from hallmark_rl.train.reporting.view_routes import VIEW_PATH, view_app

    try:
        files = find_episode_files(run)
    except NoEpisodes as problem:
        print(f"not started: {problem}", file=sys.stderr)
        raise typer.Exit(1) from None
    count = sum(len(file.episodes) for file in files)
    name = run.resolve().name
    what = f"{name}: {count} episodes in {len(files)} file{'s' if len(files) > 1 else ''}"
    serve_page(view_app(name, files), "127.0.0.1", port, VIEW_PATH, what)


app = new_app(
    view,
    exit_codes={1: "there are no recorded episodes, or the port is in use"},
    example="hallmark view runs/my_env",
)

if __name__ == "__main__":
    started = started_as("python -m train.view")
    sys.exit(call_as_command(lambda: run_app(app, started, sys.argv[1:])))
