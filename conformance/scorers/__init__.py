"""Answer scorers as a subject: tasks, answers that should not be paid, and the scorer's process."""
