"""Make environments of answer scorers and of games with steps, for `hallmark wrap`."""
