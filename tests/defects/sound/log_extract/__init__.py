"""Log Extract: list the error codes of one service from a log."""
