"""Action and observation of the SQL report writer."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class SqlReportAction(Action):
    """Run a query to look at the data, or hand in the query of the report."""

    kind: Literal["query", "report"] = Field(
        default="query", description="query: look; report: hand in"
    )
    sql: str = Field(default="", max_length=2000, description="One SELECT statement for SQLite")


class SqlReportObservation(Observation):
    """What the analyst sees."""

    question: str = Field(default="", description="What the report must show, and its columns")
    tables: str = Field(default="", description="The schema of the database")
    columns: list[str] = Field(default_factory=list, description="Columns of the last result")
    rows: list[list] = Field(default_factory=list, description="At most 20 rows of the last result")
    error: str = Field(default="", description="Why the last statement did not run")
    queries_left: int = Field(default=0, description="Statements that remain, the report included")
