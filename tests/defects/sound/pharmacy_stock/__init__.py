"""Pharmacy Stock: Order a short-lived medicine for ten days of uncertain demand."""
